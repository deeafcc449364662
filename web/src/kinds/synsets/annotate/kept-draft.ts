/** Half-made drafts, kept for this tab by document, so that another sentence or a reload does not lose them. */

import { type Draft, formOf, newDraft } from "../draft/draft";
import type { Sentence } from "../draft/sentence";
import { SLOTS } from "../draft/words";

const STORAGE = "karat.draft";
/** Where the browser cannot store, drafts last until the page is loaded again. */
const memory = new Map<string, string>();

/** Documents of other people and projects may have the same number: the person and the words tell them apart. */
interface Kept extends Omit<Draft, "sentence" | "marks" | "refused"> {
  words: string[];
  groups: [number, number][];
  nextGroup: number;
  refused: string[];
}

const wordsOf = (sentence: Sentence): string[] => sentence.analysis.tokens.map(({ text }) => text);
const nameOf = (person: number, document: number): string => `${STORAGE}.${person}.${document}`;

/** Keep a draft; one that is empty, or whose triples were all added, needs no keeping. */
export function keepDraft(person: number, document: number, draft: Draft): void {
  const name = nameOf(person, document);
  const form = formOf(draft);
  if (draft.spent || SLOTS.every((slot) => form[slot].length === 0)) {
    memory.delete(name);
    tryStorage((storage) => storage.removeItem(name));
    return;
  }
  const { sentence, marks, refused, ...others } = draft;
  const kept: Kept = {
    ...others,
    words: wordsOf(sentence),
    groups: [...marks.groups],
    nextGroup: marks.next,
    refused: [...refused],
  };
  const written = JSON.stringify(kept);
  memory.set(name, written);
  tryStorage((storage) => storage.setItem(name, written));
}

/** The kept draft of a document, or an empty one. */
export function keptDraft(person: number, document: number, sentence: Sentence): Draft {
  const name = nameOf(person, document);
  const written = memory.get(name) ?? tryStorage((storage) => storage.getItem(name));
  if (!written) return newDraft(sentence);
  try {
    const { words, groups, nextGroup, refused, ...others } = JSON.parse(written) as Kept;
    // Token numbers hold only for the same tokens.
    if (words.join("\n") !== wordsOf(sentence).join("\n")) return newDraft(sentence);
    return {
      ...others,
      sentence,
      marks: { groups: new Map(groups), next: nextGroup },
      refused: new Set(refused),
    };
  } catch {
    return newDraft(sentence);
  }
}

function tryStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
