/** A clique for tests, in both stages. */
import { openDocument } from "../../sync";
import { CLIQUE_RULES, type CliqueDocument } from "./rules";
import { emptyState, type Clique, type CliqueState } from "./state";

const SENTENCES = [
  { id: "7", text: "Mara built the mill in 1931.", original: true },
  { id: "7.1", text: "In 1931 Mara build the mill.", original: false },
  { id: "7.2", text: "The mill was built by Mara in 1931.", original: false },
  { id: "7.3", text: "Mara built the mill in 1931 !", original: false },
];

export const STAGE_1: Clique = { stage: 1, clique: "7", sentences: SENTENCES, given: [] };
export const STAGE_2: Clique = { stage: 2, clique: "7", sentences: SENTENCES.slice(0, 3), given: [] };

let documents = 0;
let latest: CliqueDocument | null = null;

/** A document that nobody else has; the one before it stops listening to other tabs. */
export function newDocument(state: Partial<CliqueState> = {}): CliqueDocument {
  latest?.close();
  latest = openDocument(CLIQUE_RULES, ++documents, { ...emptyState(), ...state }, 0);
  return latest;
}
