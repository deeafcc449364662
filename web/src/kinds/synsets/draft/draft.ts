/** The draft of a fact: its wordings slot by slot, its borders, and the triples that it stands for. */

import { AS_DRAWN, sameShift, type Shift, shifted } from "./borders";
import { marked, type Marks, NO_MARKS, remember } from "./marks";
import { NOTHING, type Selection } from "./selection";
import type { Sentence } from "./sentence";
import {
  keyOf,
  numbersOf,
  render,
  settle,
  type SlotName,
  SLOTS,
  type Slots,
  splitWords,
  type Word,
  type Wording,
  wordingOf,
  wordsOf,
} from "./words";

/**
 * One way to build the fact: the triples are all combinations of the wordings of the three slots and the borders.
 *
 * The first wording of a slot is the one shown in the line; an empty list is an empty slot.
 */
export interface Form {
  readonly subject: readonly Wording[];
  readonly relation: readonly Wording[];
  readonly object: readonly Wording[];
  readonly shifts: readonly Shift[];
}

export const EMPTY_FORM: Form = { subject: [], relation: [], object: [], shifts: [AS_DRAWN] };

export interface Draft {
  readonly sentence: Sentence;
  /** The first form is drawn by hand; others come from variants, such as the active form of a passive. */
  readonly forms: readonly Form[];
  /** The slot that the next picked words go to. */
  readonly next: SlotName | null;
  /** The slot that was filled last: further picked words can be added to it. */
  readonly filled: SlotName | null;
  readonly selection: Selection;
  readonly marks: Marks;
  /** Keys of combinations that are not wanted. */
  readonly refused: ReadonlySet<string>;
  /** The triple that is being changed. */
  readonly editing: string | null;
  /** All of it has been added and nothing was changed since: the next picked words begin a new draft. */
  readonly spent: boolean;
}

export function newDraft(sentence: Sentence, marks: Marks = NO_MARKS): Draft {
  return {
    sentence,
    forms: [EMPTY_FORM],
    next: "subject",
    filled: null,
    selection: NOTHING,
    marks,
    refused: new Set(),
    editing: null,
    spent: false,
  };
}

export function formOf(draft: Draft): Form {
  return draft.forms[0] ?? EMPTY_FORM;
}

export function withForm(draft: Draft, change: Partial<Form>): Draft {
  return { ...draft, spent: false, forms: [{ ...formOf(draft), ...change }, ...draft.forms.slice(1)] };
}

/** Start again with empty slots; the marks stay, since they belong to the sentence. */
export function clearDraft(draft: Draft): Draft {
  return {
    ...newDraft(draft.sentence, draft.marks),
    selection: { ...NOTHING, cursor: draft.selection.cursor },
  };
}

export function isComplete(draft: Draft): boolean {
  return SLOTS.every((slot) => formOf(draft)[slot].length > 0);
}

/** The wording that tokens make, in the order given, with the marks that they have. */
export function wordingFrom(draft: Draft, tokens: readonly number[]): Wording {
  const { tokens: all } = draft.sentence.analysis;
  return marked(
    tokens.flatMap((at) => (all[at] ? [{ text: all[at].text, at }] : [])),
    draft.marks,
  );
}

/** Put tokens into a slot, instead of what is in it. */
export function put(draft: Draft, slot: SlotName, tokens: readonly number[]): Draft {
  return putWording(draft, slot, wordingFrom(draft, tokens));
}

export function putWording(draft: Draft, slot: SlotName, wording: Wording): Draft {
  if (wording.length === 0) return draft;
  const shifts = remainingShifts(formOf(draft).shifts, slot);
  return advance(withForm(draft, { [slot]: [wording], shifts }), slot);
}

/** Further borders inside a slot go with its words; those of other slots stay. */
function remainingShifts(shifts: readonly Shift[], slot: SlotName): readonly Shift[] {
  const stays = ({ first, second }: Shift): boolean =>
    slot === "subject" ? first <= 0 : slot === "object" ? second >= 0 : first === 0 && second === 0;
  return [AS_DRAWN, ...shifts.filter((shift) => !sameShift(shift, AS_DRAWN) && stays(shift))];
}

/** Put tokens into the next empty slot: what picking words in the sentence does. A spent draft begins again. */
export function fill(draft: Draft, tokens: readonly number[]): Draft {
  const open = draft.spent ? clearDraft(draft) : draft;
  return open.next === null ? open : put(open, open.next, tokens);
}

