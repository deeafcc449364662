/** How an extraction is shown: its slots with quantities in place, its factuality in words, its clause. */
import type { Attribution, Quantity, StudyExtraction } from "../state";

/** A stretch of a slot: plain words, or a quantity with its placeholder. */
export interface Piece {
  text: string;
  placeholder: string | null;
}

export interface ShownSlot {
  name: string;
  /** The colour of the slot: the first argument, the relation, all further arguments. */
  part: "subject" | "relation" | "object";
  pieces: Piece[];
}

/** The slots in reading order: the first argument, the relation, all further arguments. */
export function shownSlots({ relation, arguments: slots, quantities }: StudyExtraction): ShownSlot[] {
  const [subject, ...others] = slots;
  const shown: ShownSlot[] = [];
  if (subject !== undefined)
    shown.push({ name: "subject", part: "subject", pieces: pieces(subject, quantities) });
  shown.push({ name: "relation", part: "relation", pieces: pieces(relation, quantities) });
  others.forEach((text, index) =>
    shown.push({
      name: others.length === 1 ? "object" : `argument ${index + 2}`,
      part: "object",
      pieces: pieces(text, quantities),
    }),
  );
  return shown;
}

/** Split a slot at its placeholders; one that is not resolved stays as it is. */
export function pieces(text: string, quantities: readonly Quantity[]): Piece[] {
  const texts = new Map(quantities.map((quantity) => [quantity.id, quantity.text]));
  const found: Piece[] = [];
  for (const part of text.trim().split(/([\p{L}\p{N}_]+)/u)) {
    const resolved = texts.get(part);
    const last = found.at(-1);
    if (resolved !== undefined) found.push({ text: resolved, placeholder: part });
    else if (last && last.placeholder === null) last.text += part;
    else found.push({ text: part, placeholder: null });
  }
  return found.filter(({ text }) => text !== "");
}

/** The slots as one line of text, with quantities resolved: (Ann; lives in; Ulm). */
export function extractionText(extraction: StudyExtraction): string {
  return line(shownSlots(extraction));
}

/** The slots as a system gave them, with placeholders. */
export function slotsText(extraction: StudyExtraction): string {
  return line(shownSlots({ ...extraction, quantities: [] }));
}

function line(slots: readonly ShownSlot[]): string {
  return `(${slots.map(({ pieces }) => pieces.map(({ text }) => text).join("")).join("; ")})`;
}

type Factuality = Pick<StudyExtraction, "polarity" | "modality">;

/** Factuality as it is written: (+, CT); ? stands for what the system does not say, null if it says nothing. */
export function factualityCode({ polarity, modality }: Factuality): string | null {
  if (polarity === null && modality === null) return null;
  return `(${polarity === "-" ? "−" : (polarity ?? "?")}, ${modality ?? "?"})`;
}

/** Factuality in words: stated, certain. */
export function factualityWords({ polarity, modality }: Factuality): string {
  const words = [];
  if (polarity !== null) words.push(polarity === "+" ? "stated" : "denied");
  if (modality !== null) words.push(modality === "CT" ? "certain" : "possible");
  return words.length > 0 ? words.join(", ") : "not given";
}

/** An attribution as it is written: (the ministry, −, PS). */
export function attributionCode({ source, polarity, modality }: Attribution): string {
  return `(${[source, polarity === "-" ? "−" : polarity, modality].filter(Boolean).join(", ")})`;
}

/** The factuality, quantities and attribution of an extraction in one line; empty if it has none of them. */
export function facetText(extraction: StudyExtraction): string {
  const facets = [
    factualityCode(extraction),
    ...extraction.quantities.map(({ id, text }) => `${id} = ${text}`),
    extraction.attribution && `attributed to ${attributionCode(extraction.attribution)}`,
  ];
  return facets.filter(Boolean).join(", ");
}

/** A part of the sentence, inside the clause or not. */
export interface Stretch {
  text: string;
  isClause: boolean;
}

/**
 * The sentence with its clause marked. A clause that is not a run of the sentence's words is marked word by
 * word, in order; if its words cannot be found in order, nothing is marked.
 */
export function markClause(sentence: string, clause: string | null): Stretch[] {
  const whole = [{ text: sentence, isClause: false }];
  if (clause === null || clause.trim() === "") return whole;
  const at = sentence.indexOf(clause.trim());
  if (at >= 0) return joined(sentence, markedRange(sentence.length, at, at + clause.trim().length));
  const marked = markWords(sentence, clause);
  return marked ? joined(sentence, marked) : whole;
}

function markedRange(length: number, start: number, end: number): boolean[] {
  return Array.from({ length }, (_, index) => index >= start && index < end);
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function markWords(sentence: string, clause: string): boolean[] | null {
  const wanted = [...clause.matchAll(WORD)].map(([word]) => word.toLowerCase());
  const marked = new Array<boolean>(sentence.length).fill(false);
  let next = 0;
  let lastEnd = -1;
  for (const match of sentence.matchAll(WORD)) {
    if (match[0].toLowerCase() !== wanted[next]) {
      lastEnd = -1;
      continue;
    }
    const end = match.index + match[0].length;
    // Spaces between words that both belong to the clause belong to it too.
    marked.fill(true, lastEnd >= 0 ? lastEnd : match.index, end);
    lastEnd = end;
    next += 1;
    if (next === wanted.length) return marked;
  }
  return wanted.length === 0 || next < wanted.length ? null : marked;
}

function joined(sentence: string, marked: readonly boolean[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = 0; start < sentence.length;) {
    let end = start + 1;
    while (end < sentence.length && marked[end] === marked[start]) end += 1;
    stretches.push({ text: sentence.slice(start, end), isClause: marked[start] ?? false });
    start = end;
  }
  return stretches;
}
