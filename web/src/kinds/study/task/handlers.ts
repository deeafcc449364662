/** The keyboard commands of a task: the same while labelling and while adjudicating. */
import type { Command, Handlers } from "../../../keys";
import { rulesOf } from "./labelling";
import type { AttributionLabel, FactLabel } from "../state";

export interface Actions {
  fact: (label: FactLabel) => void;
  attribution: (label: AttributionLabel) => void;
  rule: (rule: string) => void;
}

/** The command that chooses a rule. */
export function ruleCommand(rule: string): Command {
  return `rule-${rule.toLowerCase()}` as Command;
}

/** Handlers of the keys for labels and rules. */
export function labelHandlers({ fact, attribution, rule }: Actions): Handlers {
  const rules = [...rulesOf("fact"), ...rulesOf("attribution")];
  return {
    "fact-correct": () => fact("correct"),
    "fact-incorrect": () => fact("incorrect"),
    "attribution-correct": () => attribution("correct"),
    "attribution-incorrect": () => attribution("incorrect"),
    "attribution-none": () => attribution("none"),
    ...Object.fromEntries(rules.map((id) => [ruleCommand(id), () => rule(id)])),
  };
}
