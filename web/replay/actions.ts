/**
 * The app's commands, counted.
 *
 * One action is one click, one double click, one drag or one key press:
 * - picking neighbouring tokens in the sentence (a click or a drag) fills the next empty slot: 1; each further stretch of
 *   tokens of the same slot (a click or drag with Ctrl): 1;
 * - replacing a filled slot or giving it a further wording: 1 for each stretch of tokens, 1 for the key;
 * - typing words that are not tokens of the sentence: 1 to open the field, 1 for each character, 1 to close it;
 * - an optional word (click on it in the draft) or an optional group of several words (drag across them): 1; required
 *   again: 1;
 * - accepting all suggested optional tokens: 1;
 * - a further border: 1 (click between two words); all proposed borders: 1 (key);
 * - all variants: 1 (key); a single variant of the list: 1 to open the list, 1 for each that is taken;
 * - dropping a wording, refusing a combination: 1 each;
 * - adding all triples of the draft to the current synset (Enter) or to a new one (n): 1; after that, words
 *   picked for the subject begin a new draft; emptying the draft otherwise: 1.
 */

import { sameShift, type Shift } from "../src/kinds/synsets/draft/borders";
import {
  also,
  alsoWording,
  append,
  clearDraft,
  type Draft,
  dropWording,
  fill,
  formOf,
  put,
  putWording,
  spend,
  toggleBorder,
  toggleRefused,
} from "../src/kinds/synsets/draft/draft";
import { acceptAll, suggestedTokens, toggleInWording } from "../src/kinds/synsets/draft/optional";
import { marked } from "../src/kinds/synsets/draft/marks";
import {
  render,
  type SlotName,
  SLOTS,
  type Slots,
  type Word,
  type Wording,
  wordsOf,
} from "../src/kinds/synsets/draft/words";
import { proposeVariants, takeVariants, type Variant } from "../src/kinds/synsets/draft/variants";

/** A draft, the actions that led to it, and whether the list of variants is open. */
export interface Step {
  readonly draft: Draft;
  readonly actions: number;
  readonly listOpen: boolean;
}

export function begin(draft: Draft): Step {
  return { draft, actions: 0, listOpen: false };
}

function after(step: Step, draft: Draft, actions: number): Step {
  return { ...step, draft, actions: step.actions + actions };
}

/** Stretches of neighbouring tokens, and words that must be typed. */
export function stretches(wording: Wording): { numbers: number[]; typed: string[] }[] {
  const found: { numbers: number[]; typed: string[] }[] = [];
  for (const word of wordsOf(wording)) {
    const last = found.at(-1);
    if (word.at === null) {
      if (last && last.typed.length > 0) last.typed.push(word.text);
      else found.push({ numbers: [], typed: [word.text] });
    } else if (last && last.numbers.length > 0 && last.numbers.at(-1) === word.at - 1) {
      last.numbers.push(word.at);
    } else {
      found.push({ numbers: [word.at], typed: [] });
    }
  }
  return found;
}

function pickingCost(wording: Wording): number {
  return stretches(wording).reduce(
    (sum, { typed }) => sum + (typed.length > 0 ? [...typed.join(" ")].length + 2 : 1),
    0,
  );
}

function plainWording(draft: Draft, wording: Wording): Wording {
  return marked(
    wordsOf(wording).map((word: Word) => ({ text: word.text, at: word.at })),
    draft.marks,
  );
}

/** Give a slot its first wording or another one instead, then mark its optional words. */
export function setSlot(step: Step, slot: SlotName, target: Wording): Step {
  const { draft } = step;
  if (target.length === 0) throw new Error("a slot without words cannot be picked");
  const picked = stretches(target);
  let filled: Draft;
  let actions = pickingCost(target);
  if (picked.some(({ typed }) => typed.length > 0)) {
    filled = putWording(draft, slot, plainWording(draft, target));
    if (draft.next !== slot) actions += 1;
  } else if (draft.next === slot || (draft.spent && slot === "subject")) {
    filled = picked.reduce(
      (sofar, { numbers }, index) => (index === 0 ? fill : append)(sofar, numbers),
      draft,
    );
  } else {
    filled = put(
      draft,
      slot,
      picked.flatMap(({ numbers }) => numbers),
    );
    actions += 1;
  }
  return after(step, filled, actions);
}

