import { describe as group, expect, it } from "vitest";
import cases from "../../../fixtures/study-fold.json";
import { commutes } from "../../sync/conflicts";
import type { StoredEvent } from "../../sync/event";
import { effectiveEvents } from "../../sync/history";
import { foldAll } from "../../sync/rules";
import { describe, restate, summarise } from "./fold";
import { STUDY_RULES } from "./rules";
import { emptyState, FACT_RULES, type StudyState } from "./state";

// Python folds the same cases: tests/annotate/study.
group("the fold", () => {
  it.each(cases.cases.map((each) => [each.name, each] as const))("%s", (_, { events, effective, state }) => {
    const stored = events as unknown as StoredEvent[];
    expect(effectiveEvents(stored).map(({ number }) => number)).toEqual(effective);
    const before = structuredClone(stored);
    expect(foldAll(STUDY_RULES, emptyState(), stored)).toEqual(state);
    expect(stored).toEqual(before);
  });
});

group("commuting", () => {
  it.each(cases.commutes.map((each) => [each.name, each] as const))(
    "%s",
    (_, { one, other, commutes: expected }) => {
      const [left, right] = [one, other] as unknown as [StoredEvent, StoredEvent];
      expect([commutes(STUDY_RULES, left, right), commutes(STUDY_RULES, right, left)]).toEqual([
        expected,
        expected,
      ]);
    },
  );
});

const labelled = (change: Partial<StudyState>): StudyState => ({ ...emptyState(), ...change });

group("words", () => {
  it.each([
    [{}, null],
    [{ fact: "correct", attribution: "none" }, "correct"],
    [{ attribution: "correct" }, null],
    [
      { fact: "incorrect", attribution: "incorrect", rules: ["F4", "F10", "A2"] },
      "incorrect: F4 F10, attribution incorrect: A2",
    ],
    [{ fact: "correct", unsure: true }, "unsure"],
  ] as [Partial<StudyState>, string | null][])("sums up %o", (change, expected) => {
    expect(summarise(labelled(change))).toBe(expected);
  });

  it("cuts a long summary", () => {
    const all = labelled({
      fact: "incorrect",
      attribution: "incorrect",
      rules: [...FACT_RULES, "A1", "A2", "A3"],
    });
    expect(summarise(all)).toHaveLength(80);
    expect(summarise(all)).toMatch(/…$/);
  });

  it("describes events", () => {
    expect(describe({ kind: "fact", payload: { label: "incorrect" } })).toBe("Labelled the fact incorrect");
    expect(describe({ kind: "attribution", payload: { label: "none" } })).toBe(
      "Labelled that the sentence attributes nothing",
    );
    expect(describe({ kind: "rules", payload: { rules: ["F4", "A2"] } })).toBe(
      "Named the rules broken: F4, A2",
    );
  });
});

group("restating", () => {
  const now = labelled({ fact: "incorrect", attribution: "correct", rules: [] });

  it("keeps the rules that fit the labels of the other person", () => {
    expect(restate({ kind: "rules", payload: { rules: ["F4", "A2"] } }, emptyState(), now)).toEqual({
      kind: "rules",
      payload: { rules: ["F4"] },
    });
  });

  it("is done only if the labels are complete", () => {
    const done = { kind: "done", payload: { done: true } } as const;
    expect(restate(done, emptyState(), now)).toBeNull();
    expect(restate(done, emptyState(), { ...now, rules: ["F4"] })).toEqual(done);
  });
});
