/** The figures of a study, as `results/study/report.py` gives them, and how they are written. */
import { count as written, score } from "../../../figures";

export type Ends = [number, number] | null;

export interface Proportion {
  count: number;
  total: number;
  value: number | null;
  /** Wilson's interval. */
  interval: Ends;
  /** The interval that takes extractions of one sentence as depending on each other. */
  clustered: Ends;
}

export interface Coefficient {
  value: number | null;
  interval: Ends;
}

export interface Agreement {
  raters: string[];
  items: number;
  labels: number;
  prevalence: Record<string, number | null>;
  raw: Coefficient;
  cohen: Coefficient;
  fleiss: Coefficient;
  alpha: Coefficient;
  ac1: Coefficient;
}

export interface SystemReport {
  system: string;
  extractions: number;
  sampled: number;
  fact: Proportion;
  attribution: Proportion;
  attribution_none: number;
  both: Proportion;
  yield: {
    value: number | null;
    interval: Ends;
    labelled_correct: number;
    extractions: number;
    scaled: boolean;
    per_sentence: number | null;
  };
  curve: { confidence: number; precision: Proportion; yield: number }[];
  classes: { polarity: string | null; modality: string | null; name: string; fact: Proportion }[];
  rules: Record<string, number>;
  /** Whether equally many extractions were drawn from sentences with many and with few. */
  uneven: boolean;
}

export interface Comparison {
  a: string;
  b: string;
  measure: "fact" | "both";
  difference: number | null;
  interval: Ends;
  p: number | null;
  p_holm: number | null;
  mcnemar: { sentences: number; only_a: number; only_b: number; p: number | null; p_holm: number | null };
}

export interface PairAgreement {
  a: string;
  b: string;
  machine: boolean;
  fact: Agreement;
  attribution: Agreement;
}

export interface SelfConsistency {
  fact: Proportion;
  fact_kappa: Coefficient;
  attribution: Proportion;
  attribution_kappa: Coefficient;
}

export interface Labeller {
  labeller: string;
  machine: boolean;
  labelled: number;
  unsure: number;
  correct: Proportion;
  self_consistency: SelfConsistency;
  median_ms: number | null;
  /** Of machines: agreement with the final labels of people. */
  final: Agreement | null;
}

export interface StudyReport {
  name: string;
  level: number;
  signature: string;
  progress: {
    tasks: number;
    repeats: number;
    labelled: number;
    adjudicated: number;
    agreed: number;
    majority: number;
    alone: number;
    undecided: number;
    unsure: number;
  };
  systems: SystemReport[];
  comparisons: Comparison[];
  agreement: {
    fact: Agreement;
    attribution: Agreement;
    rule_sets: Agreement;
    rules: { rule: string; agreement: Agreement }[];
    pairs: PairAgreement[];
  };
  self_consistency: SelfConsistency;
  labellers: Labeller[];
}

/** A share with its counts: 58.0 % (217/374). */
export function share({ count, total, value }: Proportion): string {
  return `${value === null ? "—" : `${percent(value)} %`} (${count}/${total})`;
}

/** What a yield is scaled up from: the sample, or the labelled ones where nothing was sampled. */
export function scaling({ sampled, extractions }: SystemReport): string {
  return `scaled up from ${sampled < extractions ? "the sample" : "those with a final label"}`;
}

const percent = (value: number) => (100 * value).toFixed(1);

/** An interval in per cent: [53.0, 62.9]; empty where there is none. */
export function percentInterval(ends: Ends): string {
  return ends === null ? "" : `[${percent(ends[0])}, ${percent(ends[1])}]`;
}

/** An interval of a number of extractions: [1,204, 1,310]; empty where there is none. */
export function countInterval(ends: Ends): string {
  return ends === null ? "" : `[${ends.map((end) => written(Math.round(end))).join(", ")}]`;
}

/** A coefficient with its interval: .588 [.021, 1.000]. */
export function coefficient({ value, interval }: Coefficient): string {
  const ends = interval === null ? "" : ` [${score(interval[0])}, ${score(interval[1])}]`;
  return score(value) + ends;
}

/** How often each label was given: correct .857, incorrect .143. */
export function prevalence(shares: Record<string, number | null>): string {
  return Object.entries(shares)
    .map(([label, value]) => `${label} ${score(value)}`)
    .join(", ");
}

/** A p value: .032, or < .001. */
export function pValue(value: number | null): string {
  return value !== null && value < 0.0005 ? "< .001" : score(value);
}

/** The rules that any system breaks, with a count for each system. */
export function rulesBroken(systems: readonly SystemReport[]): { rule: string; counts: number[] }[] {
  const rules = Object.keys(systems[0]?.rules ?? {});
  return rules
    .map((rule) => ({ rule, counts: systems.map((system) => system.rules[rule] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0));
}

/** The classes of factuality that any system has, with each system's figure. */
export function factualityClasses(
  systems: readonly SystemReport[],
): { name: string; facts: (Proportion | null)[] }[] {
  const names = [...new Set(systems.flatMap(({ classes }) => classes.map(({ name }) => name)))];
  return names.map((name) => ({
    name,
    facts: systems.map(({ classes }) => classes.find((each) => each.name === name)?.fact ?? null),
  }));
}

/** What people agree on, a row for each: the fact, the attribution, the rules. */
export function agreementRows({ agreement }: StudyReport): { what: string; agreement: Agreement }[] {
  return [
    { what: "Fact", agreement: agreement.fact },
    { what: "Attribution", agreement: agreement.attribution },
    { what: "Rules broken, all together", agreement: agreement.rule_sets },
    ...agreement.rules.map(({ rule, agreement }) => ({ what: `Rule ${rule}`, agreement })),
  ];
}

/** The agreement of each two labellers, of people among themselves or of LLMs with people. */
export function pairRows(
  { agreement }: StudyReport,
  withMachine: boolean,
): { what: string; agreement: Agreement }[] {
  const pairs = agreement.pairs.filter(({ machine }) => machine === withMachine);
  return pairs.flatMap(({ a, b, fact, attribution }) => [
    { what: `${a} and ${b}: fact`, agreement: fact },
    { what: `${a} and ${b}: attribution`, agreement: attribution },
  ]);
}

/** The agreement of LLMs with the final labels of people, and with each person. */
export function machineRows(report: StudyReport): { what: string; agreement: Agreement }[] {
  const final = report.labellers.flatMap(({ labeller, final }) =>
    final ? [{ what: `${labeller} and the final labels: fact`, agreement: final }] : [],
  );
  return [...final, ...pairRows(report, true)];
}
