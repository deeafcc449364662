/** Variants of a draft that state the same fact: offered, and taken or refused one by one or all at once. */

import { sameShift, type Shift, shifted } from "./borders";
import {
  alsoWording,
  combinations,
  type Draft,
  EMPTY_FORM,
  type Form,
  formOf,
  mainSlots,
  toggleBorder,
  withForm,
} from "./draft";
import { acceptAll, suggestedTokens } from "./optional";
import type { Token } from "./sentence";
import { SPELLINGS, type SpellingKind } from "./spellings";
import { besideFinite, separatedVerb } from "./verb_order";
import { marked } from "./marks";
import { numbersOf, render, SLOTS, type Slots, type Wording, wordsOf } from "./words";

export type VariantKind = "border" | "optional" | "coreference" | "active" | "verb order" | "spelling";

export interface Variant {
  readonly id: string;
  readonly kind: VariantKind;
  readonly title: string;
  /** The guideline section that allows it. */
  readonly section: string;
  readonly take: (draft: Draft) => Draft;
}

const PROPOSERS: readonly [VariantKind, (draft: Draft) => Variant[]][] = [
  ["verb order", verbOrder],
  ["optional", optional],
  ["border", borders],
  ["coreference", coreference],
  ["active", active],
  ["spelling", spellings],
];

/** All variants, or all of some kinds, that the draft does not have yet. */
export function proposeVariants(draft: Draft, kinds?: readonly VariantKind[]): Variant[] {
  if (!mainSlots(formOf(draft))) return [];
  return PROPOSERS.flatMap(([kind, propose]) => (!kinds || kinds.includes(kind) ? propose(draft) : []));
}

/** Take all variants, or all of one kind; a variant that follows from another one is taken too. */
export function takeVariants(
  draft: Draft,
  kinds?: readonly VariantKind[],
  refused: ReadonlySet<string> = new Set(),
): Draft {
  let taken = draft;
  const seen = new Set<string>(refused);
  for (;;) {
    const variant = proposeVariants(taken, kinds).find(({ id }) => !seen.has(id));
    if (!variant) return taken;
    seen.add(variant.id);
    taken = variant.take(taken);
  }
}

/** How many triples a variant would add. */
export function gainOf(draft: Draft, variant: Variant): number {
  const count = (forms: readonly Form[]) =>
    new Set(forms.flatMap((form) => combinations(form).map(({ key }) => key))).size;
  return count(variant.take(draft).forms) - count(draft.forms);
}

function optional(draft: Draft): Variant[] {
  const tokens = suggestedTokens(draft);
  if (tokens.length === 0) return [];
  const texts = tokens.map((token) => draft.sentence.analysis.tokens[token]?.text ?? "");
  return [
    {
      id: `optional ${tokens.join()}`,
      kind: "optional",
      title: `Make optional: ${texts.join(", ")}`,
      section: "A.1.3",
      take: (current) => acceptAll(current),
    },
  ];
}

function verbOrder(draft: Draft): Variant[] {
  const found = separatedVerb(draft);
  if (!found) return [];
  const moved = found.moved.map((token) => draft.sentence.analysis.tokens[token]?.text ?? "").join(" ");
  return [
    {
      id: `verb order ${found.finite}`,
      kind: "verb order",
      title: `Put “${moved}” beside the finite verb`,
      section: found.rule,
      take: besideFinite,
    },
  ];
}

function borders(draft: Draft): Variant[] {
  const form = formOf(draft);
  const main = mainSlots(form)!;
  return meaningfulShifts(main, draft.sentence.analysis.tokens)
    .filter((shift) => !form.shifts.some((known) => sameShift(known, shift)))
    .map((shift) => {
      const slots = shifted(main, shift)!;
      return {
        id: `border ${shift.first} ${shift.second}`,
        kind: "border",
        title: `${render(slots.relation)} | ${render(slots.object)}`,
        section: "A.1.2",
        take: (current) =>
          formOf(current).shifts.some((known) => sameShift(known, shift))
            ? current
            : toggleBorder(current, shift),
      };
    });
}

const PARTICLES = new Set(["ADP", "PART", "SCONJ"]);
const VERBS = new Set(["VERB", "AUX"]);

/**
 * Borders between relation and object that keep the meaning (guideline A.1.2, token placements).
 *
 * From the drawn border to the left: before prepositions and particles, and between the words of the verb group, up to
 * the first word of another kind. To the right: after prepositions that begin the object.
 */
