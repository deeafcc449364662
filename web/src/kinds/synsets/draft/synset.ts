/** Commands on the triples of a synset. */

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
