/** Warnings about a triple, each with the section of the guidelines that it comes from. */

import type { Sentence } from "./sentence";
import { keyOf, numbersOf, render, type SlotName, SLOTS, type Slots, type Wording, wordsOf } from "./words";

export interface Warning {
  readonly rule: string;
  readonly section: string;
  readonly text: string;
  /** The slot that it is about; null for the whole triple. */
  readonly slot: SlotName | null;
  /** The triple cannot be added. */
  readonly blocks: boolean;
}

export interface KnownTriple {
  readonly slots: Slots;
  /** The synset it stands in, and how the list calls it. */
  readonly synset: string;
  readonly name: string;
}

export interface Context {
  readonly sentence: Sentence;
  /** Triples of the document, without the one that is being changed. */
  readonly known: readonly KnownTriple[];
  /** The synset that the triple would go into; null for a new one. */
  readonly synset: string | null;
}

type Found = Pick<Warning, "text" | "slot"> & { section?: string; blocks?: boolean };
type Rule = (triple: Slots, context: Context) => Found[];

const ARGUMENTS: readonly SlotName[] = ["subject", "object"];

/** Conjunctions for sentences that no tagger has seen. */
const CONJUNCTIONS: Record<string, readonly string[]> = {
  en: ["and", "or", "&"],
  de: ["und", "oder", "sowie"],
  zh: ["和", "与", "或", "及"],
};

/** More required words than this make an argument too specific even without a verb. */
const LONG_ARGUMENT = 14;
/** Tokens of Chinese sentences are characters. */
const LONG_CHINESE_ARGUMENT = 30;

/** A slot whose every word may be left out would accept an extraction without it. */
const emptySlot: Rule = (triple) =>
  SLOTS.filter((slot) => triple[slot].length > 0 && triple[slot].every((chunk) => chunk.optional)).map(
    (slot) => ({
      slot,
      blocks: true,
      text: `Every word of the ${slot} is optional: an extraction without any ${slot} would be right.`,
    }),
  );

/** A.1.7: every word must stand in the sentence. */
const implicitWords: Rule = (triple, { sentence }) => {
  // Words may be written together or apart in another way than in the sentence.
  const text = sentence.text.replace(/\s+/gu, "");
  return SLOTS.flatMap((slot) => {
    const words = wordsOf(triple[slot])
      .filter((word) => word.at === null && !text.includes(word.text))
      .map((word) => `“${word.text}”`);
    if (words.length === 0) return [];
    const verb = words.length === 1 ? "does" : "do";
    return [
      { slot, blocks: sentence.explicitOnly, text: `${words.join(", ")} ${verb} not stand in the sentence.` },
    ];
  });
};

/** A.1.6: arguments joined by a conjunction belong into separate facts. */
const conjunction: Rule = (triple, { sentence }) => {
  const { conjunctions, tagger } = sentence.analysis;
  const listed = new Set(CONJUNCTIONS[sentence.language] ?? []);
  return ARGUMENTS.flatMap((slot) => {
    const words = wordsOf(triple[slot]);
    const index = words.findIndex(
      (word, position) =>
        position > 0 &&
        position < words.length - 1 &&
        (tagger === null ? listed.has(word.text) : word.at !== null && conjunctions.includes(word.at)),
    );
    if (index < 0) return [];
    return [
      { slot, text: `“${words[index]!.text}” joins two arguments: make a triple, and a synset, of each.` },
    ];
  });
};

/** The verbs of a wording by their first token; a Chinese verb has several. */
function predicates(wording: Wording, sentence: Sentence): number[] {
  const isPredicate = (token: number): boolean => sentence.analysis.tokens[token]?.predicate ?? false;
  const isContinued = (token: number): boolean =>
    sentence.language.startsWith("zh") && isPredicate(token - 1);
  return numbersOf(wording).filter((token) => isPredicate(token) && !isContinued(token));
}

