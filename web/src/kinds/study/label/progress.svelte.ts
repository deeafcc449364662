/** How far the person is: loaded once for each project, then counted along with the labels that are given. */
import { get } from "../../../api/client";
import type { StudyState } from "../state";

type Counted = Pick<StudyState, "done" | "unsure">;

export class Progress {
  total = $state(0);
  done = $state(0);
  unsure = $state(0);
  isLoaded = $state(false);
  /** What the counts say of each task that was open here. */
  readonly #seen = new Map<number, Counted>();

  constructor(readonly project: number) {}

  async load(): Promise<void> {
    const found = await get("/api/projects/{project}/progress/mine", {
      path: { project: this.project },
      query: { summary: "unsure" },
    });
    this.total = found.assigned;
    this.done = found.done;
    this.unsure = found.summarised;
    this.isLoaded = true;
  }

  /** A task is on the screen; what it was when it came is in the counts already. */
  open(item: number, { done, unsure }: Counted): void {
    if (!this.#seen.has(item)) this.#seen.set(item, { done, unsure });
  }

  /** Count what a task is now in place of what it was. */
  update(item: number, { done, unsure }: Counted): void {
    const before = this.#seen.get(item);
    if (!before) return;
    this.done += Number(done) - Number(before.done);
    this.unsure += Number(unsure) - Number(before.unsure);
    this.#seen.set(item, { done, unsure });
  }
}

const known = new Map<number, Progress>();

/** The progress in a project; the same one for all its tasks. */
export function progressOf(project: number): Progress {
  const found = known.get(project) ?? new Progress(project);
  known.set(project, found);
  return found;
}