export function meaningfulShifts(main: Slots, tokens: readonly Token[]): Shift[] {
  const relation = wordsOf(main.relation);
  const object = wordsOf(main.object);
  const line = [...relation, ...object];
  const pos = (index: number): string => {
    const at = line[index]?.at ?? null;
    return at === null ? "" : (tokens[at]?.pos ?? "");
  };
  const at = relation.length;
  const places: number[] = [];
  for (let border = at - 1; border > 0; border--) {
    const [before, after] = [pos(border - 1), pos(border)];
    if (PARTICLES.has(after) || (VERBS.has(after) && (VERBS.has(before) || before === "PART")))
      places.push(border);
    else if (before === "AUX" && (after === "ADJ" || after === "ADV")) places.push(border);
    else break;
  }
  for (let border = at + 1; border < line.length && PARTICLES.has(pos(border - 1)); border++)
    places.push(border);
  return places
    .map((border) => ({ first: 0, second: relation.length - border }))
    .filter((shift) => shifted(main, shift) !== null);
}

function coreference(draft: Draft): Variant[] {
  const { coreferent, tokens } = draft.sentence.analysis;
  const variants: Variant[] = [];
  for (const slot of ["subject", "object"] as const) {
    const wordings = formOf(draft)[slot];
    for (const { pronoun, antecedent } of coreferent) {
      // A pronoun takes the place of a subject only: as an object it would have another form (he, him).
      const sides: [readonly number[], readonly number[]][] =
        slot === "subject"
          ? [
              [[pronoun], antecedent],
              [antecedent, [pronoun]],
            ]
          : [[[pronoun], antecedent]];
      for (const [from, to] of sides) {
        if (!wordings.some((wording) => refersTo(wording, from))) continue;
        const other = marked(
          to.map((at) => ({ text: tokens[at]?.text ?? "", at })),
          draft.marks,
        );
        if (wordings.some((wording) => refersTo(wording, to))) continue;
        variants.push({
          id: `coreference ${slot} ${to.join()}`,
          kind: "coreference",
          title: `Also “${render(other)}” as ${slot}`,
          section: "A.1.2",
          take: (current) => alsoWording(current, slot, other),
        });
      }
    }
  }
  return variants;
}

/** Whether the required tokens of a wording are among the tokens, and none but optional ones are missing. */
function refersTo(wording: Wording, tokens: readonly number[]): boolean {
  const required = numbersOf(wording.filter((chunk) => !chunk.optional));
  const all = new Set(numbersOf(wording));
  return (
    required.length > 0 &&
    required.every((token) => tokens.includes(token)) &&
    tokens.some((token) => all.has(token)) &&
    tokens.filter((token) => !all.has(token)).length === 0
  );
}

function active(draft: Draft): Variant[] {
  const form = formOf(draft);
  const main = mainSlots(form)!;
  const relation = numbersOf(main.relation);
  const line = [...relation, ...numbersOf(main.object)];
  const { passives } = draft.sentence.analysis;
  return passives.flatMap(({ verb, by, auxiliaries }): Variant[] => {
    const agent = by === null ? -1 : line.indexOf(by);
    if (by === null || !relation.includes(verb) || agent < 0 || agent > relation.length) return [];
    const without = (wording: Wording, dropped: readonly number[]): Wording =>
      wording.filter((chunk) => !chunk.at?.some((token) => dropped.includes(token)));
    const dropped = [...auxiliaries, by];
    const hasWords = (wording: Wording): boolean => wording.length > 0;
    const turned: Form = {
      ...EMPTY_FORM,
      subject: form.object.map((wording) => without(wording, [by])).filter(hasWords),
      relation: form.relation.map((wording) => without(wording, dropped)).filter(hasWords),
      object: form.subject,
    };
    const first = combinations(turned)[0];
    if (!first || draft.forms.some((other) => combinations(other).some(({ key }) => key === first.key)))
      return [];
    return [
      {
        id: `active ${verb}`,
        kind: "active",
        title: SLOTS.map((slot) => render(first.slots[slot])).join(" | "),
        section: "A.1.3",
        take: (current) => ({ ...current, forms: [...current.forms, turned] }),
      },
    ];
  });
}

function spellings(draft: Draft): Variant[] {
  return (Object.keys(SPELLINGS) as SpellingKind[]).flatMap((kind): Variant[] => {
    const { title } = SPELLINGS[kind];
    const changed = respelt(draft, kind);
    if (changed === draft) return [];
    return [
      {
        id: `spelling ${kind}`,
        kind: "spelling",
        title,
        section: "A.1.2",
        take: (current) => respelt(current, kind),
      },
    ];
  });
}

/** Give each slot the other spelling of each of its wordings. */
function respelt(draft: Draft, kind: SpellingKind): Draft {
  let changed = draft;
  for (const slot of SLOTS) {
    for (const wording of formOf(draft)[slot])
      changed = alsoWording(changed, slot, SPELLINGS[kind].respell(wording));
  }
  return changed === draft ? draft : { ...withForm(changed, {}), filled: draft.filled };
}
