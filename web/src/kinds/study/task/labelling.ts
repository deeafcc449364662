/** What the labeller's keys do to the labels: which events follow, and what is missing until a task is done. */
import { firstMissing, type Missing } from "../fold";
import {
  ATTRIBUTION_RULES,
  FACT_RULES,
  isFactRule,
  type StudyEvent,
  type StudyExtraction,
  type StudyState,
} from "../state";

const QUESTIONS: Record<Missing, string> = {
  fact: "Label the fact first",
  attribution: "Label the attribution first",
  "fact rule": "Choose the rule that the fact breaks, or several",
  "attribution rule": "Choose the rule that the attribution breaks, or several",
};

/** What must still be said before the task can be done; null if nothing is. */
export function missing(state: StudyState): string | null {
  const first = firstMissing(state);
  return first && QUESTIONS[first];
}

/** Whether a label is incorrect without a rule that says why. */
export function lacksRule(state: StudyState, what: "fact" | "attribution"): boolean {
  return state[what] === "incorrect" && !state.rules.some((rule) => rulesOf(what).includes(rule));
}

/** The rules to choose from for a label. */
export const rulesOf = (what: "fact" | "attribution"): readonly string[] =>
  what === "fact" ? FACT_RULES : ATTRIBUTION_RULES;

/** Choose a rule, or take it back. A rule on an unlabelled part says that the part is incorrect. */
export function toggleRule(state: StudyState, rule: string): StudyEvent[] {
  const what = isFactRule(rule) ? "fact" : "attribution";
  const label: StudyEvent[] =
    state[what] === "incorrect" ? [] : [{ kind: what, payload: { label: "incorrect" } }];
  const rules = state.rules.includes(rule)
    ? state.rules.filter((each) => each !== rule)
    : [...state.rules, rule];
  return [...label, { kind: "rules", payload: { rules } }];
}

/** Why a rule cannot be chosen now; null if it can. */
export function whyNotRule(state: StudyState, rule: string): string | null {
  const what = isFactRule(rule) ? "fact" : "attribution";
  return state[what] === null || state[what] === "incorrect"
    ? null
    : `Rules are for an incorrect ${what}: label it as incorrect first`;
}

/** Why the attribution cannot be labelled as none; null if it can. */
export function whyNotNone({ attribution }: Pick<StudyExtraction, "attribution">): string | null {
  return attribution === null ? null : "The extraction has an attribution: label it as correct or incorrect";
}

/** The events of "done": what was unsure no longer is. */
export function finish(state: StudyState): StudyEvent[] {
  const sure: StudyEvent[] = state.unsure ? [{ kind: "unsure", payload: { unsure: false } }] : [];
  return [...sure, { kind: "done", payload: { done: true } }];
}
