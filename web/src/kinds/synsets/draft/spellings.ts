/** Other spellings of the same words: punctuation that one system writes apart and another attaches. */

import { type Word, type Wording, wordingOf, wordsOf } from "./words";

export type SpellingKind =
  | "quotes apart"
  | "quotes attached"
  | "quotes left out"
  | "stop apart"
  | "initials apart"
  | "hyphen apart"
  | "hyphen attached"
  | "comma attached";

export const SPELLINGS: Record<SpellingKind, { title: string; respell: (wording: Wording) => Wording }> = {
  "quotes apart": {
    title: "quotation marks as single characters",
    respell: (wording) => eachWord(wording, quoteApart),
  },
  "quotes attached": { title: "quotation marks attached to their words", respell: attachQuotes },
  "quotes left out": { title: "without quotation marks", respell: leaveQuotes },
  "stop apart": {
    title: "full stop of an abbreviation as an optional word",
    respell: (w) => eachWord(w, stopApart),
  },
  "initials apart": {
    title: "initials as separate words",
    respell: (wording) => eachWord(wording, initialsApart),
  },
  "hyphen apart": {
    title: "hyphen as an optional word",
    respell: (wording) => eachWord(wording, hyphenApart),
  },
  "hyphen attached": { title: "words joined by their hyphen", respell: attachHyphens },
  "comma attached": { title: "comma attached to the word before it", respell: attachCommas },
};

/** A part of a word: its text, and whether it may be left out. */
type Part = readonly [text: string, optional: boolean];

function eachWord(wording: Wording, split: (text: string, optional: boolean) => Part[] | null): Wording {
  let group = wording.length;
  return wordingOf(
    wordsOf(wording).flatMap((word): Word[] => {
      const parts = split(word.text, word.group !== null);
      if (!parts) return [word];
      // In an optional group of several words the parts stay together; otherwise each part may be left out alone.
      const inGroup = word.group !== null && (wording[word.group]?.text ?? "") !== word.text;
      return parts.map(([text, optional]) => ({
        text,
        at: null,
        group: optional && !inGroup ? group++ : word.group,
      }));
    }),
  );
}

function quoteApart(text: string, optional: boolean): Part[] | null {
  return text === "``" || text === "''" ? [...text].map((mark): Part => [mark, optional]) : null;
}

function stopApart(text: string): Part[] | null {
  return /^\p{L}[\p{L}-]*\.$/u.test(text)
    ? [
        [text.slice(0, -1), false],
        [".", true],
      ]
    : null;
}

function initialsApart(text: string): Part[] | null {
  return /^(\p{Lu}\.){2,}$/u.test(text)
    ? (text.match(/\p{Lu}\./gu) ?? []).map((part): Part => [part, false])
    : null;
}

function hyphenApart(text: string): Part[] | null {
  if (!/[\p{L}\p{N}]-[\p{L}\p{N}]/u.test(text)) return null;
  return text.split(/(-)/u).map((part): Part => [part, part === "-"]);
}

function attachQuotes(wording: Wording): Wording {
  const words = wordsOf(wording);
  const attached: Word[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const next = words[index + 1];
    const last = attached.at(-1);
    if (word.text === "``" && next) {
      attached.push({ ...next, text: `\`\`${next.text}`, at: null });
      index++;
    } else if (word.text === "''" && last) {
      attached[attached.length - 1] = { ...last, text: `${last.text}''`, at: null };
    } else {
      attached.push(word);
    }
  }
  return wordingOf(attached);
}

function leaveQuotes(wording: Wording): Wording {
  const words = wordsOf(wording).filter((word) => word.text !== "``" && word.text !== "''");
  return words.length > 0 ? wordingOf(words) : wording;
}

function attachHyphens(wording: Wording): Wording {
  const attached: Word[] = [];
  const words = wordsOf(wording);
  for (let index = 0; index < words.length; index++) {
    const [last, word, next] = [attached.at(-1), words[index]!, words[index + 1]];
    if (word.text === "-" && last && next) {
      attached[attached.length - 1] = { ...last, text: `${last.text}-${next.text}`, at: null };
      index++;
    } else {
      attached.push(word);
    }
  }
  return wordingOf(attached);
}

function attachCommas(wording: Wording): Wording {
  const attached: Word[] = [];
  for (const word of wordsOf(wording)) {
    const last = attached.at(-1);
    if (word.text === "," && last && last.group === word.group) {
      attached[attached.length - 1] = { ...last, text: `${last.text},`, at: null };
    } else {
      attached.push(word);
    }
  }
  return wordingOf(attached);
}
