import { describe as about, expect, it } from "vitest";
import { describe, tupleText } from "./describe";
import { fold } from "./fold";
import { CLIQUE_RULES, summaryOf } from "./rules";
import { emptyState, type CliqueState, type Tuple } from "./state";

const TUPLE: Tuple = {
  id: "t1",
  sentence: "7.1",
  relation: "built",
  arguments: ["Mara", "the mill"],
  time: "in 1931",
  place: null,
};
const WITH_TUPLE = fold(emptyState(), { kind: "add", payload: { tuple: TUPLE } });

about("a clique's document", () => {
  it.each<[string, CliqueState, string | null]>([
    ["nothing yet", emptyState(), null],
    ["a tuple", WITH_TUPLE, "1 tuple"],
    ["no tuple", { ...emptyState(), empty: ["7.1"] }, "0 tuples"],
    [
      "one corrected, one kept",
      {
        ...emptyState(),
        corrections: {
          "7.1": { text: "It rains.", types: ["grammar"], kept: false },
          "7.2": { text: null, types: [], kept: true },
        },
      },
      "1 corrected",
    ],
    ["a check that goes on", { ...emptyState(), round: 2 }, null],
    [
      "a check that is done, with an earlier round",
      {
        ...emptyState(),
        round: 12,
        done: true,
        verdicts: {
          "1:7.1": { right: false, faults: ["form"], note: "" },
          "12:7.1": { right: false, faults: ["grammar"], note: "" },
          "12:7.2": { right: true, faults: [], note: "" },
        },
      },
      "1 wrong",
    ],
  ])("in a list: %s", (_, state, expected) => expect(summaryOf(state)).toBe(expected));

  it("is told of in words", () => {
    expect(tupleText(TUPLE)).toBe("(built; Mara; the mill; time: in 1931)");
    expect(describe({ kind: "remove", payload: { tuple: "t1" } }, WITH_TUPLE)).toBe(
      `Deleted ${tupleText(TUPLE)}`,
    );
    expect(describe({ kind: "remove", payload: { tuple: "t2" } }, WITH_TUPLE)).toBe(
      "Deleted a tuple that is gone",
    );
    const changed = { ...TUPLE, time: null };
    expect(describe({ kind: "change", payload: { tuple: changed } }, WITH_TUPLE)).toBe(
      "Changed to (built; Mara; the mill) (the other: (built; Mara; the mill; time: in 1931))",
    );
    expect(
      describe({
        kind: "verdict",
        payload: { round: 1, sentence: "7.1", right: false, faults: ["form", "meaning"], note: "" },
      }),
    ).toBe("Judged 7.1 as wrong: form, meaning");
  });

  it("keeps my change of a tuple that somebody else deleted", () => {
    const restate = CLIQUE_RULES.restate!;
    const change = { kind: "change", payload: { tuple: TUPLE } } as const;
    expect(restate(change, WITH_TUPLE, emptyState())).toEqual({ ...change, kind: "add" });
    expect(restate(change, WITH_TUPLE, WITH_TUPLE)).toEqual(change);
    expect(restate({ kind: "remove", payload: { tuple: "t1" } }, WITH_TUPLE, emptyState())).toBe(null);
  });
});