/** Its triples were added: the words stay, so that the next fact can share them. */
export function spend(draft: Draft): Draft {
  return { ...draft, editing: null, spent: true };
}

/** Add tokens at the end of the slot that was filled last. */
export function append(draft: Draft, tokens: readonly number[]): Draft {
  if (draft.filled === null) return fill(draft, tokens);
  const wordings = formOf(draft)[draft.filled];
  const last = wordings.at(-1);
  if (!last) return put(draft, draft.filled, tokens);
  const longer = wordingFrom(draft, [...numbersOf(last), ...tokens]);
  return withForm(draft, { [draft.filled]: [...wordings.slice(0, -1), longer] });
}

/**
 * Give a slot a further wording: every combination with it becomes a triple too.
 *
 * Words that the slot has already are added without their optional marks, so that they can be marked in another way.
 */
export function also(draft: Draft, slot: SlotName, tokens: readonly number[]): Draft {
  const wording = wordingFrom(draft, tokens);
  const added = alsoWording(draft, slot, wording);
  if (added !== draft) return added;
  return alsoWording(draft, slot, wordingOf(wordsOf(wording).map((word) => ({ ...word, group: null }))));
}

export function alsoWording(draft: Draft, slot: SlotName, wording: Wording): Draft {
  const wordings = formOf(draft)[slot];
  if (wordings.length === 0) return putWording(draft, slot, wording);
  if (wording.length === 0 || wordings.some((other) => render(other) === render(wording))) return draft;
  return { ...withForm(draft, { [slot]: [...wordings, wording] }), filled: slot };
}

export function changeWording(draft: Draft, slot: SlotName, index: number, wording: Wording): Draft {
  const wordings = formOf(draft)[slot].map((other, position) => (position === index ? wording : other));
  return withForm(draft, { [slot]: wordings });
}

export function dropWording(draft: Draft, slot: SlotName, index: number): Draft {
  const wordings = formOf(draft)[slot].filter((_, position) => position !== index);
  const dropped = withForm(draft, { [slot]: wordings });
  return wordings.length > 0 ? dropped : { ...dropped, next: slot };
}

/** Words typed by hand; those that stand in the sentence are aligned with their tokens. */
export function typedWording(draft: Draft, text: string): Wording {
  const { tokens } = draft.sentence.analysis;
  const used = new Set<number>();
  const words: Pick<Word, "text" | "at">[] = splitWords(text).map((word) => {
    const found = tokens.findIndex((token, number) => token.text === word && !used.has(number));
    if (found < 0) return { text: word, at: null };
    used.add(found);
    return { text: word, at: found };
  });
  return marked(words, draft.marks);
}

/** Move a border by one word for all wordings; `step` 1 is to the left. */
export function shiftBorder(draft: Draft, border: "first" | "second", step: 1 | -1): Draft {
  const form = formOf(draft);
  const further = form.shifts.filter((shift) => !sameShift(shift, AS_DRAWN));
  const redrawn = redraw({ ...form, shifts: further }, { ...AS_DRAWN, [border]: step });
  return redrawn ? withForm(draft, redrawn) : draft;
}

/** Take or drop a further border; dropping the drawn one draws the next one instead. */
export function toggleBorder(draft: Draft, shift: Shift): Draft {
  const form = formOf(draft);
  const others = form.shifts.filter((other) => !sameShift(other, AS_DRAWN));
  if (sameShift(shift, AS_DRAWN)) {
    const redrawn = others[0] && redraw({ ...form, shifts: others }, others[0]);
    return redrawn ? withForm(draft, redrawn) : draft;
  }
  const main = mainSlots(form);
  if (!main || !shifted(main, shift)) return draft;
  const rest = others.filter((other) => !sameShift(other, shift));
  return withForm(draft, {
    shifts: [AS_DRAWN, ...(rest.length < others.length ? rest : [...others, shift])],
  });
}

