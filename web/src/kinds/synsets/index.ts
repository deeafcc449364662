/** Synsets: each fact of a sentence as the set of triples that say it, as in BenchIE. */
import Dashboard from "./dashboard/Dashboard.svelte";
import type { KindOfPage } from "../kind";
import Annotate from "./annotate/Annotate.svelte";
import Compare from "./compare/Compare.svelte";
import { FIRST_STEPS } from "./first-steps";
import { SYNSET_SCREENS } from "./keys";
import Review from "./review/Review.svelte";
import { SYNSET_RULES } from "./rules";

export const SYNSETS: KindOfPage = {
  name: SYNSET_RULES.name,
  title: "Synsets",
  intro: "Annotators write down each fact of a sentence with all its wordings: gold as in BenchIE.",
  words: {
    item: "sentence",
    items: "sentences",
    workers: "annotators",
    merge: "merge",
    merged: "merged",
  },
  rules: SYNSET_RULES,
  screens: [
    { id: "annotate", label: "Annotate", path: "", component: Annotate },
    {
      id: "review",
      label: "Review systems",
      path: "/review",
      component: Review,
      count: ({ candidates }) => candidates,
      counted: "extractions without a decision",
    },
    { id: "compare", label: "Compare", path: "/compare", component: Compare, document: "merged" },
  ],
  dashboard: Dashboard,
  sharedSettings: ["sentences", "explicit_only", "per_item", "examination", "review"],
  imports: {
    sentences: {
      label: "Sentences",
      hint: "A plain text with one sentence a line, or a table with ids. In a translation project: the source sentences.",
    },
    gold: {
      label: "Gold, as my own finished work",
      hint: "BenchIE gold or any other gold that Karat reads.",
      name: "Of where it comes from.",
    },
    draft: {
      label: "Draft to work on",
      hint: "Gold or a system's output as a beginning: the person goes on from there.",
      name: "Of where it comes from.",
      person: true,
    },
    candidates: {
      label: "Extractions to review",
      hint: "A system's output, or the gold of another benchmark. The system's name stays hidden while reviewing.",
      name: "Of the system or benchmark.",
    },
  },
  exportHints: {
    benchie: "synsets with optional words in brackets",
    "benchie-e": "without triples that are not wholesome",
    jsonl: "everything: origins, rounds, notes",
    csv: "one triple a row",
  },
  exportsOf: "Merged gold",
  keyGroups: SYNSET_SCREENS.flat(),
  guide: FIRST_STEPS,
  hasTutorial: true,
  rowNote: ({ synsets, triples }) => ({
    text: triples === 0 ? "" : `${synsets} · ${triples}`,
    title: "synsets · triples",
  }),
};
