import { describe, expect, it } from "vitest";
import cases from "../../../fixtures/cliques-fold.json";
import { commutes } from "../../sync/conflicts";
import type { StoredEvent } from "../../sync/event";
import { effectiveEvents } from "../../sync/history";
import { foldAll } from "../../sync/rules";
import { CLIQUE_RULES } from "./rules";
import { emptyState } from "./state";

// Python folds the same cases: tests/annotate/cliques.
describe("the fold", () => {
  it.each(cases.cases.map((each) => [each.name, each] as const))("%s", (_, { events, effective, state }) => {
    const stored = events as unknown as StoredEvent[];
    expect(effectiveEvents(stored).map(({ number }) => number)).toEqual(effective);
    const before = structuredClone(stored);
    expect(foldAll(CLIQUE_RULES, emptyState(), stored)).toEqual(state);
    expect(stored).toEqual(before);
  });
});

describe("commuting", () => {
  it.each(cases.commutes.map((each) => [each.name, each] as const))(
    "%s",
    (_, { one, other, commutes: expected }) => {
      const [left, right] = [one, other] as unknown as [StoredEvent, StoredEvent];
      expect([commutes(CLIQUE_RULES, left, right), commutes(CLIQUE_RULES, right, left)]).toEqual([
        expected,
        expected,
      ]);
    },
  );
});
