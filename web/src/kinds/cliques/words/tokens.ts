/** Split a sentence of a clique into words that can be picked and compared. */

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /^[([{"“‘«'`]+(?=.)/u;
const CLOSING = /(?<=.)(?:['’]s|[\])}"”’»',;:!?…。，！？；：、」]+)$/iu;
const FULL_STOP = /(?<=.)\.+$/u;
const HAN = /\p{Script=Han}|[。，！？；：、「」]|[^\p{Script=Han}。，！？；：、「」]+/gu;

/**
 * Split at white space, then split off punctuation at the edges of each word. Files of cliques write punctuation
 * apart, people do not. A full stop is split off at the end of the sentence only, since inside it ends an
 * abbreviation. Chinese characters are tokens by themselves.
 */
export function tokenise(text: string): Token[] {
  const words = [...text.matchAll(/\S+/gu)];
  return words.flatMap((match, index) => {
    const isLast = index === words.length - 1;
    return splitWord(match[0], isLast).map(([start, part]) => {
      const from = match.index + start;
      return { text: part, start: from, end: from + part.length };
    });
  });
}

function splitWord(word: string, isLast: boolean): [number, string][] {
  const before: string[] = [];
  const after: string[] = [];
  let middle = word;
  for (let found = OPENING.exec(middle); found; found = OPENING.exec(middle)) {
    before.push(found[0]);
    middle = middle.slice(found[0].length);
  }
  for (let found = lastPart(middle, isLast); found; found = lastPart(middle, isLast)) {
    after.unshift(found);
    middle = middle.slice(0, -found.length);
  }
  let at = 0;
  return [...before, ...(middle.match(HAN) ?? []), ...after].map((part) => {
    at += part.length;
    return [at - part.length, part];
  });
}

function lastPart(word: string, isLast: boolean): string | undefined {
  const found = CLOSING.exec(word) ?? (isLast && !isAbbreviation(word) ? FULL_STOP.exec(word) : null);
  return found?.[0];
}

/** U.S. keeps its last full stop. */
function isAbbreviation(word: string): boolean {
  return /^(?:\p{L}\.){2,}$/u.test(word);
}

/** The words of the tokens with these numbers: neighbours as they stand in the sentence, others after a space. */
export function textOf(text: string, tokens: readonly Token[], numbers: readonly number[]): string {
  let result = "";
  numbers.forEach((number, index) => {
    const token = tokens[number]!;
    const previous = index > 0 ? numbers[index - 1]! : null;
    const isNext = previous !== null && number === previous + 1;
    const gap = isNext ? text.slice(tokens[previous]!.end, token.start) : " ";
    result += (previous === null ? "" : gap && " ") + token.text;
  });
  return result;
}

/** A word as it is compared: in lower case, with one kind of apostrophe and quotation mark. */
export function plain(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/[“”«»]|``|''/gu, '"');
}

/**
 * Numbers of the tokens that a text is made of: one run where there is one, else the first free token for each
 * word; null for a word that is not in the sentence.
 */
export function findTokens(tokens: readonly Token[], text: string): (number | null)[] {
  const wanted = tokenise(text).map((token) => plain(token.text));
  const words = tokens.map((token) => plain(token.text));
  const run = words.findIndex((_, start) => wanted.every((word, index) => words[start + index] === word));
  if (run >= 0 && wanted.length > 0) return wanted.map((_, index) => run + index);
  const taken = new Set<number>();
  return wanted.map((word) => {
    const at = words.findIndex((other, number) => other === word && !taken.has(number));
    if (at < 0) return null;
    taken.add(at);
    return at;
  });
}
