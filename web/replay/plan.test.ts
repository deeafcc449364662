import { describe, expect, test } from "vitest";

import { newDraft } from "../src/kinds/synsets/draft/draft";
import { tagged, triple } from "../src/kinds/synsets/draft/testing";
import { keyOf } from "../src/kinds/synsets/draft/words";
import { parseSentence } from "./gold";
import { replaySynset } from "./plan";

// 0 Ann 1 was 2 painting 3 at 4 the 5 old 6 harbour 7 when 8 Bob 9 slept
const SENTENCE = tagged(
  "Ann/PROPN was/AUX painting/VERB at/ADP the/DET? old/ADJ harbour/NOUN when/SCONJ Bob/PROPN slept/VERB",
);

function actions(...texts: string[]): number {
  const gold = texts.map((text) => triple(text, SENTENCE));
  const replayed = replaySynset(gold, newDraft(SENTENCE));
  expect([...replayed.keys].sort()).toEqual(gold.map(keyOf).sort());
  return replayed.actions;
}

describe("the fewest actions, counted by hand", () => {
  test("three slots and Enter", () => {
    expect(actions("Ann | was painting at | harbour")).toBe(4);
  });

  test("each further stretch of words is an action", () => {
    expect(actions("Ann | was painting | the harbour")).toBe(5);
  });

  test("a suggested word: accepted by one key; another one: a click", () => {
    expect(actions("Ann | was painting at | [the] old harbour")).toBe(5);
    expect(actions("Ann | was painting at | [the] [old] harbour")).toBe(6);
  });

  test("a group of words: one drag", () => {
    expect(actions("Ann | was painting at | [the old] harbour")).toBe(5);
  });

  test("one further border: one click; all that keep the meaning: one key", () => {
    expect(actions("Ann | was painting at | harbour", "Ann | was painting | at harbour")).toBe(5);
    expect(
      actions(
        "Ann | was painting at | harbour",
        "Ann | was painting | at harbour",
        "Ann | was | painting at harbour",
      ),
    ).toBe(5);
  });

  test("a second subject doubles all triples for a pick and a key", () => {
    expect(
      actions(
        "Ann | was painting at | harbour",
        "Ann | was painting | at harbour",
        "Bob | was painting at | harbour",
        "Bob | was painting | at harbour",
      ),
    ).toBe(7);
  });

  test("a combination that the gold does not have is refused, which costs an action", () => {
    expect(
      actions(
        "Ann | was painting at | harbour",
        "Ann | was painting | at harbour",
        "Bob | was painting at | harbour",
      ),
    ).toBe(8);
  });

  test("words that are not in the sentence are typed, letter by letter", () => {
    expect(actions("Ann | paints | harbour")).toBe(1 + (6 + 2) + 1 + 1);
  });
});

test("the next synset goes on with the words of the one before", () => {
  const first = replaySynset([triple("Ann | was painting at | harbour", SENTENCE)], newDraft(SENTENCE));
  const second = replaySynset([triple("Bob | was painting at | harbour", SENTENCE)], first.draft);
  expect(second.actions).toBe(3);
});

test("words are aligned with as few stretches of the sentence as possible", () => {
  const line = JSON.stringify({
    id: "1",
    text: "the boat on the sea",
    language: "en",
    analysis: null,
    synsets: [
      [
        [
          [["boat", false]],
          [["on", false]],
          [
            ["the", true],
            ["sea", false],
          ],
        ],
      ],
    ],
  });
  expect(parseSentence(line).synsets[0]![0]!.object.map(({ at }) => at)).toEqual([[3], [4]]);
});
