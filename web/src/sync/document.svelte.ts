/** A document that is open on the screen. */
import { foldAll } from "./fold";
import { redoneBy, undoneBy } from "./history";
import { newId, type EventKind, type NewEvent, type Payloads, type SynsetState } from "./state";

export type SaveStatus =
  | { kind: "saved" }
  | { kind: "saving"; waiting: number }
  | { kind: "offline"; waiting: number }
  | { kind: "conflict"; waiting: number }
  | { kind: "refused"; waiting: number; message: string }
  | { kind: "signed-out"; waiting: number };

export interface OpenDocument {
  readonly id: number;
  /** The server's state with all unsent changes applied; reactive, never changed in place. */
  readonly state: SynsetState;
  readonly version: number;
  readonly status: SaveStatus;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Change the document: the state changes at once, the event is stored and sent in the background. */
  dispatch<K extends EventKind>(kind: K, payload: Payloads[K]): void;
  undo(): void;
  redo(): void;
  /** Stop listening to other tabs; unsent changes are still sent. */
  close(): void;
}

class LocalDocument implements OpenDocument {
  #events = $state.raw<(NewEvent & { author: null })[]>([]);
  readonly #base: SynsetState;
  readonly state: SynsetState = $derived.by(() => foldAll(this.#base, this.#events));
  readonly canUndo: boolean = $derived.by(() => undoneBy(this.#events, null) !== null);
  readonly canRedo: boolean = $derived.by(() => redoneBy(this.#events, null) !== null);
  readonly status: SaveStatus = { kind: "saved" };

  constructor(
    readonly id: number,
    base: SynsetState,
    readonly version: number,
  ) {
    this.#base = base;
  }

  dispatch<K extends EventKind>(kind: K, payload: Payloads[K]): void {
    const on = this.version + this.#events.length;
    this.#events = [...this.#events, { client_id: newId(), kind, payload, on, active_ms: 0, author: null }];
  }

  undo(): void {
    this.dispatch("undo", {});
  }

  redo(): void {
    this.dispatch("redo", {});
  }

  close(): void {}
}

export function openDocument(id: number, state: SynsetState, version: number): OpenDocument {
  return new LocalDocument(id, state, version);
}
