/** Batches as the page shows them: how far each is, what comes next, and what the checks found. */
import type { components } from "../../../api/schema";
import type { Person } from "../../../api/types";
import { counted } from "../../../figures";
import type { Stage } from "../state";

type Schemas = components["schemas"];

export type BatchList = Schemas["BatchList"];
export type Batch = Schemas["BatchView"];
export type Check = Schemas["CheckView"];
export type PersonShare = Schemas["BatchPerson"];
export type Refusal = Schemas["RefusalView"];

/** How many cliques of each stage are in no batch yet. */
export function waitingOf(list: BatchList): Record<Stage, number> {
  return { 1: list.waiting["1"] ?? 0, 2: list.waiting["2"] ?? 0 };
}

/** What somebody has to do so that the batch goes on. */
export type Step = "work" | "start" | "check" | "decide" | "none";

const isDone = (people: readonly PersonShare[]) => people.every(({ cliques, done }) => done === cliques);

export const presentCheck = (batch: Batch): Check | null =>
  batch.checks.find(({ round }) => round === batch.round) ?? null;

export function nextStep(batch: Batch): Step {
  if (batch.status === "accepted") return "none";
  if (batch.status === "working") return isDone(batch.workers) ? "start" : "work";
  return isDone(presentCheck(batch)?.experts ?? []) ? "decide" : "check";
}

/** Whether somebody else can take over: from a worker with open cliques, or from an expert of the present check. */
export const canBeReplaced = (batch: Batch, { id, cliques, done }: PersonShare): boolean =>
  batch.status === "working"
    ? done < cliques && batch.workers.some((worker) => worker.id === id)
    : batch.status === "checking" && (presentCheck(batch)?.experts ?? []).some((expert) => expert.id === id);

/** Who can take over from somebody: nobody both works on a batch and checks it. */
export function successorsOf(batch: Batch, { id }: PersonShare, people: readonly Person[]): Person[] {
  const workers = new Set(batch.workers.map((worker) => worker.id));
  const experts = new Set(batch.checks.flatMap((check) => check.experts.map((expert) => expert.id)));
  const present = new Set((presentCheck(batch)?.experts ?? []).map((expert) => expert.id));
  return people.filter((person) => {
    if (person.id === id || !person.active || person.machine) return false;
    if (batch.status === "working") return !experts.has(person.id);
    return person.role !== "annotator" && !workers.has(person.id) && !present.has(person.id);
  });
}

export const isReturned = (batch: Batch): boolean => batch.status === "working" && batch.round > 1;

export const STAGES = { 1: "Paraphrases", 2: "Tuples" } as const;

/** What a check found, in counts: "27 of 30 sentences right, 90.0 %". */
export function accuracyText(check: Check): string {
  const { right, total } = check;
  if (right === null || total === null) return "not decided yet";
  const what = check.rule === "all" ? counted(total, "sentence") : counted(total, "verdict");
  const share = total > 0 ? `, ${((100 * right) / total).toFixed(1)} %` : "";
  return `${right} of ${what} right${share}`;
}

/** How many of a batch's cliques experts get: a share, rounded up. */
export const sampleSize = (cliques: number, percent: number): number => Math.ceil((cliques * percent) / 100);

export const sum = (people: readonly PersonShare[], what: "cliques" | "done"): number =>
  people.reduce((total, person) => total + person[what], 0);

/** How many cliques of a list are in batches that are accepted. */
export const acceptedCliques = (list: BatchList): number =>
  list.batches.reduce((total, { status, items }) => total + (status === "accepted" ? items.length : 0), 0);
