import { expect, test } from "vitest";

import {
  addSpan,
  clear,
  extend,
  keepSpan,
  moveCursor,
  NOTHING,
  selectedTokens,
  selectSpan,
} from "./selection";

test("the cursor stays inside the sentence, and stands for its token", () => {
  expect(moveCursor(NOTHING, -1, 5).cursor).toBe(0);
  const last = moveCursor(NOTHING, 9, 5);
  expect(last.cursor).toBe(4);
  expect(selectedTokens(last)).toEqual([4]);
});

test("extending selects from the cursor on, in both directions", () => {
  const start = moveCursor(NOTHING, 2, 9);
  const right = extend(start, 1, 9);
  expect(selectedTokens(right)).toEqual([2, 3]);
  expect(selectedTokens(extend(right, 1, 9))).toEqual([2, 3, 4]);
  expect(selectedTokens(extend(extend(extend(right, -1, 9), -1, 9), -1, 9))).toEqual([0, 1, 2]);
  expect(selectedTokens(extend(start, -1, 9))).toEqual([1, 2]);
});

test("spans that do not touch are kept in the order of picking", () => {
  const two = addSpan(selectSpan(6, 7), 2, 1);
  expect(selectedTokens(two)).toEqual([6, 7, 1, 2]);
  const kept = keepSpan(selectSpan(4, 5));
  expect(selectedTokens(kept)).toEqual([4, 5]);
  const moved = moveCursor(kept, -4, 9);
  expect(selectedTokens(moved)).toEqual([4, 5, 1]);
  expect(selectedTokens(extend(moved, 1, 9))).toEqual([4, 5, 1, 2]);
  expect(selectedTokens(clear(two))).toEqual([1]);
});
