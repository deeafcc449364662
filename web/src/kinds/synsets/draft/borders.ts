/** Borders between slots: where the words of a triple are divided into subject, relation and object. */

import { settle, type Slots, type SlotName, type Word, type Wording, wordingOf, wordsOf } from "./words";

/**
 * How far the two borders are from where they were drawn, in words; to the left is positive.
 *
 * `second: 1` moves the relation's last word to the object, `second: -1` the object's first word to the relation.
 */
export interface Shift {
  readonly first: number;
  readonly second: number;
}

export const AS_DRAWN: Shift = { first: 0, second: 0 };

export function sameShift(a: Shift, b: Shift): boolean {
  return a.first === b.first && a.second === b.second;
}

/**
 * Move the borders; null if a slot would lose all its words.
 *
 * A border inside an optional group breaks the group: its words become required, since they can no longer be left out
 * together. A slot that keeps only optional words has them required.
 */
export function shifted(slots: Slots, shift: Shift): Slots | null {
  if (shift.first === 0 && shift.second === 0) return slots;
  if (shift.first === 0) {
    const tail = shiftedTail(slots.relation, slots.object, shift.second);
    return tail && { subject: slots.subject, ...tail };
  }
  return divided(slots, shift);
}

type Tail = Pick<Slots, "relation" | "object">;
const TAILS = new WeakMap<Wording, WeakMap<Wording, Map<number, Tail | null>>>();
const ANY: Wording = [{ text: "-", optional: false, at: null }];

/** Many combinations differ only in the subject: what becomes of relation and object is kept. */
function shiftedTail(relation: Wording, object: Wording, second: number): Tail | null {
  let ofRelation = TAILS.get(relation);
  if (!ofRelation) TAILS.set(relation, (ofRelation = new WeakMap()));
  let ofBoth = ofRelation.get(object);
  if (!ofBoth) ofRelation.set(object, (ofBoth = new Map()));
  let tail = ofBoth.get(second);
  if (tail === undefined) {
    const slots = divided({ subject: ANY, relation, object }, { first: 0, second });
    ofBoth.set(second, (tail = slots && { relation: slots.relation, object: slots.object }));
  }
  return tail;
}

function divided(slots: Slots, shift: Shift): Slots | null {
  const subject = wordsOf(slots.subject);
  const relation = wordsOf(slots.relation);
  const object = wordsOf(slots.object);
  const first = subject.length - shift.first;
  const second = subject.length + relation.length - shift.second;
  const line = [...tagged(subject, 0), ...tagged(relation, 1), ...tagged(object, 2)];
  if (first <= 0 || second <= first || second >= line.length) return null;
  for (const border of [first, second]) {
    const before = line[border - 1]!;
    const after = line[border]!;
    if (before.group !== null && before.group === after.group) dissolve(line, before.group);
  }
  return {
    subject: settle(wordingOf(line.slice(0, first))),
    relation: settle(wordingOf(line.slice(first, second))),
    object: settle(wordingOf(line.slice(second))),
  };
}

/** Number the groups of the slots apart from each other. */
function tagged(words: readonly Word[], slot: number): Word[] {
  return words.map((word) => (word.group === null ? word : { ...word, group: word.group * 3 + slot }));
}

function dissolve(line: Word[], group: number): void {
  line.forEach((word, index) => {
    if (word.group === group) line[index] = { ...word, group: null };
  });
}

/** The shift that puts a border directly before a word of a slot; null where there is no border to be put. */
export function shiftBefore(slots: Slots, slot: SlotName, word: number): Shift | null {
  const [subject, relation] = [wordsOf(slots.subject).length, wordsOf(slots.relation).length];
  if (slot === "subject") return { first: subject - word, second: 0 };
  if (slot === "relation") return { first: 0, second: relation - word };
  return word === 0 ? null : { first: 0, second: -word };
}
