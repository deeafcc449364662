/** Replay gold through the page's commands and print what annotating it costs: node replay.mjs FILE. */

import { readFileSync } from "node:fs";
import process from "node:process";

import { newDraft } from "../src/kinds/synsets/draft/draft";
import { countExpansions } from "../src/kinds/synsets/draft/expansions";
import { keyOf, type Slots, SLOTS } from "../src/kinds/synsets/draft/words";
import { type GoldSentence, parseSentence } from "./gold";
import { replaySynset } from "./plan";

interface Totals {
  triples: number;
  synsets: number;
  actions: number;
  /** Triples with an empty slot, which the page cannot make. */
  left_out: number;
  expansions: [sentence: string, synset: number, count: string][];
}

export function replaySentence(gold: GoldSentence, totals: Totals): void {
  let draft = newDraft(gold.sentence);
  gold.synsets.forEach((synset, index) => {
    const triples = synset.filter((triple) => SLOTS.every((slot) => triple[slot].length > 0));
    totals.left_out += synset.length - triples.length;
    if (triples.length === 0) return;
    const replayed = replaySynset(triples, draft);
    check(triples, replayed.keys, `sentence ${gold.id}, synset ${index + 1}`);
    draft = replayed.draft;
    totals.synsets += 1;
    totals.triples += replayed.keys.size;
    totals.actions += replayed.actions;
    totals.expansions.push([gold.id, index + 1, String(countExpansions(triples))]);
  });
}

function check(gold: readonly Slots[], made: ReadonlySet<string>, place: string): void {
  const wanted = new Set(gold.map(keyOf));
  const missing = [...wanted].filter((key) => !made.has(key));
  const unwanted = [...made].filter((key) => !wanted.has(key));
  if (missing.length + unwanted.length > 0) {
    throw new Error(
      `${place}: expected the gold's triples, found ${missing.length} missing, ${unwanted.length} more`,
    );
  }
}

const [file] = process.argv.slice(2);
if (!file) throw new Error("expected a file of sentences, found none");
const totals: Totals = { triples: 0, synsets: 0, actions: 0, left_out: 0, expansions: [] };
for (const line of readFileSync(file, "utf-8").split("\n")) {
  if (line !== "") replaySentence(parseSentence(line), totals);
}
process.stdout.write(JSON.stringify(totals) + "\n");
