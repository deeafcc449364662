import { expect, test } from "vitest";

import cases from "../../../../fixtures/suggestions.json";
import { suggestedChunks } from "./marks";
import { sentenceOf, type Token } from "./sentence";

// Python, where suggestions are measured, is tested with the same cases: tests/annotate/language.
test.each(cases)("suggested chunks of a slot: $name", ({ tokens, single, groups, slot, chunks }) => {
  const plain = sentenceOf(tokens, "en", true, null).analysis;
  const optional = plain.tokens.map((token, number): Token => ({
    ...token,
    optional: single.includes(number),
  }));
  const found = suggestedChunks({ ...plain, tokens: optional, groups }, slot);
  expect(found.sort((first, second) => first[0]! - second[0]!)).toEqual(chunks);
});
