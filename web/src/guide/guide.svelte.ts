/** Whether the guided first run is shown, and where it is. */
import { hasSeenGuide, rememberGuide, STEPS } from "./steps";

class GuideState {
  step = $state<number | null>(null);

  /** Begin at somebody's first visit. */
  offer(): void {
    if (!hasSeenGuide()) this.begin();
  }

  begin(): void {
    this.step = 0;
  }

  move(by: 1 | -1): void {
    if (this.step === null) return;
    const next = this.step + by;
    if (next >= STEPS.length) this.end();
    else this.step = Math.max(0, next);
  }

  end(): void {
    this.step = null;
    rememberGuide();
  }
}

export const guide = new GuideState();
