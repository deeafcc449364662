/** Whether the guided first run is shown, and where it is. */
import { hasSeenGuide, rememberGuide, type Step } from "./steps";

class GuideState {
  step = $state<number | null>(null);
  steps = $state.raw<Step[]>([]);
  #kind = "";

  /** Take the steps of a kind of project. */
  load(kind: string, steps: Step[]): void {
    if (kind !== this.#kind) this.step = null;
    this.#kind = kind;
    this.steps = steps;
  }

  /** Begin at somebody's first visit. */
  offer(): void {
    if (this.steps.length > 0 && !hasSeenGuide(this.#kind)) this.begin();
  }

  begin(): void {
    this.step = 0;
  }

  move(by: 1 | -1): void {
    if (this.step === null) return;
    const next = this.step + by;
    if (next >= this.steps.length) this.end();
    else this.step = Math.max(0, next);
  }

  end(): void {
    this.step = null;
    rememberGuide(this.#kind);
  }
}

export const guide = new GuideState();
