import { describe, expect, it } from "vitest";
import { differenceOf, diffWords, sameForm } from "./diff";
import { findTokens, textOf, tokenise } from "./tokens";

const words = (text: string) => tokenise(text).map((token) => token.text);

describe("tokens", () => {
  it.each([
    ["Mara built the mill .", ["Mara", "built", "the", "mill", "."]],
    ["Mara built the mill.", ["Mara", "built", "the", "mill", "."]],
    ["In 1931, Mara (then 28) left.", ["In", "1931", ",", "Mara", "(", "then", "28", ")", "left", "."]],
    ["Dr. Lund's mill cost 1,200 crowns!", ["Dr.", "Lund", "'s", "mill", "cost", "1,200", "crowns", "!"]],
    ["She left the U.S.", ["She", "left", "the", "U.S."]],
    ["他住在Ulm。", ["他", "住", "在", "Ulm", "。"]],
    ["", []],
  ])("%s", (text, expected) => expect(words(text)).toEqual(expected));

  it("know their place in the text", () => {
    const text = "In 1931, she left.";
    expect(tokenise(text).map(({ start, end }) => text.slice(start, end))).toEqual(words(text));
  });

  it.each([
    [[0, 1], "Lund's"],
    [[2, 4], "old ,"],
    [[5, 2], "red old"],
    [[2, 3, 4, 5], "old mill, red"],
  ])("joined: %s", (numbers, expected) => {
    const text = "Lund's old mill, red, stands.";
    expect(textOf(text, tokenise(text), numbers)).toBe(expected);
  });

  it.each([
    ["the mill", [5, 6]],
    ["The mill", [5, 6]],
    ["Mara mill", [0, 6]],
    ["the tower", [2, null]],
    ["the the", [2, 5]],
    ["", []],
  ])("found in the sentence: %s", (text, expected) => {
    expect(findTokens(tokenise("Mara left the town beside the mill."), text)).toEqual(expected);
  });
});

describe("the word diff", () => {
  const shown = (before: string, after: string) =>
    diffWords(before, after)
      .map(
        ({ kind, text, space }) => ({ same: "", removed: "-", added: "+" })[kind] + text + (space ? "_" : ""),
      )
      .join("|");

  it.each([
    ["She sleep here.", "She sleeps here.", "She_|-sleep_|+sleeps_|here."],
    ["She sleeps.", "She sleeps.", "She sleeps."],
    ["She sleeps", "She sleeps late", "She sleeps_|+late"],
    ["Late she sleeps", "she sleeps", "-Late_|she sleeps"],
    ["", "She sleeps", "+She sleeps"],
    ["Ann sleeps", "Ben wakes", "-Ann sleeps_|+Ben wakes"],
  ])("%s → %s", (before, after, expected) => expect(shown(before, after)).toBe(expected));
});

describe("the form of a sentence", () => {
  it.each([
    ["She left .", "she left!", true],
    ["She left", "Sheleft", true],
    ["She left", "She leaves", false],
  ])("%s, %s", (one, other, expected) => expect(sameForm(one, other)).toBe(expected));

  it.each([
    ["She left.", "she left !", { kind: "none", fresh: 0, gone: 0 }],
    ["In 1931 she left.", "She left in 1931.", { kind: "order", fresh: 0, gone: 0 }],
    ["She went away in 1931.", "She left in 1931.", { kind: "words", fresh: 2, gone: 1 }],
  ])("%s against %s", (text, other, expected) => expect(differenceOf(text, other)).toEqual(expected));
});
