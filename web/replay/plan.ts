/** Find few actions that build a gold synset: grow products of wordings and borders greedily, from several starts. */

import { AS_DRAWN, type Shift, shifted } from "../src/kinds/synsets/draft/borders";
import { type Draft, draftTriples, formOf, isComplete, mainSlots } from "../src/kinds/synsets/draft/draft";
import { suggestedTokens } from "../src/kinds/synsets/draft/optional";
import {
  keyOf,
  render,
  SLOTS,
  type Slots,
  type SlotName,
  type Wording,
  wordsOf,
} from "../src/kinds/synsets/draft/words";
import {
  acceptSuggestions,
  add,
  alsoSlot,
  begin,
  beginAgain,
  cheaper,
  dropFurther,
  goOn,
  hasBorder,
  markWords,
  refuse,
  setSlot,
  type Step,
  takeAll,
  takeBorders,
  takeVariant,
  toggleFurtherBorder,
  variantsOf,
} from "./actions";

/** How many actions a triple that is covered at once may cost before it is left to a later draft. */
const WORTH = [1.2, 2.2, 4];
const STARTS = 4;

export interface Replayed {
  readonly actions: number;
  readonly draft: Draft;
  readonly keys: ReadonlySet<string>;
}

/** Build all triples of a synset, beginning with the draft as the synset before left it. */
export function replaySynset(gold: readonly Slots[], draft: Draft): Replayed {
  const wanted = new Map(gold.map((triple) => [keyOf(triple), triple]));
  let best: Replayed | null = null;
  for (const worth of WORTH) {
    const replayed = build(wanted, draft, worth);
    if (!best || replayed.actions < best.actions) best = replayed;
  }
  return best!;
}

function build(wanted: ReadonlyMap<string, Slots>, draft: Draft, worth: number): Replayed {
  const made = new Set<string>();
  let step = begin(draft);
  while (made.size < wanted.size) {
    const round = bestRound(step, wanted, made, worth);
    for (const { key, refused } of draftTriples(round.draft)) {
      if (refused) continue;
      if (!wanted.has(key)) throw new Error(`added a triple that the gold does not have: ${key}`);
      made.add(key);
    }
    step = add(round);
  }
  return { actions: step.actions, draft: step.draft, keys: made };
}

function bestRound(
  step: Step,
  wanted: ReadonlyMap<string, Slots>,
  made: ReadonlySet<string>,
  worth: number,
): Step {
  const missing = [...wanted].filter(([key]) => !made.has(key)).map(([, triple]) => triple);
  let best: { step: Step; price: number } | null = null;
  for (const start of startsAmong(missing)) {
    const drawn = [draw(beginAgain(step, start), start)];
    if (isComplete(step.draft)) drawn.push(draw(goOn(step), start));
    for (const beginning of drawn) {
      const grown = refuseUnwanted(grow(beginning, wanted, made, missing, worth), wanted);
      const covered = newlyMade(grown.draft, wanted, made);
      if (covered === 0) continue;
      const price = (grown.actions - step.actions + 1) / covered;
      if (!best || price < best.price) best = { step: grown, price };
    }
  }
  if (!best)
    throw new Error(`no way found to ${render(missing[0]!.subject)} | ${render(missing[0]!.relation)}`);
  return best.step;
}

/** Triples to begin with: without typed words, from the largest families of the same words, with the longest relations. */
function startsAmong(missing: readonly Slots[]): Slots[] {
  const families = new Map<string, Slots[]>();
  for (const triple of missing) {
    const words = SLOTS.flatMap((slot) => wordsOf(triple[slot]).map((word) => word.text)).join(" ");
    families.set(words, [...(families.get(words) ?? []), triple]);
  }
  const byEase = (a: Slots[], b: Slots[]): number =>
    typedWords(a[0]!) - typedWords(b[0]!) || b.length - a.length;
  const starts = [...families.values()].sort(byEase).slice(0, STARTS);
  return starts.flatMap((family) => {
    const sorted = [...family].sort((a, b) => wordsOf(b.relation).length - wordsOf(a.relation).length);
    return sorted.slice(0, 2);
  });
}

function typedWords(triple: Slots): number {
  return SLOTS.flatMap((slot) => wordsOf(triple[slot])).filter((word) => word.at === null).length;
}

