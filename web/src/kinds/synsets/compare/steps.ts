/** The history of a merged document in plain words. */
import type { components } from "../../../api/schema";

export type Step = components["schemas"]["StepView"];

const DEEDS: Record<string, (step: Step) => string> = {
  add: (step) =>
    step.sources.length > 0 ? `took ${triples(step)} of ${names(step)}` : `added ${triples(step)}`,
  import: (step) =>
    names(step).includes(" and ")
      ? `started with ${triples(step)} that ${names(step)} agree on`
      : `started with ${triples(step)} of ${names(step)}`,
  change: (step) =>
    step.sources.length > 0 ? `took ${names(step)}'s wording of a triple` : "changed a triple",
  remove: (step) => `removed ${triples(step)}`,
  move: (step) => `moved ${triples(step)}`,
  merge: () => "merged synsets",
  mark: (step) => `marked ${triples(step)} for facet E`,
  note: () => "wrote a note",
  decide: (step) => (step.triples.length > 0 ? "accepted a candidate" : "left something out"),
  translate: () => "translated the sentence",
  done: (step) => (step.done ? "marked the sentence as done" : "opened the sentence again"),
};

/** Say what was done in a step. */
export function deed(step: Step): string {
  return DEEDS[step.kind]?.(step) ?? step.kind;
}

function triples(step: Step): string {
  return step.triples.length === 1 ? "a triple" : `${step.triples.length} triples`;
}

function names(step: Step): string {
  return step.sources.join(", ").replace(/, ([^,]*)$/u, " and $1");
}