/** A.1.5: an argument names one concept; a clause with its own verb and its own arguments is several. */
const complexArgument: Rule = (triple, { sentence }) =>
  ARGUMENTS.flatMap((slot) => {
    const required = triple[slot].filter((chunk) => !chunk.optional);
    const verbs = predicates(required, sentence);
    const nouns = (after: number): boolean =>
      numbersOf(required).some((token) => token > after && sentence.analysis.tokens[token]?.argument);
    if (verbs.length >= 2 || (verbs[0] !== undefined && nouns(verbs[0]) && required.length > 6)) {
      return [{ slot, text: `The ${slot} is a clause of several concepts, not one concept.` }];
    }
    if (required.length > (sentence.language.startsWith("zh") ? LONG_CHINESE_ARGUMENT : LONG_ARGUMENT)) {
      return [{ slot, text: `The ${slot} has ${required.length} required words: is it a single concept?` }];
    }
    return [];
  });

/**
 * A.1.4: an argument with a part of a clause lacks what the sentence says.
 *
 * A clause is cut by an argument with tokens inside and outside of it, and by an object inside whose relation is outside.
 */
const cutClause: Rule = (triple, { sentence }) => {
  const relation = numbersOf(triple.relation);
  const isVerb = (token: number): boolean => sentence.analysis.tokens[token]?.predicate ?? false;
  return ARGUMENTS.flatMap((slot) => {
    const tokens = numbersOf(triple[slot]);
    const cut = sentence.analysis.clauses.find(([from = 0, to = 0]) => {
      const within = (token: number): boolean => token >= from && token <= to;
      const inside = tokens.filter(within);
      if (inside.length === 0 || inside.length === tokens.length) {
        if (inside.length === 0 || slot === "subject" || relation.some(within)) return false;
      }
      // Without its verb a clause is cut; without a phrase it only says less.
      for (let token = from; token <= to; token++) if (isVerb(token) && !tokens.includes(token)) return true;
      return false;
    });
    if (!cut) return [];
    const [from = 0, to = 0] = cut;
    const clause = sentence.analysis.tokens.slice(from, to + 1).map(({ text }) => text);
    return [
      {
        slot,
        text: `The ${slot} has only a part of the clause “${clause.join(" ")}”: is the fact complete?`,
      },
    ];
  });
};

/** A.1.1: the relation is mediated by a verb. */
const noVerb: Rule = (triple, { sentence }) => {
  if (sentence.analysis.tagger === null) return [];
  const tokens = numbersOf(triple.relation);
  const aligned = tokens.length === wordsOf(triple.relation).length;
  const isVerb = (token: number): boolean => {
    const found = sentence.analysis.tokens[token];
    return found !== undefined && (found.predicate || found.pos === "VERB" || found.pos === "AUX");
  };
  return aligned && tokens.length > 0 && !tokens.some(isVerb)
    ? [{ slot: "relation", text: "The relation has no verb." }]
    : [];
};

/** A.1.2: a fact stands once, in one synset. */
const duplicate: Rule = (triple, { known, synset }) => {
  const key = keyOf(triple);
  const same = known.find((other) => keyOf(other.slots) === key);
  if (same) {
    const here = same.synset === synset;
    return [
      {
        slot: null,
        blocks: here,
        text: here ? "This synset has this triple already." : `${same.name} has this triple already.`,
      },
    ];
  }
  const words = (slots: Slots): string =>
    SLOTS.map((slot) =>
      wordsOf(slots[slot])
        .map((word) => word.text)
        .join(" "),
    ).join("\t");
  const alike = known.find((other) => words(other.slots) === words(triple));
  return alike
    ? [
        {
          slot: null,
          text: `${alike.name} has the same words with other optional marks: ${SLOTS.map((slot) => render(alike.slots[slot])).join(" | ")}`,
        },
      ]
    : [];
};

/** A.1.2: a synset is one fact; what shares words with it in at most one slot is probably another one. */
const anotherFact: Rule = (triple, { known, synset }) => {
  const here = known.filter((other) => other.synset === synset);
  if (here.length === 0 || here.some(({ slots }) => mayBeSameFact(triple, slots))) return [];
  return [
    {
      slot: null,
      text: "This shares hardly a word with the current synset: if it is another fact, add it with New synset (n).",
    },
  ];
};

