/** Commands on the triples of a synset. */

import type { Chunk } from "../state";
import { keyOf, render, type SlotName, type Slots, type Wording, withSlot } from "./words";

/**
 * Say a slot in another way across all triples of a synset, such as *he* beside a name: the triples to be added.
 *
 * With `instead`, only triples whose slot has this wording get a twin.
 */
export function acrossSynset(
  triples: readonly Slots[],
  slot: SlotName,
  wording: Wording,
  instead: Wording | null = null,
): Slots[] {
  const known = new Set(triples.map(keyOf));
  const added: Slots[] = [];
  for (const triple of triples) {
    if (instead && render(triple[slot]) !== render(instead)) continue;
    const twin = withSlot(triple, slot, wording);
    if (known.has(keyOf(twin))) continue;
    known.add(keyOf(twin));
    added.push(twin);
  }
  return added;
}

/** Copy slots of a draft into the chunks of an event. */
export function toChunks(slots: Slots): Record<SlotName, Chunk[]> {
  const copy = (wording: Wording): Chunk[] =>
    wording.map(({ text, optional, at }) => ({ text, optional, at: at && [...at] }));
  return { subject: copy(slots.subject), relation: copy(slots.relation), object: copy(slots.object) };
}
