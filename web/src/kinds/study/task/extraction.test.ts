import { describe, expect, it } from "vitest";
import {
  attributionCode,
  extractionText,
  facetText,
  factualityCode,
  factualityWords,
  markClause,
  pieces,
  shownSlots,
} from "./extraction";
import type { StudyExtraction } from "../state";

const BOATS: StudyExtraction = {
  relation: "left",
  arguments: ["QUANT_S_1 boats", "the harbour", "on Monday"],
  polarity: "+",
  modality: "PS",
  attribution: { source: "the pilot", predicate: "doubts", polarity: "-", modality: "PS" },
  quantities: [{ id: "QUANT_S_1", text: "at least two" }],
};

describe("slots", () => {
  it("has a name for each slot, also of more than three", () => {
    expect(shownSlots(BOATS).map(({ name }) => name)).toEqual([
      "subject",
      "relation",
      "argument 2",
      "argument 3",
    ]);
    const names = (slots: string[]) => shownSlots({ ...BOATS, arguments: slots }).map(({ name }) => name);
    expect(names(["it", "rain"])).toEqual(["subject", "relation", "object"]);
    expect(names(["it"])).toEqual(["subject", "relation"]);
    expect(names([])).toEqual(["relation"]);
  });

  it("resolves quantities in place and keeps the placeholder beside them", () => {
    expect(pieces("QUANT_S_1 boats", BOATS.quantities)).toEqual([
      { text: "at least two", placeholder: "QUANT_S_1" },
      { text: " boats", placeholder: null },
    ]);
    expect(pieces("of QUANT_O_1", BOATS.quantities)).toEqual([{ text: "of QUANT_O_1", placeholder: null }]);
    // A placeholder that begins like another one is another one.
    expect(pieces("QUANT_S_10", BOATS.quantities)).toEqual([{ text: "QUANT_S_10", placeholder: null }]);
    expect(pieces("(QUANT_S_1)", BOATS.quantities)).toEqual([
      { text: "(", placeholder: null },
      { text: "at least two", placeholder: "QUANT_S_1" },
      { text: ")", placeholder: null },
    ]);
  });

  it("writes an extraction as one line", () => {
    expect(extractionText(BOATS)).toBe("(at least two boats; left; the harbour; on Monday)");
    expect(extractionText({ ...BOATS, relation: "rains", arguments: ["it"] })).toBe("(it; rains)");
  });
});

describe("factuality", () => {
  it.each([
    ["+", "CT", "(+, CT)", "stated, certain"],
    ["-", "PS", "(−, PS)", "denied, possible"],
    ["-", null, "(−, ?)", "denied"],
    [null, null, null, "not given"],
  ] as const)("writes %s and %s", (polarity, modality, code, words) => {
    expect(factualityCode({ polarity, modality })).toBe(code);
    expect(factualityWords({ polarity, modality })).toBe(words);
  });

  it("writes an attribution with what it has", () => {
    expect(attributionCode(BOATS.attribution!)).toBe("(the pilot, −, PS)");
    expect(attributionCode({ source: "Ann", predicate: null, polarity: null, modality: null })).toBe("(Ann)");
  });
});

it("sums up factuality, quantities and attribution", () => {
  expect(facetText(BOATS)).toBe("(+, PS), QUANT_S_1 = at least two, attributed to (the pilot, −, PS)");
  const plain = { ...BOATS, polarity: null, modality: null, quantities: [], attribution: null };
  expect(facetText(plain)).toBe("");
});

describe("clauses", () => {
  const marked = (sentence: string, clause: string | null) =>
    markClause(sentence, clause)
      .map(({ text, isClause }) => (isClause ? `[${text}]` : text))
      .join("");

  it.each([
    ["If it rains, the roof leaks.", "the roof leaks", "If it rains, [the roof leaks]."],
    // Words between those of the clause are not marked.
    ["The roof, which is old, leaks.", "The roof leaks", "[The roof], which is old, [leaks]."],
    ["The roof leaks.", "the  ROOF leaks .", "[The roof leaks]."],
    ["The roof leaks.", "the cellar leaks", "The roof leaks."],
    ["The roof leaks.", null, "The roof leaks."],
    ["The roof leaks.", " ", "The roof leaks."],
    ["The roof leaks.", "...", "The roof leaks."],
  ])("marks the clause in %s", (sentence, clause, expected) => {
    expect(marked(sentence, clause)).toBe(expected);
  });

  it("keeps the text of the sentence", () => {
    const sentence = "Das Boot, das  der Nebel verbirgt, liegt hier.";
    const stretches = markClause(sentence, "Das Boot liegt hier");
    expect(stretches.map(({ text }) => text).join("")).toBe(sentence);
  });
});
