import { describe, expect, it } from "vitest";
import { emptyState, TYPES, type CliqueSentence, type CliqueState } from "../state";
import { STAGE_1 } from "../testing";
import {
  currentText,
  describeDifference,
  draftOf,
  isSaved,
  keepingProblem,
  neighbour,
  nextOpen,
  openParaphrases,
  problemOf,
  toggleType,
} from "./correction";

const CLIQUE = STAGE_1;
const [ORIGINAL, FIRST, SECOND, THIRD] = CLIQUE.sentences as [
  CliqueSentence,
  CliqueSentence,
  CliqueSentence,
  CliqueSentence,
];
const CORRECTED: CliqueState = {
  ...emptyState(),
  corrections: { "7.1": { text: "In 1931 Mara built the mill.", types: ["grammar"], kept: false } },
};

describe("a correction", () => {
  it.each([
    ["nothing typed", FIRST, "", ["grammar"], /empty/],
    ["nothing changed", FIRST, "In 1931  Mara build the mill. ", ["grammar"], /Nothing is changed/],
    ["no type", FIRST, "In 1931 Mara built the mill.", [], /Say what was corrected/],
    ["the original again", SECOND, "mara built the mill, in 1931", ["rewrite"], /from the original/],
    ["another paraphrase", THIRD, "In 1931, Mara built the mill", ["rewrite"], /from paraphrase 7.1/],
    ["all there", THIRD, "It was Mara who built the mill in 1931.", ["rewrite"], null],
  ] as const)("%s", (_, sentence, text, types, expected) => {
    const problem = problemOf(CLIQUE, CORRECTED, sentence, { text, types: [...types] });
    if (expected === null) expect(problem).toBe(null);
    else expect(problem).toMatch(expected);
  });

  it("cannot keep a paraphrase that does not differ in form", () => {
    expect(keepingProblem(CLIQUE, emptyState(), THIRD)).toMatch(/from the original/);
    expect(keepingProblem(CLIQUE, emptyState(), SECOND)).toBe(null);
  });

  it("has types in the order of the guideline", () => {
    const draft = toggleType({ text: "", types: ["rewrite"] }, "grammar", TYPES);
    expect(draft.types).toEqual(["grammar", "rewrite"]);
    expect(toggleType(draft, "rewrite", TYPES).types).toEqual(["grammar"]);
  });

  it("is saved if text and types are", () => {
    const draft = draftOf(CORRECTED, FIRST);
    expect(isSaved(CORRECTED, FIRST, draft)).toBe(true);
    expect(isSaved(CORRECTED, FIRST, { ...draft, types: ["phrase"] })).toBe(false);
    expect([currentText(CORRECTED, FIRST), currentText(CORRECTED, SECOND)]).toEqual([
      "In 1931 Mara built the mill.",
      SECOND.text,
    ]);
  });

  it.each([
    ["Mara built the mill, in 1931", "Does not differ in form from the original"],
    ["In 1931 Mara built the mill.", "The words of the original in another order"],
    ["Mara put up the mill in 1931.", "2 words not in the original, 1 word of it left out"],
    ["Mara built the old mill in 1931.", "1 word not in the original"],
  ])("says how it differs from the original: %s", (text, expected) => {
    expect(describeDifference(text, ORIGINAL.text)).toBe(expected);
  });
});

describe("the way through a clique", () => {
  it("goes to the next open paraphrase and begins again", () => {
    expect(openParaphrases(CLIQUE, CORRECTED).map(({ id }) => id)).toEqual(["7.2", "7.3"]);
    expect(nextOpen(CLIQUE, CORRECTED, "7.3")).toBe("7.2");
    expect(nextOpen(CLIQUE, CORRECTED, "7.1")).toBe("7.2");
    const all = Object.fromEntries(["7.1", "7.2", "7.3"].map((id) => [id, CORRECTED.corrections["7.1"]!]));
    expect(nextOpen(CLIQUE, { ...CORRECTED, corrections: all }, "7.2")).toBe("7.2");
  });

  it("stays at its ends", () => {
    expect([neighbour(CLIQUE, "7.1", -1), neighbour(CLIQUE, "7.1", 1), neighbour(CLIQUE, "7.3", 1)]).toEqual([
      "7.1",
      "7.2",
      "7.3",
    ]);
  });
});
