/** How far the person is: loaded once for each project, then counted along with the labels that are given. */
import { get } from "../../../api/client";
import type { StudyState } from "../state";

type Counted = Pick<StudyState, "done" | "unsure">;

/** A task by its number and its place in the list. */
export interface Place {
  id: number;
  position: number;
}

export class Progress {
  total = $state(0);
  done = $state(0);
  unsure = $state(0);
  isLoaded = $state(false);
  #isLoading = $state(false);
  /** Changes made here so far: counts that the server made at the same time may have them or not. */
  #changes = 0;
  /** What the counts say of each task that was open here. */
  readonly #seen = new Map<number, Counted & Place>();

  constructor(readonly project: number) {}

  /** The counts are not there and not on their way. */
  get isDue(): boolean {
    return !this.isLoaded && !this.#isLoading;
  }

  /** Load the counts, when all changes are saved; they are due again if something is changed meanwhile. */
  async load(): Promise<void> {
    const changes = this.#changes;
    this.#isLoading = true;
    const found = await get("/api/projects/{project}/progress/mine", {
      path: { project: this.project },
      query: { summary: "unsure" },
    });
    if (changes === this.#changes) {
      this.total = found.assigned;
      this.done = found.done;
      this.unsure = found.summarised;
      this.isLoaded = true;
    }
    // After a failure the counts stay away until the page is opened again; the work goes on without them.
    this.#isLoading = false;
  }

  /** A task is on the screen; what it was when it came is in the counts already. */
  open({ id, position }: Place, { done, unsure }: Counted): void {
    if (!this.#seen.has(id)) this.#seen.set(id, { id, position, done, unsure });
  }

  /** Count what a task is now in place of what it was. */
  update(item: number, { done, unsure }: Counted): void {
    const before = this.#seen.get(item);
    if (!before || (before.done === done && before.unsure === unsure)) return;
    this.#changes += 1;
    this.done += Number(done) - Number(before.done);
    this.unsure += Number(unsure) - Number(before.unsure);
    this.#seen.set(item, { ...before, done, unsure });
  }

  /** The next of my other tasks that I am unsure of, from the beginning if there is none further on. */
  async nextUnsure(from: Place): Promise<number | null> {
    const pages = await Promise.all([this.#unsureAfter(from.position), this.#unsureAfter(0)]);
    // What was said here is newer than what the server has.
    const stored = pages.flat().filter(({ id }) => !this.#seen.has(id));
    const here = [...this.#seen.values()].filter(({ unsure }) => unsure);
    const others = [...stored, ...here].filter(({ id }) => id !== from.id);
    const sorted = others.sort((a, b) => a.position - b.position);
    return (sorted.find(({ position }) => position > from.position) ?? sorted[0])?.id ?? null;
  }

  async #unsureAfter(after: number): Promise<Place[]> {
    const { items } = await get("/api/projects/{project}/items", {
      path: { project: this.project },
      query: { summary: "unsure", after },
    });
    return items;
  }
}

const known = new Map<number, Progress>();

/** The progress in a project; the same one for all its tasks. */
export function progressOf(project: number): Progress {
  const found = known.get(project) ?? new Progress(project);
  known.set(project, found);
  return found;
}
