/**
 * Count the distinct extractions that patterns accept, without listing them.
 *
 * The same rule as karat.results.gold.expansions: the patterns are read word by word as an automaton, keeping the set of
 * places that have been reached, so that extractions with the same rest are counted together.
 */

import { SLOTS, type Slots, splitWords, type Wording } from "./words";

const BORDER = "\n";
type Moves = Map<string, Set<number>>;

/** Count the distinct extractions that at least one of the triples accepts. */
export function countExpansions(triples: readonly Slots[]): bigint {
  const { moves, starts, finals } = automaton(triples);
  let level = new Map<string, { places: readonly number[]; count: bigint }>();
  level.set(starts.join(), { places: starts, count: 1n });
  const after = new Map<string, (readonly number[])[]>();
  let total = 0n;
  while (level.size > 0) {
    const following = new Map<string, { places: readonly number[]; count: bigint }>();
    for (const [key, { places, count }] of level) {
      if (places.some((place) => finals.has(place))) total += count;
      let targets = after.get(key);
      if (!targets) after.set(key, (targets = transitions(places, moves)));
      for (const target of targets) {
        const targetKey = target.join();
        const known = following.get(targetKey);
        if (known) known.count += count;
        else following.set(targetKey, { places: target, count });
      }
    }
    level = following;
  }
  return total;
}

function automaton(triples: readonly Slots[]): { moves: Moves[]; starts: number[]; finals: Set<number> } {
  const moves: Moves[] = [];
  const starts: number[] = [];
  const finals = new Set<number>();
  const add = (place: Moves): number => moves.push(place) - 1;
  for (const triple of triples) {
    // From the end to the start, so that the target of each move exists.
    let place = add(new Map());
    finals.add(place);
    for (const slot of [...SLOTS].reverse()) {
      place = add(new Map([[BORDER, new Set([place])]]));
      for (const chunk of [...triple[slot]].reverse()) {
        const afterChunk = place;
        for (const word of splitWords(chunk.text).reverse()) place = add(new Map([[word, new Set([place])]]));
        if (chunk.optional && place !== afterChunk) merge(moves[place]!, moves[afterChunk]!);
      }
    }
    starts.push(place);
  }
  return { moves, starts, finals };
}

function merge(moves: Moves, others: Moves): void {
  for (const [symbol, places] of others) {
    const known = moves.get(symbol);
    if (known) for (const place of places) known.add(place);
    else moves.set(symbol, new Set(places));
  }
}

function transitions(places: readonly number[], moves: readonly Moves[]): number[][] {
  const merged: Moves = new Map();
  for (const place of places) merge(merged, moves[place]!);
  return [...merged.values()].map((targets) => [...targets].sort((a, b) => a - b));
}

/** Show some distinct extractions of a triple: all words, only the required ones, then others. */
export function exampleExpansions(triple: Slots, limit: number): string[][] {
  const optional = SLOTS.reduce(
    (sum, slot) => sum + triple[slot].filter((chunk) => chunk.optional).length,
    0,
  );
  const found = new Map<string, string[]>();
  const tries = Math.min(2 ** Math.min(optional, 20), limit * 8);
  for (let number = 0; number < tries && found.size < limit; number++) {
    // 0 keeps everything, 1 leaves everything out, then each number's bits say which chunks are left out.
    const left = number === 0 ? 0 : number === 1 ? 2 ** optional - 1 : number - 1;
    let index = 0;
    const texts = SLOTS.map((slot) =>
      expansion(triple[slot], () => Math.floor(left / 2 ** index++) % 2 === 1),
    );
    found.set(texts.join(BORDER), texts);
  }
  return [...found.values()];
}

function expansion(wording: Wording, isLeftOut: () => boolean): string {
  return wording
    .filter((chunk) => !chunk.optional || !isLeftOut())
    .map((chunk) => chunk.text)
    .join(" ");
}
