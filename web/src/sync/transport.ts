/** How events reach the server, and what it answers. */
import { ApiError, get, post } from "../api/client";
import type { NewEvent, StoredEvent } from "./event";

export type Answer =
  | { kind: "stored"; version: number; numbers: number[] }
  /** Others' events came in between. */
  | { kind: "conflict"; version: number; events: StoredEvent[] }
  /** This event can never be stored. */
  | { kind: "invalid"; message: string }
  /** No event of this document can be stored now: it is not mine, or not there. */
  | { kind: "refused"; message: string }
  /** No event of this document can be stored: it is closed. */
  | { kind: "locked"; message: string }
  | { kind: "signed-out" };

/** Anything that is thrown means that the server was not reached, or failed: try again later. */
export interface Transport {
  send(document: number, events: readonly NewEvent[]): Promise<Answer>;
  events(document: number, after: number): Promise<StoredEvent[]>;
}

export const LONGEST_WAIT = 20_000;

export class ServerTransport implements Transport {
  /** `renewSession` fetches the session again: another tab may have signed in anew. */
  constructor(readonly renewSession: () => Promise<void>) {}

  async send(document: number, events: readonly NewEvent[]): Promise<Answer> {
    const first = await this.#send(document, events);
    if (first.kind !== "refused") return first;
    await this.renewSession();
    return this.#send(document, events);
  }

  async #send(document: number, events: readonly NewEvent[]): Promise<Answer> {
    const plain = events.map(({ client_id, kind, payload, on, active_ms }) => ({
      client_id,
      kind,
      payload: payload as Record<string, unknown>,
      on,
      active_ms,
    }));
    try {
      const { version, numbers } = await post("/api/documents/{document}/events", {
        path: { document },
        body: { events: plain },
        signal: AbortSignal.timeout(LONGEST_WAIT),
      });
      return { kind: "stored", version, numbers };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return answerOf(error);
    }
  }

  async events(document: number, after: number): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    for (;;) {
      const last = found.at(-1)?.number ?? after;
      const page = await get("/api/documents/{document}/events", {
        path: { document },
        query: { after: last },
      });
      const events = page.events as unknown as StoredEvent[];
      found.push(...events);
      if (events.length === 0 || events.at(-1)!.number >= page.version) return found;
    }
  }
}

function answerOf(error: ApiError): Answer {
  switch (error.status) {
    case 409: {
      const { version, events } = error.details as { version: number; events: StoredEvent[] };
      return { kind: "conflict", version, events };
    }
    case 401:
      return { kind: "signed-out" };
    case 400:
    case 413:
    case 422:
      return { kind: "invalid", message: error.message };
    case 403:
    case 404:
      return { kind: "refused", message: error.message };
    case 423:
      return { kind: "locked", message: error.message };
    default:
      throw error;
  }
}
