/** A sentence with its tokens and what a tagger says of it (Item.analysis of the API). */

import { splitWords } from "./words";

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly pos: string | null;
  readonly lemma: string | null;
  readonly space: boolean;
  readonly predicate: boolean;
  readonly argument: boolean;
  readonly optional: boolean;
  /** Guideline section and reason of a suggested optional token. */
  readonly why: string | null;
  /** Index into the groups of several suggested tokens that come and go together. */
  readonly group: number | null;
}

export interface Passive {
  readonly auxiliaries: readonly number[];
  readonly verb: number;
  readonly by: number | null;
}

export interface Coreference {
  readonly pronoun: number;
  readonly antecedent: readonly number[];
}

/** German: words at the end of the clause that belong beside the finite verb. */
export interface VerbOrder {
  readonly finite: number;
  readonly moved: readonly number[];
  readonly rule: string;
}

export interface Analysis {
  readonly tokens: readonly Token[];
  /** Groups of suggested optional tokens, the larger ones first. */
  readonly groups: readonly (readonly number[])[];
  readonly passives: readonly Passive[];
  readonly coreferent: readonly Coreference[];
  readonly verb_order: readonly VerbOrder[];
  /** Subordinate clauses, each by its first and last token. */
  readonly clauses: readonly (readonly number[])[];
  readonly conjunctions: readonly number[];
  /** Chinese noun phrases that must stay in one slot, each by its first and last token. */
  readonly noun_phrases: readonly (readonly number[])[];
  readonly tagger: string | null;
}

export interface Sentence {
  readonly text: string;
  readonly language: string;
  readonly explicitOnly: boolean;
  readonly analysis: Analysis;
}

/** Take a served analysis, or split the text at white space where there is none. */
export function sentenceOf(
  text: string,
  language: string,
  explicitOnly: boolean,
  analysis: Partial<Analysis> | null | undefined,
): Sentence {
  return { text, language, explicitOnly, analysis: completed(analysis ?? {}, text) };
}

function completed(analysis: Partial<Analysis>, text: string): Analysis {
  return {
    tokens: analysis.tokens?.length ? analysis.tokens : plainTokens(text),
    groups: analysis.groups ?? [],
    passives: analysis.passives ?? [],
    coreferent: analysis.coreferent ?? [],
    verb_order: analysis.verb_order ?? [],
    clauses: analysis.clauses ?? [],
    conjunctions: analysis.conjunctions ?? [],
    noun_phrases: analysis.noun_phrases ?? [],
    tagger: analysis.tagger ?? null,
  };
}

function plainTokens(text: string): Token[] {
  let from = 0;
  return splitWords(text).map((word) => {
    const start = text.indexOf(word, from);
    from = start + word.length;
    return {
      text: word,
      start,
      end: from,
      pos: "",
      lemma: word,
      space: from < text.length,
      predicate: false,
      argument: false,
      optional: false,
      why: null,
      group: null,
    };
  });
}