/** Whether two triples share words in two slots, or in both arguments the other way round, as a passive has them. */
function mayBeSameFact(one: Slots, other: Slots): boolean {
  const share = (slot: SlotName, otherSlot: SlotName): boolean => {
    const words = new Set(wordsOf(other[otherSlot]).map(({ text }) => text.toLowerCase()));
    return wordsOf(one[slot]).some(({ text }) => words.has(text.toLowerCase()));
  };
  const shared = SLOTS.filter((slot) => share(slot, slot)).length;
  return shared >= 2 || (share("subject", "object") && share("object", "subject"));
}

/** A token that stands in two slots is said twice. */
const repeatedWord: Rule = (triple) => {
  const slotsOf = new Map<number, SlotName[]>();
  for (const slot of SLOTS) {
    for (const token of new Set(numbersOf(triple[slot])))
      slotsOf.set(token, [...(slotsOf.get(token) ?? []), slot]);
  }
  const text = new Map(SLOTS.flatMap((slot) => wordsOf(triple[slot]).map(({ at, text }) => [at, text])));
  return [...slotsOf].flatMap(([token, slots]) =>
    slots.length > 1 ? [{ slot: null, text: `“${text.get(token)}” stands in ${slots.join(" and ")}.` }] : [],
  );
};

/** A.3.1 to A.3.3: the particle or main verb stands directly after the finite verb. */
const germanVerbOrder: Rule = (triple, { sentence }) => {
  // The part may follow across the border: *wurde | gebaut von*.
  const tokens = [...numbersOf(triple.relation), ...numbersOf(triple.object)];
  const relation = new Set(numbersOf(triple.relation));
  return sentence.analysis.verb_order.flatMap(({ finite, moved, rule }) => {
    const at = tokens.indexOf(finite);
    if (!relation.has(finite) || moved.every((token, index) => tokens[at + 1 + index] === token)) return [];
    const words = moved.map((token) => sentence.analysis.tokens[token]?.text ?? "").join(" ");
    const verb = sentence.analysis.tokens[finite]?.text ?? "";
    return [
      { slot: "relation" as const, section: rule, text: `“${words}” belongs directly after “${verb}”.` },
    ];
  });
};

/** A.2.2: a Chinese noun phrase is not divided between relation and object. */
const chineseNounPhrase: Rule = (triple, { sentence }) => {
  if (!sentence.language.startsWith("zh")) return [];
  const [relation, object] = [numbersOf(triple.relation), numbersOf(triple.object)];
  const divided = sentence.analysis.noun_phrases.find(([from = 0, to = 0]) => {
    const within = (token: number): boolean => token >= from && token <= to;
    return relation.some(within) && object.some(within);
  });
  const [last, first] = [wordsOf(triple.relation).at(-1), wordsOf(triple.object)[0]];
  if (!divided && !last?.text.endsWith("的") && !first?.text.startsWith("的")) return [];
  return [{ slot: "object", text: "A noun phrase with 的 is not divided between relation and object." }];
};

/** All rules, in the order in which their warnings are shown, each with its section. */
export const RULES: readonly { name: string; section: string; rule: Rule }[] = [
  { name: "implicit words", section: "A.1.7", rule: implicitWords },
  { name: "duplicate", section: "A.1.2", rule: duplicate },
  { name: "another fact", section: "A.1.2", rule: anotherFact },
  { name: "verb order", section: "A.3.1", rule: germanVerbOrder },
  { name: "noun phrase", section: "A.2.2", rule: chineseNounPhrase },
  { name: "no verb", section: "A.1.1", rule: noVerb },
  { name: "conjunction", section: "A.1.6", rule: conjunction },
  { name: "cut clause", section: "A.1.4", rule: cutClause },
  { name: "complex argument", section: "A.1.5", rule: complexArgument },
  { name: "empty slot", section: "A.1.3", rule: emptySlot },
  { name: "repeated word", section: "A.1.2", rule: repeatedWord },
];

export function warningsOf(triple: Slots, context: Context): Warning[] {
  return RULES.flatMap(({ name, section, rule }) =>
    rule(triple, context).map((found) => ({ section, blocks: false, ...found, rule: name })),
  );
}

/** The section of the guidelines that is most useful for the draft: of its first warning, or of optional tokens. */
export function sectionFor(warnings: readonly Warning[]): string {
  return warnings[0]?.section ?? "A.1.3";
}
