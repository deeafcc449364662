/** The gold to be replayed: triples whose words are aligned with the tokens of their sentence. */

import { type Analysis, type Sentence, sentenceOf } from "../src/kinds/synsets/draft/sentence";
import { type Slots, splitWords, type Wording, wordingOf } from "../src/kinds/synsets/draft/words";

type ChunkJson = [text: string, optional: boolean];

export interface GoldSentence {
  readonly id: string;
  readonly sentence: Sentence;
  readonly synsets: readonly (readonly Slots[])[];
}

export function parseSentence(line: string): GoldSentence {
  const read = JSON.parse(line) as {
    id: string;
    text: string;
    language: string;
    analysis: Partial<Analysis> | null;
    synsets: [ChunkJson[], ChunkJson[], ChunkJson[]][][];
  };
  const sentence = sentenceOf(read.text, read.language, false, read.analysis);
  const texts = sentence.analysis.tokens.map((token) => token.text);
  const synsets = read.synsets.map((triples) =>
    triples.map(([subject, relation, object]) => ({
      subject: align(subject, texts),
      relation: align(relation, texts),
      object: align(object, texts),
    })),
  );
  return { id: read.id, sentence, synsets };
}

/** Align each word with a token, in as few stretches of neighbouring tokens as possible. */
function align(chunks: readonly ChunkJson[], texts: readonly string[]): Wording {
  const words = chunks.flatMap(([text, optional], index) =>
    splitWords(text).map((word) => ({ text: word, group: optional ? index : null })),
  );
  const places = fewestStretches(
    words.map((word) => word.text),
    texts,
  );
  return wordingOf(words.map((word, index) => ({ ...word, at: places[index] ?? null })));
}

function fewestStretches(words: readonly string[], texts: readonly string[]): (number | null)[] {
  // best[token] = fewest stretches of the words so far, with the last word at that token (-1: at none).
  let best = new Map<number, { cost: number; path: readonly (number | null)[] }>([
    [-2, { cost: 0, path: [] }],
  ]);
  for (const word of words) {
    const following = new Map<number, { cost: number; path: readonly (number | null)[] }>();
    const places = texts.flatMap((text, token) => (text === word ? [token] : []));
    for (const [last, { cost, path }] of best) {
      for (const token of places.filter((place) => !path.includes(place))) {
        const total = cost + (token === last + 1 ? 0 : 1);
        const known = following.get(token);
        if (!known || total < known.cost) following.set(token, { cost: total, path: [...path, token] });
      }
      if (following.size === 0 || places.length === 0) {
        const known = following.get(-2);
        if (!known || cost < known.cost) following.set(-2, { cost: cost + 1, path: [...path, null] });
      }
    }
    best = following;
  }
  let fewest: { cost: number; path: readonly (number | null)[] } = { cost: Infinity, path: [] };
  for (const end of best.values()) if (end.cost < fewest.cost) fewest = end;
  return [...fewest.path];
}
