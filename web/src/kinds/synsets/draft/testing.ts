/** Sentences and triples of our own for the tests. */

import { type Analysis, type Sentence, sentenceOf, type Token } from "./sentence";
import { type Slots, type Wording, wordingOf, splitWords } from "./words";

/** A sentence whose tokens are written as word/POS; `?` after the tag suggests the token as optional. */
export function tagged(text: string, language = "en", more: Partial<Analysis> = {}): Sentence {
  let start = 0;
  const tokens = text.split(" ").map((part): Token => {
    const [word = "", tag = ""] = part.split("/");
    const pos = tag.replace("?", "");
    const token = {
      text: word,
      start,
      end: start + word.length,
      pos,
      lemma: word,
      space: true,
      predicate: pos === "VERB",
      argument: pos === "NOUN" || pos === "PROPN",
      optional: tag.endsWith("?"),
      why: null,
      group: null,
    };
    start = token.end + 1;
    return token;
  });
  const plain = tokens.map((token) => token.text).join(" ");
  return sentenceOf(plain, language, true, { tagger: "by hand", ...more, tokens });
}

/** A wording as in a gold file: brackets make chunks optional; words are aligned with their first free token. */
export function wording(text: string, sentence?: Sentence): Wording {
  const used = new Set<number>();
  let group = 0;
  return wordingOf(
    [...text.matchAll(/\[([^\]]*)\]|(\S+)/gu)].flatMap(([, optional, required]) => {
      const own = optional === undefined ? null : group++;
      return splitWords(optional ?? required ?? "").map((word) => {
        const at =
          sentence?.analysis.tokens.findIndex((token, number) => token.text === word && !used.has(number)) ??
          -1;
        if (at >= 0) used.add(at);
        return { text: word, at: at >= 0 ? at : null, group: own };
      });
    }),
  );
}

/** A triple written as `subject | relation | object`. */
export function triple(text: string, sentence?: Sentence): Slots {
  const [subject = "", relation = "", object = ""] = text.split("|");
  return {
    subject: wording(subject, sentence),
    relation: wording(relation, sentence),
    object: wording(object, sentence),
  };
}

export function written(slots: Slots): string {
  const text = (part: Wording): string =>
    part.map((chunk) => (chunk.optional ? `[${chunk.text}]` : chunk.text)).join(" ");
  return `${text(slots.subject)} | ${text(slots.relation)} | ${text(slots.object)}`;
}
