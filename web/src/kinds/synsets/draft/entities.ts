/**
 * Facet E as BenchIE's metric derives it: of triples that only split relation and object differently, those with the
 * shortest objects (`shortest_objects` in Python). It is the suggestion where nobody has marked a triple.
 */
import { type Slots, wordsOf, type Wording } from "./words";

/** The ids of a synset's triples that facet E leaves out unless somebody marks them. */
export function leftOutOfFacetE(triples: readonly (Slots & { readonly id: string })[]): Set<string> {
  const alike = new Map<string, { id: string; size: number }[]>();
  for (const { id, subject, relation, object } of triples) {
    const key = JSON.stringify([texts(subject), [...texts(relation), ...texts(object)]]);
    alike.set(key, [...(alike.get(key) ?? []), { id, size: texts(object).length }]);
  }
  const leftOut = new Set<string>();
  for (const group of alike.values()) {
    const shortest = Math.min(...group.map(({ size }) => size));
    for (const { id, size } of group) if (size > shortest) leftOut.add(id);
  }
  return leftOut;
}

function texts(wording: Wording): string[] {
  return wordsOf(wording).map(({ text }) => text);
}

/**
 * The next mark of a triple: not wholesome, then taken back. Where facet E leaves it out anyway, the second step says
 * that it is wholesome all the same.
 */
export function nextMark(marked: boolean | null, isLeftOut: boolean): boolean | null {
  if (marked === null) return false;
  return marked === false && isLeftOut ? true : null;
}
