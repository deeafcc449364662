/** Names of types and faults as the screens show them. */
import type { CorrectionType, Fault } from "./state";

export const CORRECTION_TITLES: Record<CorrectionType, string> = {
  grammar: "Grammar",
  phrase: "Phrase",
  rewrite: "Rewrite",
};

export const FAULT_TITLES: Record<Fault, string> = {
  grammar: "Grammar",
  meaning: "Meaning",
  form: "Form",
  completeness: "Completeness",
  assertedness: "Assertedness",
  informativeness: "Informativeness",
  atomicity: "Atomicity",
};
