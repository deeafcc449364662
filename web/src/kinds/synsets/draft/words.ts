/** Words, slots and triples of a draft: plain values without behaviour. */

export type SlotName = "subject" | "relation" | "object";

export const SLOTS: readonly SlotName[] = ["subject", "relation", "object"];

/** A required chunk is one word; an optional chunk is one or several words that come and go together. */
export interface Chunk {
  readonly text: string;
  readonly optional: boolean;
  /** Token numbers of its words in the sentence; null if a word is not from the sentence. */
  readonly at: readonly number[] | null;
}

/** The content of one slot. */
export type Wording = readonly Chunk[];

export interface Slots {
  readonly subject: Wording;
  readonly relation: Wording;
  readonly object: Wording;
}

/** One word of a wording. Words of the same optional chunk share a group; a required word has none. */
export interface Word {
  readonly text: string;
  readonly at: number | null;
  readonly group: number | null;
}

// Wordings never change, so what is derived from them is kept as long as they are.
const WORDS = new WeakMap<Wording, readonly Word[]>();
const RENDERED = new WeakMap<Wording, string>();

/** List the words of a wording; the groups are numbered from 0. */
export function wordsOf(wording: Wording): readonly Word[] {
  let words = WORDS.get(wording);
  if (!words) WORDS.set(wording, (words = listWords(wording)));
  return words;
}

function listWords(wording: Wording): Word[] {
  const words: Word[] = [];
  wording.forEach((chunk, index) => {
    const texts = splitWords(chunk.text);
    texts.forEach((text, position) => {
      const at = chunk.at && chunk.at.length === texts.length ? (chunk.at[position] ?? null) : null;
      words.push({ text, at, group: chunk.optional ? index : null });
    });
  });
  return words;
}

/** Build a wording: neighbouring words of the same group become one optional chunk. */
export function wordingOf(words: readonly Word[]): Wording {
  const chunks: { texts: string[]; at: (number | null)[]; group: number | null }[] = [];
  for (const word of words) {
    const last = chunks.at(-1);
    if (last && word.group !== null && last.group === word.group) {
      last.texts.push(word.text);
      last.at.push(word.at);
    } else {
      chunks.push({ texts: [word.text], at: [word.at], group: word.group });
    }
  }
  return chunks.map(({ texts, at, group }) => ({
    text: texts.join(" "),
    optional: group !== null,
    at: at.every((number) => number !== null) ? (at as number[]) : null,
  }));
}

export function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

/** A slot needs at least one required word: where all are optional, make them required. */
export function settle(wording: Wording): Wording {
  if (wording.length === 0 || wording.some((chunk) => !chunk.optional)) return wording;
  return wordingOf(wordsOf(wording).map((word) => ({ ...word, group: null })));
}

/** Write a wording as in a gold file, with optional chunks in brackets. */
export function render(wording: Wording): string {
  let text = RENDERED.get(wording);
  if (text === undefined) {
    text = wording.map((chunk) => (chunk.optional ? `[${chunk.text}]` : chunk.text)).join(" ");
    RENDERED.set(wording, text);
  }
  return text;
}

/** Two triples with the same key accept the same words in the same way. */
export function keyOf(slots: Slots): string {
  return SLOTS.map((slot) => render(slots[slot])).join("\t");
}

export function withSlot(slots: Slots, slot: SlotName, wording: Wording): Slots {
  return { ...slots, [slot]: wording };
}

/** Token numbers of a wording, in its order; words from elsewhere are left out. */
export function numbersOf(wording: Wording): number[] {
  return wordsOf(wording).flatMap((word) => (word.at === null ? [] : [word.at]));
}
