/** What a reviewer decides on: extractions as triples whose words can be made optional. */
import type { components } from "../../../api/schema";
import { marked, markTogether, NO_MARKS, suggestedChunks, toggleWords } from "../draft/marks";
import type { Analysis } from "../draft/sentence";
import { numbersOf, settle, SLOTS, type SlotName, type Slots, type Wording, wordsOf } from "../draft/words";
import { toChunks } from "../draft/synset";
import { newId } from "../../../sync";
import type { Payloads, SynsetState, Triple } from "../state";

export type Candidate = components["schemas"]["CandidateView"];
export type Review = components["schemas"]["ReviewView"];

/** The candidates without a decision that still holds: an accepted triple may have been removed since. */
export function openCandidates(candidates: readonly Candidate[], state: SynsetState): Candidate[] {
  const present = new Set(state.synsets.flatMap((synset) => synset.triples.map((triple) => triple.id)));
  return candidates.filter(({ id }) => {
    const decision = state.decisions[id];
    return !decision || (decision.accepted && !present.has(decision.triple ?? ""));
  });
}

/** The number of the candidate to show after the one at `index` was decided: the one that took its place. */
export function nextIndex(index: number, left: number): number {
  return left === 0 ? 0 : Math.min(index, left - 1);
}

export function slotsOf(candidate: Candidate): Slots {
  return { subject: candidate.subject, relation: candidate.relation, object: candidate.object };
}

/** Make a word optional, or required again; a slot keeps at least one required word. */
export function toggleWord(slots: Slots, slot: SlotName, word: number): Slots {
  return { ...slots, [slot]: settle(toggleWords(slots[slot], word, word)) };
}

/** Make all words optional that the guideline suggests, in the groups that it suggests. */
export function withSuggestions(slots: Slots, analysis: Analysis): Slots {
  const accept = (wording: Wording) => {
    const groups = suggestedChunks(analysis, numbersOf(wording));
    return settle(marked(wordsOf(wording), groups.reduce(markTogether, NO_MARKS)));
  };
  return { subject: accept(slots.subject), relation: accept(slots.relation), object: accept(slots.object) };
}

/** Accept a candidate into a synset, which may be new. */
export function acceptance(candidate: Candidate, slots: Slots, synset: string): Payloads["decide"] {
  const triple: Triple = {
    id: newId(),
    ...toChunks(slots),
    wholesome: null,
    // The server knows the systems; whoever reviews does not.
    origin: { round: candidate.round, way: "candidate", source: null },
  };
  return { candidate: candidate.id, accepted: true, synset, triple };
}

export function rejection(candidate: Candidate): Payloads["decide"] {
  return { candidate: candidate.id, accepted: false };
}

/** The slot of each token that the triple uses, for the sentence above it. */
export function slotByToken(slots: Slots): Map<number, SlotName> {
  const found = new Map<number, SlotName>();
  for (const slot of SLOTS) {
    for (const { at } of wordsOf(slots[slot])) if (at !== null && !found.has(at)) found.set(at, slot);
  }
  return found;
}

/** The synset at a step from the current one; from none to the first or the last. */
export function stepTarget(ids: readonly string[], target: string | null, step: 1 | -1): string | null {
  if (ids.length === 0) return null;
  const index = ids.indexOf(target ?? "");
  if (index < 0) return ids.at(step === 1 ? 0 : -1)!;
  return ids[Math.max(0, Math.min(ids.length - 1, index + step))]!;
}
