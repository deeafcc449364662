/** How batches are dealt, sampled and accepted: the options of a clique project, as Python checks them. */

export interface BatchOptions {
  batch_size: number;
  workers: number;
  experts: number;
  /** Percentages: of the cliques of a batch, and of the sentences that must be right, strictly more. */
  sample: number;
  accept_above: number;
  rule: "all" | "mean";
}

export const DEFAULTS: BatchOptions = {
  batch_size: 20,
  workers: 3,
  experts: 2,
  sample: 40,
  accept_above: 90,
  rule: "all",
};

/** The options that a project has; one that is left out has its default. */
export function batchOptions(options: Readonly<Record<string, unknown>> | null | undefined): BatchOptions {
  return { ...DEFAULTS, ...(options as Partial<BatchOptions>) };
}

export interface OptionField {
  name: Exclude<keyof BatchOptions, "rule">;
  label: string;
  min: number;
  max: number;
  hint: string;
}

export const OPTION_FIELDS: readonly OptionField[] = [
  {
    name: "batch_size",
    label: "Cliques in a batch",
    min: 1,
    max: 1000,
    hint: "The last batch may have fewer.",
  },
  {
    name: "workers",
    label: "Workers of a batch, at least",
    min: 1,
    max: 20,
    hint: "Each clique of the batch goes to one of them.",
  },
  {
    name: "experts",
    label: "Experts who check, at least",
    min: 1,
    max: 20,
    hint: "Curators who do not work on the batch, blind to each other.",
  },
  {
    name: "sample",
    label: "Cliques that are checked, in per cent",
    min: 1,
    max: 100,
    hint: "Drawn at random in each round, rounded up.",
  },
  {
    name: "accept_above",
    label: "Accepted above, in per cent",
    min: 0,
    max: 99,
    hint: "A batch with exactly this share of right sentences goes back.",
  },
];
