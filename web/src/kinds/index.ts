/** The kinds of projects: each is one folder here, and one line in this list. */
import type { KindOfPage } from "./kind";
import { CLIQUES } from "./cliques";
import { STUDY } from "./study";
import { SYNSETS } from "./synsets";

export const KINDS: readonly KindOfPage[] = [SYNSETS, STUDY, CLIQUES];

/** Find a kind by its name; null if this page does not know it. */
export function kindOf(name: string): KindOfPage | null {
  return KINDS.find((kind) => kind.name === name) ?? null;
}
