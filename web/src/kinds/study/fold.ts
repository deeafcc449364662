/**
 * How each event changes the labels of an extraction: the mirror of `annotate/study/fold.py`. Both are tested
 * with the cases of web/fixtures/study-fold.json. No function changes its arguments.
 */
import { EVERYTHING } from "../../sync/rules";
import { ATTRIBUTION_RULES, FACT_RULES, type StudyEvent, type StudyPayloads, type StudyState } from "./state";

const FOLDS: { [K in keyof StudyPayloads]: (state: StudyState, payload: StudyPayloads[K]) => StudyState } = {
  fact: (state, { label }) => relabelled({ ...state, fact: label }),
  attribution: (state, { label }) => relabelled({ ...state, attribution: label }),
  rules: (state, { rules }) => relabelled({ ...state, rules }),
  note: (state, { text }) => ({ ...state, note: text }),
  unsure: (state, { unsure }) => relabelled({ ...state, unsure }),
  // Not done if an undo took a label away that was there when the event was made.
  done: (state, { done }) => ({ ...state, done: done && isComplete(state) }),
  import: (_, imported) => withFittingRules(imported),
};

/** Apply an event. */
export function fold(state: StudyState, event: StudyEvent): StudyState {
  const apply = FOLDS[event.kind] as (state: StudyState, payload: unknown) => StudyState;
  return apply(state, event.payload);
}

/** Drop the rules that do not fit the labels, and open the task again if it is no longer complete. */
function relabelled(state: StudyState): StudyState {
  const fitting = withFittingRules(state);
  return { ...fitting, done: fitting.done && isComplete(fitting) };
}

/** A rule is broken by an incorrect label only; rules are in the order of the guideline. */
function withFittingRules(state: StudyState): StudyState {
  const broken: string[] = [
    ...(state.fact === "incorrect" ? FACT_RULES : []),
    ...(state.attribution === "incorrect" ? ATTRIBUTION_RULES : []),
  ];
  return { ...state, rules: broken.filter((rule) => state.rules.includes(rule)) };
}

/** Whether nothing is missing: both labels, a rule for each that is incorrect, and no doubt. */
export function isComplete(state: StudyState): boolean {
  return !state.unsure && firstMissing(state) === null;
}

export type Missing = "fact" | "attribution" | "fact rule" | "attribution rule";

/** What is to be labelled next. */
export function firstMissing(state: StudyState): Missing | null {
  if (state.fact === null) return "fact";
  if (state.attribution === null) return "attribution";
  const lacks = (known: readonly string[]) => !state.rules.some((rule) => known.includes(rule));
  if (state.fact === "incorrect" && lacks(FACT_RULES)) return "fact rule";
  if (state.attribution === "incorrect" && lacks(ATTRIBUTION_RULES)) return "attribution rule";
  return null;
}

/** Name the parts of the state that an event touches. */
export function touched({ kind }: StudyEvent): Set<string> {
  if (kind === "import") return new Set([EVERYTHING]);
  if (kind === "fact" || kind === "attribution") return new Set([kind, "rules"]);
  if (kind === "done") return new Set(["done", "fact", "attribution", "rules", "unsure"]);
  return new Set([kind]);
}

/** Keep a change after somebody else changed the same labels, as far as it still fits; null leaves it out. */
export function restate(event: StudyEvent, _: StudyState, now: StudyState): StudyEvent | null {
  if (event.kind === "done") return !event.payload.done || isComplete(now) ? event : null;
  if (event.kind !== "rules") return event;
  const { rules } = withFittingRules({ ...now, rules: event.payload.rules });
  return { kind: "rules", payload: { rules } };
}

/** Say what an event does, for a person who must decide between two. */
export function describe(event: StudyEvent): string {
  switch (event.kind) {
    case "fact":
      return event.payload.label ? `Labelled the fact ${event.payload.label}` : "Took the fact's label back";
    case "attribution":
      return event.payload.label === "none"
        ? "Labelled that the sentence attributes nothing"
        : event.payload.label
          ? `Labelled the attribution ${event.payload.label}`
          : "Took the attribution's label back";
    case "rules":
      return event.payload.rules.length > 0
        ? `Named the rules broken: ${event.payload.rules.join(", ")}`
        : "Named no rule as broken";
    case "note":
      return `Wrote the note “${event.payload.text}”`;
    case "unsure":
      return event.payload.unsure ? "Marked it as unsure" : "Took unsure back";
    case "done":
      return event.payload.done ? "Marked it as done" : "Opened it again";
    case "import":
      return "Imported labels";
  }
}

/** Characters; only a label with nearly all rules is longer, and is cut. */
const LONGEST_SUMMARY = 80;

/** How the extraction was labelled, in a few words for lists: correct; incorrect: F4; unsure. */
export function summarise(state: StudyState): string | null {
  if (state.unsure) return "unsure";
  const withRules = (label: string, known: readonly string[]) => {
    const rules = state.rules.filter((rule) => known.includes(rule)).join(" ");
    return rules ? `${label}: ${rules}` : label;
  };
  const parts = [];
  if (state.fact !== null) parts.push(withRules(state.fact, FACT_RULES));
  if (state.attribution === "incorrect") parts.push(withRules("attribution incorrect", ATTRIBUTION_RULES));
  const text = parts.join(", ");
  return (text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1)}…`) || null;
}
