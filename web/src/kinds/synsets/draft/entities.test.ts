import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Triple } from "../state";
import { leftOutOfFacetE, nextMark } from "./entities";

interface Case {
  name: string;
  triples: Triple[];
  left_out: string[];
}

const cases = JSON.parse(readFileSync("fixtures/entities.json", "utf-8")) as Case[];

describe("facet E is derived as in Python", () => {
  it.each(cases)("$name", ({ triples, left_out }) =>
    expect([...leftOutOfFacetE(triples)].sort()).toEqual([...left_out].sort()),
  );
});

it("marks, overrides and takes back", () => {
  expect([null, false].map((mark) => nextMark(mark, false))).toEqual([false, null]);
  expect([null, false, true].map((mark) => nextMark(mark, true))).toEqual([false, true, null]);
});
