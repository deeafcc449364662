/** The steps of a guided first run, and who has seen it. */
import type { Command } from "../keys";

export interface Step {
  title: string;
  text: string;
  /** Where the step points: the first of these that is on the screen. */
  targets: string[];
  commands: Command[];
}

/** The first kind had the name without an ending. */
const storageOf = (kind: string) => (kind === "synsets" ? "karat.guide" : `karat.guide.${kind}`);

export function hasSeenGuide(kind: string): boolean {
  try {
    return localStorage.getItem(storageOf(kind)) !== null;
  } catch {
    return true;
  }
}

export function rememberGuide(kind: string): void {
  try {
    localStorage.setItem(storageOf(kind), "seen");
  } catch {
    // Without storage the guide is not shown at all.
  }
}
