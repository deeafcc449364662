/** Cliques: paraphrases that are corrected, and n-ary tuples of all sentences of a clique, as in ROBUST. */
import type { KindOfPage } from "../kind";
import Batches from "./batches/Batches.svelte";
import Options from "./batches/Options.svelte";
import Dashboard from "./dashboard/Dashboard.svelte";
import { CLIQUE_KEY_GROUPS } from "./keys";
import { CLIQUE_RULES } from "./rules";
import Work from "./Work.svelte";

export const CLIQUES: KindOfPage = {
  name: CLIQUE_RULES.name,
  title: "Cliques",
  intro:
    "Workers correct paraphrases of a sentence, then write the tuples of all of them: gold as in ROBUST.",
  words: { item: "clique", items: "cliques", workers: "workers", merge: "accept", merged: "accepted" },
  rules: CLIQUE_RULES,
  screens: [{ id: "work", label: "Work", path: "", component: Work }],
  pages: [{ id: "batches", label: "Batches", icon: "list", component: Batches, role: "curator" }],
  dashboard: Dashboard,
  settings: Options,
  sharedSettings: ["examination"],
  assigning: { text: "Cliques are given out in batches.", page: "batches" },
  imports: {
    cliques: {
      label: "Cliques",
      hint: "Unified JSON as ROBUST has it: originals and their paraphrases. Tuples of the originals are taken as given.",
    },
  },
  exportHints: {
    robust: "sentences and tuples of accepted batches, for karat cliques score",
    "robust-sentences": "originals and corrected paraphrases, once stage 1 is accepted",
    jsonl: "all corrections, tuples, batches, checks and verdicts",
    csv: "how often each type was corrected, by worker and batch",
  },
  keyGroups: CLIQUE_KEY_GROUPS,
  hasTutorial: true,
};
