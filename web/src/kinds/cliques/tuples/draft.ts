/** The tuple that somebody is building on the Tuples screen. No function changes its arguments. */
import { findTokens, textOf, tokenise, type Token } from "../words/tokens";
import type { Tuple } from "../state";

/** A slot of the draft; arguments by their number from 0, where one past the last is a new argument. */
export type SlotName = "relation" | "time" | "place" | number;

/** The words of a slot, and their tokens; null for a word that is not in the sentence. */
export interface Part {
  readonly text: string;
  readonly at: readonly (number | null)[];
}

export interface Draft {
  readonly relation: Part | null;
  readonly arguments: readonly Part[];
  readonly time: Part | null;
  readonly place: Part | null;
  /** The slot that is filled next. */
  readonly slot: SlotName;
  /** The tuple that is changed; null if a new one is built. */
  readonly editing: string | null;
}

export const EMPTY: Draft = {
  relation: null,
  arguments: [],
  time: null,
  place: null,
  slot: "relation",
  editing: null,
};

export const isEmpty = (draft: Draft): boolean =>
  slotsOf(draft).every((slot) => partOf(draft, slot) === null);

export function partOf(draft: Draft, slot: SlotName): Part | null {
  return typeof slot === "number" ? (draft.arguments[slot] ?? null) : draft[slot];
}

/** All slots in their order, with a new argument after the last one. */
export function slotsOf(draft: Draft): SlotName[] {
  return ["relation", ...draft.arguments.keys(), draft.arguments.length, "time", "place"];
}

/** Words for a slot from tokens of the sentence, in the order in which they were picked. */
export function pickedPart(text: string, tokens: readonly Token[], numbers: readonly number[]): Part {
  return { text: textOf(text, tokens, numbers), at: numbers };
}

/** Words for a slot that were typed, found again in the sentence as far as they stand there. */
export function typedPart(tokens: readonly Token[], text: string): Part | null {
  const plain = text.replaceAll(/\s+/gu, " ").trim();
  return plain === "" ? null : { text: plain, at: findTokens(tokens, plain) };
}

/** Put words into a slot, or empty it; an argument that is emptied goes away. */
export function withPart(draft: Draft, slot: SlotName, part: Part | null): Draft {
  if (typeof slot !== "number") return { ...draft, [slot]: part };
  const parts: (Part | null)[] = [...draft.arguments];
  parts[slot] = part;
  return { ...draft, arguments: parts.filter((each) => each !== null) };
}

/** Put words into a slot and go on to the next empty slot among predicate and arguments. */
export function fill(draft: Draft, slot: SlotName, part: Part): Draft {
  const filled = withPart(draft, slot, part);
  return { ...filled, slot: slotAfter(filled) };
}

function slotAfter(draft: Draft): SlotName {
  return draft.relation === null ? "relation" : draft.arguments.length;
}

/** Empty the current slot; where it is empty, the one before it. */
export function clearSlot(draft: Draft): Draft {
  const slots = slotsOf(draft);
  const at = slots.indexOf(draft.slot);
  const slot = slots.slice(0, at + 1).findLast((each) => partOf(draft, each) !== null);
  return slot === undefined ? draft : { ...withPart(draft, slot, null), slot };
}

export function stepSlot(draft: Draft, step: 1 | -1): Draft {
  const slots = slotsOf(draft);
  const at = slots.indexOf(draft.slot) + step;
  return { ...draft, slot: slots[Math.max(0, Math.min(slots.length - 1, at))]! };
}

/** A draft with the words of a tuple, found again in a sentence. */
export function draftFrom(tuple: Omit<Tuple, "id" | "sentence">, tokens: readonly Token[]): Draft {
  const part = (text: string | null) => typedPart(tokens, text ?? "");
  const filled: Draft = {
    ...EMPTY,
    relation: part(tuple.relation),
    arguments: tuple.arguments.map(part).filter((each) => each !== null),
    time: part(tuple.time),
    place: part(tuple.place),
  };
  const foreign = slotsOf(filled).find((slot) => isForeign(partOf(filled, slot)));
  return { ...filled, slot: foreign ?? slotAfter(filled) };
}

/** A draft that starts with the tuple of another sentence: in this sentence's own words where it has them. */
export function draftAfter(tuple: Omit<Tuple, "id" | "sentence">, text: string): Draft {
  const tokens = tokenise(text);
  const draft = draftFrom(tuple, tokens);
  const own = (part: Part | null) =>
    part === null || isForeign(part) ? part : pickedPart(text, tokens, part.at as readonly number[]);
  return {
    ...draft,
    relation: own(draft.relation),
    arguments: draft.arguments.map((part) => own(part)!),
    time: own(draft.time),
    place: own(draft.place),
  };
}

/** Whether a word of the slot is not in the sentence. */
export const isForeign = (part: Part | null): boolean => part !== null && part.at.includes(null);

/** The tuple of a draft; null while it has no predicate. */
export function tupleOf(draft: Draft, id: string, sentence: string): Tuple | null {
  if (draft.relation === null) return null;
  return {
    id,
    sentence,
    relation: draft.relation.text,
    arguments: draft.arguments.map(({ text }) => text),
    time: draft.time?.text ?? null,
    place: draft.place?.text ?? null,
  };
}

/** The slot that each token of the sentence stands in. */
export function slotByToken(draft: Draft): Map<number, SlotName> {
  const found = new Map<number, SlotName>();
  for (const slot of slotsOf(draft)) {
    for (const at of partOf(draft, slot)?.at ?? []) if (at !== null) found.set(at, slot);
  }
  return found;
}

export function slotTitle(slot: SlotName): string {
  return typeof slot === "number"
    ? `Argument ${slot + 1}`
    : { relation: "Predicate", time: "Time", place: "Place" }[slot];
}

/** Two tuples with the same key say the same words in the same slots. */
export function wordingOf(tuple: Omit<Tuple, "id" | "sentence">): string {
  const { relation, arguments: parts, time, place } = tuple;
  return JSON.stringify([relation, parts, time ?? "", place ?? ""]).toLowerCase();
}