/** Give a slot a further wording, and mark its optional words; null where the slot cannot have it. */
export function alsoSlot(step: Step, slot: SlotName, target: Wording): Step | null {
  const { draft } = step;
  const picked = stretches(target);
  const isTyped = picked.some(({ typed }) => typed.length > 0);
  const added = isTyped
    ? alsoWording(draft, slot, plainWording(draft, target))
    : also(
        draft,
        slot,
        picked.flatMap(({ numbers }) => numbers),
      );
  if (added === draft) return null;
  const index = formOf(added)[slot].length - 1;
  const cost = pickingCost(target) + 1;
  return cheaper(
    markWords(after(step, added, cost), slot, index, target),
    suggestedTokens(added, [slot]).length > 0
      ? markWords(after(step, acceptAll(added, [slot]), cost + 1), slot, index, target)
      : null,
  );
}

export function cheaper(step: Step, other: Step | null): Step {
  return other && other.actions < step.actions ? other : step;
}

/** What to toggle, from the first to the last word of a group: groups that go, then groups that come. */
function markOperations(wording: Wording, target: Wording): [from: number, to: number, clearing: boolean][] {
  const [now, wanted] = [groupsOf(wording), groupsOf(target)];
  const goes = now.filter(([from, to]) => !wanted.some((group) => group[0] === from && group[1] === to));
  const comes = wanted.filter(([from, to]) => !now.some((group) => group[0] === from && group[1] === to));
  return [
    ...goes.map(([from, to]): [number, number, boolean] => [from, to, true]),
    ...comes.map(([from, to]): [number, number, boolean] => [from, to, false]),
  ];
}

function groupsOf(wording: Wording): [number, number][] {
  const groups: [number, number][] = [];
  let at = 0;
  for (const chunk of wording) {
    const length = wordsOf([chunk]).length;
    if (chunk.optional) groups.push([at, at + length - 1]);
    at += length;
  }
  return groups;
}

/** Mark the words of a wording as the target has them. */
export function markWords(step: Step, slot: SlotName, index: number, target: Wording): Step {
  const wording = formOf(step.draft)[slot][index];
  if (!wording) throw new Error(`no wording ${index} in the ${slot}`);
  let { draft, actions } = step;
  for (const [from, to, clearing] of markOperations(wording, target)) {
    // A double click anywhere in a group takes it apart.
    draft = toggleInWording(draft, slot, index, from, clearing ? from : to);
    actions += 1;
  }
  const made = formOf(draft)[slot][index]!;
  if (render(made) !== render(target)) {
    throw new Error(`marked ${render(made)} instead of ${render(target)}`);
  }
  return { ...step, draft, actions };
}

export function acceptSuggestions(step: Step): Step {
  return after(step, acceptAll(step.draft), 1);
}

export function toggleFurtherBorder(step: Step, shift: Shift): Step {
  return after(step, toggleBorder(step.draft, shift), 1);
}

export function hasBorder(step: Step, shift: Shift): boolean {
  return formOf(step.draft).shifts.some((known) => sameShift(known, shift));
}

export function takeBorders(step: Step): Step {
  return after(step, takeVariants(step.draft, ["border"]), 1);
}

export function takeAll(step: Step): Step {
  return after(step, takeVariants(step.draft), 1);
}

export function takeVariant(step: Step, variant: Variant): Step {
  return { ...after(step, variant.take(step.draft), step.listOpen ? 1 : 2), listOpen: true };
}

export function variantsOf(step: Step): Variant[] {
  return proposeVariants(step.draft);
}

export function dropFurther(step: Step, slot: SlotName, index: number): Step {
  return after(step, dropWording(step.draft, slot, index), 1);
}

export function refuse(step: Step, keys: readonly string[]): Step {
  return after(step, keys.reduce(toggleRefused, step.draft), keys.length);
}

/** Enter or n. */
export function add(step: Step): Step {
  return { ...after(step, spend(step.draft), 1), listOpen: false };
}

/** Begin again with a triple: for nothing if the draft is spent and its subject is picked, else by emptying it. */
export function beginAgain(step: Step, triple: Slots): Step {
  const isPicked = stretches(triple.subject).every(({ typed }) => typed.length === 0);
  const isEmpty = SLOTS.every((slot) => formOf(step.draft)[slot].length === 0);
  if (isEmpty) return step;
  const begun = step.draft.spent && isPicked ? step.draft : clearDraft(step.draft);
  return { ...after(step, begun, step.draft.spent && isPicked ? 0 : 1), listOpen: false };
}

/** Go on with the words of a spent draft. */
export function goOn(step: Step): Step {
  return after(step, { ...step.draft, spent: false }, 0);
}