/** Make a triple the main one of the draft. */
function draw(step: Step, triple: Slots): Step {
  let drawn = step;
  for (const slot of SLOTS) {
    const [main] = drawn.draft.spent ? [] : formOf(drawn.draft)[slot];
    if (!main || render(main) !== render(triple[slot])) drawn = setSlot(drawn, slot, triple[slot]);
  }
  const marked = mark(drawn, triple);
  const accepted = suggestedTokens(drawn.draft).length > 0 ? mark(acceptSuggestions(drawn), triple) : null;
  return cheaper(marked, accepted);
}

function mark(step: Step, triple: Slots): Step {
  return SLOTS.reduce((sofar, slot) => markWords(sofar, slot, 0, triple[slot]), step);
}

type Move = (step: Step) => Step | null;

/** Add wordings, borders and variants as long as they are worth their actions. */
function grow(
  step: Step,
  wanted: ReadonlyMap<string, Slots>,
  made: ReadonlySet<string>,
  missing: readonly Slots[],
  worth: number,
): Step {
  let grown = step;
  let value = valueOf(grown, wanted, made, worth);
  for (;;) {
    let best: { step: Step; value: number } | null = null;
    for (const move of moves(grown, missing)) {
      const moved = move(grown);
      if (!moved) continue;
      const movedValue = valueOf(moved, wanted, made, worth);
      if (movedValue > (best?.value ?? value)) best = { step: moved, value: movedValue };
    }
    if (!best) return grown;
    ({ step: grown, value } = best);
  }
}

/** Triples gained, at what they are worth, less the actions spent and the refusals still to come. */
function valueOf(
  step: Step,
  wanted: ReadonlyMap<string, Slots>,
  made: ReadonlySet<string>,
  worth: number,
): number {
  let gained = 0;
  let unwanted = 0;
  for (const { key } of draftTriples(step.draft)) {
    if (!wanted.has(key)) unwanted++;
    else if (!made.has(key)) gained++;
  }
  return gained * worth - unwanted - step.actions;
}

function moves(step: Step, missing: readonly Slots[]): Move[] {
  const found: Move[] = [takeBorders, takeAll];
  const form = formOf(step.draft);
  const main = mainSlots(form);
  if (!main) return [];
  for (const variant of variantsOf(step)) {
    if (variant.kind !== "border" && variant.kind !== "optional")
      found.push((before) => takeVariant(before, variant));
  }
  for (const shift of shiftsAmong(main, missing)) {
    if (!hasBorder(step, shift)) found.push((before) => toggleFurtherBorder(before, shift));
  }
  for (const shift of form.shifts.slice(1)) found.push((before) => toggleFurtherBorder(before, shift));
  for (const slot of SLOTS) {
    const known = new Set(form[slot].map(render));
    form[slot].slice(1).forEach((_, index) => found.push((before) => dropFurther(before, slot, index + 1)));
    for (const wording of wordingsAmong(slot, missing)) {
      if (!known.has(render(wording))) found.push((before) => alsoSlot(before, slot, wording));
    }
  }
  return found;
}

function wordingsAmong(slot: SlotName, missing: readonly Slots[]): Wording[] {
  return [...new Map(missing.map((triple) => [render(triple[slot]), triple[slot]])).values()];
}

/** Borders at which the main words make a gold triple. */
function shiftsAmong(main: Slots, missing: readonly Slots[]): Shift[] {
  const keys = new Set(missing.map(keyOf));
  const found: Shift[] = [];
  const [subject, relation, object] = SLOTS.map((slot) => wordsOf(main[slot]).length) as [
    number,
    number,
    number,
  ];
  for (let first = 1 - relation; first < subject; first++) {
    for (let second = 1 - object; second < relation - first; second++) {
      const slots = shifted(main, { first, second });
      if (slots && keys.has(keyOf(slots)) && !(first === AS_DRAWN.first && second === AS_DRAWN.second)) {
        found.push({ first, second });
      }
    }
  }
  return found;
}

function refuseUnwanted(step: Step, wanted: ReadonlyMap<string, Slots>): Step {
  const unwanted = draftTriples(step.draft).filter(({ key, refused }) => !refused && !wanted.has(key));
  return refuse(
    step,
    unwanted.map(({ key }) => key),
  );
}

function newlyMade(draft: Draft, wanted: ReadonlyMap<string, Slots>, made: ReadonlySet<string>): number {
  return draftTriples(draft).filter(({ key, refused }) => !refused && wanted.has(key) && !made.has(key))
    .length;
}
