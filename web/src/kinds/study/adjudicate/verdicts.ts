/** Who said what of an extraction: rows for adjudication, people and LLMs apart. */
import type { AttributionLabel, FactLabel, StudyState } from "../state";
import { isFactRule } from "../state";

/** What one labeller said. */
export interface Verdict {
  person: number;
  name: string;
  machine: boolean;
  state: StudyState;
}

export interface VerdictRow {
  person: number;
  name: string;
  fact: FactLabel | null;
  factRules: string[];
  attribution: AttributionLabel | null;
  attributionRules: string[];
  note: string;
  unsure: boolean;
}

export interface Verdicts {
  people: VerdictRow[];
  machines: VerdictRow[];
  /** On what the people differ. LLMs never make a difference. */
  differing: Differing[];
  /** Whether a label is open until somebody decides; who differs on rules alone has agreed on the labels. */
  isUndecided: boolean;
}

export type Differing = "fact" | "attribution" | "rules";

export function sortVerdicts(verdicts: readonly Verdict[]): Verdicts {
  const people = verdicts.filter(({ machine }) => !machine);
  const differ = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size > 1;
  // Labels that were imported may be missing, which is no difference.
  const given = (part: "fact" | "attribution") => people.flatMap(({ state }) => state[part] ?? []);
  const labels = (["fact", "attribution"] as const).filter((part) => differ(given(part)));
  const isUndecided = labels.length > 0;
  const haveOtherRules = !isUndecided && differ(people.map(({ state }) => state.rules));
  return {
    people: people.map(asRow),
    machines: verdicts.filter(({ machine }) => machine).map(asRow),
    differing: haveOtherRules ? ["rules"] : labels,
    isUndecided,
  };
}

function asRow({ person, name, state }: Verdict): VerdictRow {
  return {
    person,
    name,
    fact: state.fact,
    factRules: state.rules.filter(isFactRule),
    attribution: state.attribution,
    attributionRules: state.rules.filter((rule) => !isFactRule(rule)),
    note: state.note,
    unsure: state.unsure,
  };
}

/** On what labellers differ, in words. */
export function differenceText(differing: readonly Differing[]): string {
  if (differing.length === 0) return "All labellers agree.";
  if (differing.includes("rules"))
    return "All labellers agree on both labels, and differ on the rules broken.";
  return `They differ on ${differing.map((part) => `the ${part}`).join(" and ")}.`;
}
