/** Labelling one extraction: what the buttons and keys of both screens do to its document. */
import { finish, missing, toggleRule, whyNotNone, whyNotRule } from "./labelling";
import type { StudyDocument } from "../rules";
import {
  emptyState,
  type AttributionLabel,
  type FactLabel,
  type StudyEvent,
  type StudyExtraction,
  type StudyState,
} from "../state";

export class Task {
  /** What a screen reader is told, and the line below the labels says. */
  said = $state("");

  constructor(
    readonly doc: () => StudyDocument | null,
    readonly isReadOnly: () => boolean,
    readonly extraction: () => StudyExtraction,
  ) {}

  get state(): StudyState {
    return this.doc()?.state ?? emptyState();
  }

  get disabled(): boolean {
    return this.doc() === null || this.isReadOnly();
  }

  /** Why the attribution cannot be labelled as none; null if it can. */
  get whyNotNone(): string | null {
    return whyNotNone(this.extraction());
  }

  fact(label: FactLabel): void {
    if (this.disabled || this.state.fact === label) return;
    this.#dispatch([{ kind: "fact", payload: { label } }], `Fact: ${label}`);
  }

  attribution(label: AttributionLabel): void {
    if (this.disabled || this.state.attribution === label) return;
    if (label === "none" && this.whyNotNone) {
      this.said = this.whyNotNone;
      return;
    }
    this.#dispatch([{ kind: "attribution", payload: { label } }], `Attribution: ${label}`);
  }

  /** Choose a rule or take it back; false if it cannot be chosen. */
  rule(rule: string): boolean {
    if (this.disabled) return false;
    const why = whyNotRule(this.state, rule);
    if (why) {
      this.said = why;
      return false;
    }
    const isTaken = this.state.rules.includes(rule);
    this.#dispatch(toggleRule(this.state, rule), isTaken ? `${rule} taken back` : `${rule} chosen`);
    return true;
  }

  note(text: string): void {
    if (!this.disabled) this.doc()?.dispatch("note", { text });
  }

  /** Mark the task as unsure, or as sure again. */
  unsure(unsure: boolean): void {
    if (this.disabled || this.state.unsure === unsure) return;
    this.#dispatch([{ kind: "unsure", payload: { unsure } }], unsure ? "Unsure" : "No longer unsure");
  }

  /** Mark the task as done; false, saying why, if something is missing. */
  finish(): boolean {
    if (this.disabled || this.state.done) return true;
    const why = missing(this.state);
    if (why) {
      // Said again even if it is the same, so that a screen reader reads it.
      this.said = this.said === why ? `${why}.` : why;
      return false;
    }
    this.#dispatch(finish(this.state), "Done");
    return true;
  }

  /** Mark the task as done, or open it again. */
  toggleDone(): void {
    if (this.disabled) return;
    if (this.state.done) this.#dispatch([{ kind: "done", payload: { done: false } }], "Open again");
    else this.finish();
  }

  undo(): void {
    if (this.disabled) return;
    this.said = this.doc()?.canUndo ? "Undone" : "Nothing to undo";
    void this.doc()?.undo();
  }

  redo(): void {
    if (this.disabled) return;
    this.said = this.doc()?.canRedo ? "Done again" : "Nothing to redo";
    void this.doc()?.redo();
  }

  #dispatch(events: readonly StudyEvent[], said: string): void {
    for (const { kind, payload } of events) this.doc()?.dispatch(kind, payload);
    this.said = said;
  }
}
