/** The rules of documents of kind synsets: facts as sets of triples that say the same. */
import type { DocumentRules, OpenDocument } from "../../sync";
import { describe } from "./describe";
import { fold } from "./fold";
import { restate } from "./restate";
import { emptyState, type Payloads, type SynsetState } from "./state";
import { touched } from "./touched";

export const SYNSET_RULES: DocumentRules<SynsetState, Payloads> = {
  name: "synsets",
  emptyState,
  fold,
  touched,
  describe,
  restate,
  isDone: ({ done }) => done,
  summary: ({ synsets, done }) => ({
    synsets: synsets.length,
    triples: synsets.reduce((sum, { triples }) => sum + triples.length, 0),
    done,
  }),
};

export type SynsetDocument = OpenDocument<SynsetState, Payloads>;
