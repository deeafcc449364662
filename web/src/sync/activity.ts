/** How long a person worked on a document: time between actions, without pauses of more than a minute. */

export const LONGEST_PAUSE = 60_000;

export class Activity {
  #worked = new Map<number, number>();
  #document: number | null = null;
  #last: number;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#last = now();
  }

  /** Note that the person did something. */
  note(): void {
    const now = this.#now();
    const passed = now - this.#last;
    this.#last = now;
    if (this.#document === null || passed > LONGEST_PAUSE) return;
    this.#worked.set(this.#document, (this.#worked.get(this.#document) ?? 0) + passed);
  }

  /** Count from now on for another document. */
  open(document: number | null): void {
    if (document === this.#document) return;
    this.note();
    this.#document = document;
  }

  /** Take the time worked on a document since it was last taken, in whole milliseconds. */
  take(document: number): number {
    if (document === this.#document) this.note();
    const worked = this.#worked.get(document) ?? 0;
    const whole = Math.floor(worked);
    this.#worked.set(document, worked - whole);
    return whole;
  }

  /** Note keys, pointer and wheel of the window; moves at most once a second. */
  watch(target: Window): () => void {
    let lastMove = 0;
    const note = (event: Event) => {
      const now = this.#now();
      if (event.type === "pointermove" && now - lastMove < 1000) return;
      lastMove = now;
      this.note();
    };
    const kinds = ["keydown", "pointerdown", "pointermove", "wheel", "focus"];
    for (const kind of kinds) target.addEventListener(kind, note, { capture: true, passive: true });
    return () => kinds.forEach((kind) => target.removeEventListener(kind, note, { capture: true }));
  }
}
