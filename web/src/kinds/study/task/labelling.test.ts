import { describe, expect, it } from "vitest";
import { fold } from "../fold";
import { finish, missing, toggleRule, whyNotNone, whyNotRule } from "./labelling";
import { emptyState, type StudyEvent, type StudyState } from "../state";

const after = (state: StudyState, events: StudyEvent[]) => events.reduce(fold, state);
const labelled = (change: Partial<StudyState>): StudyState => ({ ...emptyState(), ...change });

describe("what is missing", () => {
  it.each([
    [{}, "Label the fact first"],
    [{ fact: "correct" }, "Label the attribution first"],
    [{ attribution: "none" }, "Label the fact first"],
    [{ fact: "correct", attribution: "correct" }, null],
    [{ fact: "incorrect", attribution: "none" }, "Choose the rule that the fact breaks, or several"],
    [{ fact: "incorrect", attribution: "none", rules: ["F4"] }, null],
    [
      { fact: "incorrect", attribution: "incorrect", rules: ["F4"] },
      "Choose the rule that the attribution breaks, or several",
    ],
    [{ fact: "incorrect", attribution: "incorrect", rules: ["F4", "A2"] }, null],
  ] as [Partial<StudyState>, string | null][])("of %o", (change, expected) => {
    expect(missing(labelled(change))).toBe(expected);
  });
});

describe("rules", () => {
  it("makes an unlabelled part incorrect, and takes a rule back", () => {
    let state = after(emptyState(), toggleRule(emptyState(), "F10"));
    expect(state).toMatchObject({ fact: "incorrect", attribution: null, rules: ["F10"] });
    state = after(state, toggleRule(state, "F4"));
    state = after(state, toggleRule(state, "A2"));
    expect(state).toMatchObject({ attribution: "incorrect", rules: ["F4", "F10", "A2"] });
    state = after(state, toggleRule(state, "F10"));
    expect(state.rules).toEqual(["F4", "A2"]);
    expect(after(state, [{ kind: "fact", payload: { label: "correct" } }]).rules).toEqual(["A2"]);
  });

  it("does not turn a label that was given", () => {
    expect(whyNotRule(labelled({ fact: "correct" }), "F4")).toContain("incorrect fact");
    expect(whyNotRule(labelled({ attribution: "none" }), "A1")).toContain("incorrect attribution");
    expect(whyNotRule(labelled({ fact: "correct" }), "A1")).toBeNull();
    expect(whyNotRule(labelled({ fact: "incorrect" }), "F1")).toBeNull();
  });
});

describe("an attribution", () => {
  it("is none only where the extraction has none", () => {
    const attribution = { source: "Joe", predicate: "say", polarity: null, modality: null };
    expect(whyNotNone({ attribution: null })).toBeNull();
    expect(whyNotNone({ attribution })).toContain("has an attribution");
  });
});

describe("unsure", () => {
  const UNSURE: StudyEvent = { kind: "unsure", payload: { unsure: true } };

  it("goes with being done", () => {
    const complete = labelled({ fact: "correct", attribution: "correct" });
    const unsure = after(complete, [UNSURE]);
    expect(after(unsure, finish(unsure))).toMatchObject({ unsure: false, done: true });
    const done = after(complete, finish(complete));
    expect(after(done, [UNSURE])).toMatchObject({ unsure: true, done: false, fact: "correct" });
  });
});
