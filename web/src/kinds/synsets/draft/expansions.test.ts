import { expect, test } from "vitest";

import { countExpansions, exampleExpansions } from "./expansions";
import { triple } from "./testing";

test.each([
  [["Ann | paints | [the] boat"], 2n],
  [["Ann | [has] [been] painting | [the old] boat"], 8n],
  [["Ann | paints | [a] [a] boat"], 3n],
  [["Ann | paints | [the] boat", "Ann | paints | the boat"], 2n],
  [["Ann | paints | [the] boat", "she | paints | [the] boat"], 4n],
  [["Ann | paints at | sea", "Ann | paints | at sea"], 2n],
  [[], 0n],
])("%j stand for %i extractions", (triples, count) => {
  expect(countExpansions(triples.map((text) => triple(text)))).toBe(count);
});

test("optional words by the dozen are counted, not listed", () => {
  const many = Array.from({ length: 60 }, (_, index) => `[w${index}]`).join(" ");
  expect(countExpansions([triple(`Ann | paints | boat ${many}`)])).toBe(2n ** 60n);
});

test("examples are distinct: all words, only the required ones, then others", () => {
  expect(exampleExpansions(triple("Ann | paints | [the] [old] boat"), 3)).toEqual([
    ["Ann", "paints", "the old boat"],
    ["Ann", "paints", "boat"],
    ["Ann", "paints", "old boat"],
  ]);
  expect(exampleExpansions(triple("Ann | paints | boat"), 5)).toHaveLength(1);
});