/** Draw the borders elsewhere, word by word; null where the wordings of a slot do not share the word that moves. */
function redraw(form: Form, shift: Shift): Form | null {
  let { subject, relation, object } = form;
  for (let count = 0; count < Math.abs(shift.first); count++) {
    const moved = shift.first > 0 ? moveWord(subject, relation, "end") : moveWord(relation, subject, "start");
    if (!moved) return null;
    [subject, relation] = shift.first > 0 ? moved : [moved[1], moved[0]];
  }
  for (let count = 0; count < Math.abs(shift.second); count++) {
    const moved = shift.second > 0 ? moveWord(relation, object, "end") : moveWord(object, relation, "start");
    if (!moved) return null;
    [relation, object] = shift.second > 0 ? moved : [moved[1], moved[0]];
  }
  const shifts = form.shifts
    .map((other) => ({ first: other.first - shift.first, second: other.second - shift.second }))
    .filter((other) => !sameShift(other, AS_DRAWN));
  return { subject, relation, object, shifts: [AS_DRAWN, ...shifts] };
}

type Wordings = readonly Wording[];

/** Move the last word of all wordings of a slot before those of the next one, or the first word back. */
function moveWord(from: Wordings, to: Wordings, side: "end" | "start"): [Wordings, Wordings] | null {
  const at = side === "end" ? -1 : 0;
  const words = from.map(wordsOf);
  const word = words[0]?.at(at);
  if (
    !word ||
    to.length === 0 ||
    words.some((other) => other.length < 2 || other.at(at)?.text !== word.text)
  ) {
    return null;
  }
  const shorter = words.map((all) => {
    const rest = side === "end" ? all.slice(0, -1) : all.slice(1);
    const broken = all.at(at)!.group;
    return settle(
      wordingOf(rest.map((other) => (other.group === broken ? { ...other, group: null } : other))),
    );
  });
  // A word of a group that is taken apart is required; one that was optional alone stays so.
  const alone = word.group !== null && words[0]!.filter(({ group }) => group === word.group).length === 1;
  const longer = to.map((wording) => {
    const moved = { ...word, group: alone ? wording.length : null };
    return wordingOf(side === "end" ? [moved, ...wordsOf(wording)] : [...wordsOf(wording), moved]);
  });
  return [shorter, longer];
}

export function mainSlots(form: Form): Slots | null {
  const [[subject], [relation], [object]] = [form.subject, form.relation, form.object];
  return subject && relation && object ? { subject, relation, object } : null;
}

/** How a combination came about: drawn by hand, by a further border, or by a further wording. */
export type Way = "hand" | "border" | "variant" | "active";

export interface Combination {
  readonly key: string;
  readonly slots: Slots;
  readonly way: Way;
}

/** All triples of a form, each once, the one that is drawn first. */
export function combinations(form: Form): Combination[] {
  const found = new Map<string, Combination>();
  form.subject.forEach((subject, s) =>
    form.relation.forEach((relation, r) =>
      form.object.forEach((object, o) =>
        form.shifts.forEach((shift, border) => {
          const slots = shifted({ subject, relation, object }, shift);
          if (!slots) return;
          const key = keyOf(slots);
          const way = s + r + o > 0 ? "variant" : border > 0 ? "border" : "hand";
          if (!found.has(key)) found.set(key, { key, slots, way });
        }),
      ),
    ),
  );
  return [...found.values()];
}

export interface DraftTriple extends Combination {
  readonly refused: boolean;
}

/** All triples that the draft stands for, also the refused ones. */
export function draftTriples(draft: Draft): DraftTriple[] {
  const found = new Map<string, DraftTriple>();
  draft.forms.forEach((form, index) => {
    for (const combination of combinations(form)) {
      const { key, slots } = combination;
      if (found.has(key)) continue;
      found.set(key, {
        key,
        slots,
        way: index > 0 ? "active" : combination.way,
        refused: draft.refused.has(key),
      });
    }
  });
  return [...found.values()];
}

/** Open a triple to change it; its marks are remembered like marks made by hand. */
export function editTriple(draft: Draft, id: string, slots: Slots): Draft {
  const marks = SLOTS.reduce((sofar, slot) => remember(sofar, slots[slot]), draft.marks);
  const form: Form = {
    subject: [slots.subject],
    relation: [slots.relation],
    object: [slots.object],
    shifts: [AS_DRAWN],
  };
  return { ...clearDraft(draft), marks, forms: [form], next: null, filled: "object", editing: id };
}

export function toggleRefused(draft: Draft, key: string): Draft {
  const refused = new Set(draft.refused);
  if (!refused.delete(key)) refused.add(key);
  return { ...draft, refused };
}

function advance(draft: Draft, slot: SlotName): Draft {
  const form = formOf(draft);
  const next = SLOTS.find((name) => form[name].length === 0) ?? null;
  return { ...draft, next, filled: slot };
}
