/** German verb order: the particle or main verb at the end of the clause goes beside the finite verb (A.3). */

import { type Draft, formOf, withForm } from "./draft";
import { marked } from "./marks";
import type { VerbOrder } from "./sentence";
import { numbersOf, type Wording, wordingOf, wordsOf } from "./words";

/** The finite verb of the relation whose other part does not stand directly after it yet. */
export function separatedVerb(draft: Draft): VerbOrder | null {
  const form = formOf(draft);
  const [[relation], [object]] = [form.relation, form.object];
  if (!relation) return null;
  const inRelation = numbersOf(relation);
  const numbers = [...inRelation, ...(object ? numbersOf(object) : [])];
  return (
    draft.sentence.analysis.verb_order.find(({ finite, moved }) => {
      const at = numbers.indexOf(finite);
      return inRelation.includes(finite) && moved.some((token, index) => numbers[at + 1 + index] !== token);
    }) ?? null
  );
}

/** Put the separated parts directly after the finite verb, in every wording of the relation, and take them from the object. */
export function besideFinite(draft: Draft): Draft {
  const found = separatedVerb(draft);
  if (!found) return draft;
  const form = formOf(draft);
  const { tokens } = draft.sentence.analysis;
  const moved = wordsOf(
    marked(
      found.moved.map((at) => ({ text: tokens[at]?.text ?? "", at })),
      draft.marks,
    ),
  ).map((word) => ({ ...word, group: null }));
  const without = (wording: Wording): Wording =>
    wordingOf(wordsOf(wording).filter((word) => word.at === null || !found.moved.includes(word.at)));
  const relation = form.relation.map((wording) => {
    const words = wordsOf(without(wording));
    const at = words.findIndex((word) => word.at === found.finite);
    return at < 0 ? wording : wordingOf([...words.slice(0, at + 1), ...moved, ...words.slice(at + 1)]);
  });
  const object = form.object.map(without).filter((wording) => wording.length > 0);
  return withForm(draft, { relation, object });
}
