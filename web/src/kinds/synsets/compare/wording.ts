/** Slots as text, with optional words in brackets, and back: the quickest way to edit a triple by keyboard. */
import { type Slots, SLOTS, splitWords, type Word, wordingOf } from "../draft/words";

export type Texts = Record<(typeof SLOTS)[number], string>;

const PARTS = /\[([^[\]]*)\]|([^\s[\]]+)/gu;

/** What is wrong with the text of a slot, or null. */
export function problemOf(text: string): string | null {
  if (splitWords(text.replace(/[[\]]/gu, " ")).length === 0) return "A slot needs a word";
  const rest = text.replace(PARTS, "");
  if (/[[\]]/u.test(rest)) return "Every [ needs a ], and brackets do not nest";
  if (!/[^\s[\]]/u.test(text.replace(/\[[^\]]*\]/gu, ""))) return "One word of a slot must not be optional";
  return null;
}

/** Read the texts of a triple; each word becomes the token beside the last one, or else the nearest that is free. */
export function parseSlots(texts: Texts, tokens: readonly string[]): Slots {
  const used = new Set<number>();
  let last = -1;
  const find = (word: string): number | null => {
    const free = tokens.flatMap((token, number) => (token === word && !used.has(number) ? [number] : []));
    const found = free.find((number) => number > last) ?? free[0] ?? null;
    if (found !== null) {
      used.add(found);
      last = found;
    }
    return found;
  };
  const parse = (text: string) => {
    let group = 0;
    const words: Word[] = [];
    for (const [, optional, required] of text.matchAll(PARTS)) {
      const own = optional === undefined ? null : group++;
      for (const word of splitWords(optional ?? required ?? "")) {
        words.push({ text: word, at: find(word), group: own });
      }
    }
    return wordingOf(words);
  };
  const subject = parse(texts.subject);
  const relation = parse(texts.relation);
  return { subject, relation, object: parse(texts.object) };
}

/** Words that are not in the sentence. */
export function foreignWords(slots: Slots): string[] {
  return SLOTS.flatMap((slot) =>
    slots[slot].flatMap((chunk) => (chunk.at === null ? splitWords(chunk.text) : [])),
  );
}
