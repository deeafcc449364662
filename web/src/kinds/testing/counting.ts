/** A tiny kind for tests: documents that count. */
import type { DocumentRules } from "../../sync";
import type { KindOfPage } from "../kind";
import Baskets from "./Baskets.svelte";
import Count from "./Count.svelte";
import Totals from "./Totals.svelte";

export interface Counted {
  total: number;
  done: boolean;
}

export interface CountPayloads {
  count: { by: number };
  done: { done: boolean };
}

export const COUNTING_RULES: DocumentRules<Counted, CountPayloads> = {
  name: "counting",
  emptyState: () => ({ total: 0, done: false }),
  fold: (state, event) =>
    event.kind === "count"
      ? { ...state, total: state.total + event.payload.by }
      : { ...state, done: event.payload.done },
  touched: ({ kind }) => [kind],
  describe: (event) => (event.kind === "count" ? `Counted ${event.payload.by} more` : "Done"),
  isDone: ({ done }) => done,
  summary: ({ total }) => ({ triples: total }),
};

export const COUNTING: KindOfPage = {
  name: "counting",
  title: "Counting",
  intro: "People count pears.",
  words: { item: "basket", items: "baskets", workers: "counters", merge: "add up", merged: "added up" },
  rules: COUNTING_RULES,
  screens: [
    { id: "count", label: "Count", path: "", component: Count },
    { id: "totals", label: "Totals", path: "/totals", component: Totals, document: "none" },
  ],
  pages: [{ id: "baskets", label: "All baskets", icon: "list", component: Baskets, role: "curator" }],
  dashboard: Baskets,
  imports: {},
  keyGroups: [],
  rowNote: ({ triples }) => ({ text: `${triples} counted`, title: "" }),
};
