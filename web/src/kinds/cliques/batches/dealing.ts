/** What a curator is told where a batch has fewer cliques than workers: each clique goes whole to one of them. */
import type { Person } from "../../../api/types";
import { counted } from "../../../figures";
import type { Batch } from "./batches";

const WHY = "since each clique goes whole to one worker";

/** Say before a batch is made that not everybody will get a clique; null if everybody will. */
export function shortage(cliques: number, workers: number): string | null {
  const without = workers - cliques;
  if (without <= 0) return null;
  const get = without === 1 ? "1 of them gets none" : `${without} of them get none`;
  return `${counted(cliques, "clique")} for ${counted(workers, "worker")}: ${get}, ${WHY}.`;
}

/** Say how a batch was given out, and who got nothing of it. */
export function dealtText(batch: Batch, chosen: readonly Person[]): string {
  const made = `Batch ${batch.number} is given out: ${counted(batch.items.length, "clique")}`;
  const names = chosen.filter(({ id }) => !batch.workers.some((worker) => worker.id === id));
  if (names.length === 0) return made;
  const who = names.map(({ name }) => name).join(", ");
  return `${made}. Without any: ${who}, ${WHY}`;
}
