/** What the Tuples screen says about a tuple; where it names a principle of the guideline, it forbids nothing. */
import type { Tuple } from "../state";
import { formOf } from "../words/diff";
import { plain, tokenise } from "../words/tokens";
import { isForeign, partOf, slotsOf, slotTitle, type Draft, wordingOf } from "./draft";

export type Principle = "completeness" | "assertedness" | "informativeness" | "atomicity";

export interface Warning {
  rule: string;
  principle: Principle | null;
  text: string;
}

const CONJUNCTIONS: Record<string, ReadonlySet<string>> = {
  en: new Set(["and", "or", "nor", "&"]),
  de: new Set(["und", "oder", "sowie", "&"]),
  zh: new Set(["和", "与", "及", "或"]),
};
const ALL_CONJUNCTIONS = new Set(Object.values(CONJUNCTIONS).flatMap((words) => [...words]));

/** Warn about a draft that has words; `others` are the tuples that its sentence has already. */
export function warningsOf(draft: Draft, others: readonly Tuple[], language: string): Warning[] {
  const warnings: Warning[] = [];
  const conjunctions = CONJUNCTIONS[language.slice(0, 2)] ?? ALL_CONJUNCTIONS;
  draft.arguments.forEach((part, number) => {
    const words = tokenise(part.text).map(({ text }) => text);
    const found = words.slice(1, -1).find((word) => conjunctions.has(plain(word)));
    if (found)
      warnings.push({
        rule: `conjunction-${number}`,
        principle: "atomicity",
        text: `${slotTitle(number)} joins several things with “${found}”: make a tuple for each, unless they act together`,
      });
  });
  if (draft.relation !== null && draft.arguments.length === 0)
    warnings.push({
      rule: "no-argument",
      principle: "informativeness",
      text: "The tuple has no argument: it does not say of whom or what it holds",
    });
  for (const slot of slotsOf(draft)) {
    const part = partOf(draft, slot);
    if (part && formOf(part.text) === "")
      warnings.push({
        rule: `wordless-${slot}`,
        principle: null,
        text: `${slotTitle(slot)} has no words: “${part.text}”`,
      });
    if (!isForeign(part)) continue;
    const words = tokenise(part!.text).filter((_, index) => part!.at[index] === null);
    warnings.push({
      rule: `foreign-${slot}`,
      principle: "assertedness",
      text: `${slotTitle(slot)}: ${words.map(({ text }) => `“${text}”`).join(", ")} ${words.length === 1 ? "is" : "are"} not in the sentence`,
    });
  }
  if (draft.relation !== null) {
    const key = wordingOf({
      relation: draft.relation.text,
      arguments: draft.arguments.map(({ text }) => text),
      time: draft.time?.text ?? null,
      place: draft.place?.text ?? null,
    });
    if (others.some((tuple) => tuple.id !== draft.editing && wordingOf(tuple) === key))
      warnings.push({ rule: "twice", principle: null, text: "The sentence has this tuple already" });
  }
  return warnings;
}

/** Words of a sentence that none of its tuples has, without punctuation: what may be missing. */
export function uncoveredWords(sentence: string, tuples: readonly Tuple[]): string[] {
  const covered = new Set(
    tuples
      .flatMap(({ relation, arguments: parts, time, place }) => [relation, ...parts, time ?? "", place ?? ""])
      .flatMap((text) => tokenise(text).map((token) => plain(token.text))),
  );
  const words = tokenise(sentence).map(({ text }) => text);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word) && !covered.has(plain(word)));
}
