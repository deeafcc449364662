/** A server for tests: it checks versions as the real one does, and can fail in every way a network can. */
import { ApiError } from "../api/client";
import { redoneBy, undoneBy } from "./history";
import type { NewEvent, StoredEvent } from "./event";
import type { TabMessage, Tabs } from "./tabs";
import type { Answer, Transport } from "./transport";

export class FakeServer {
  readonly documents = new Map<number, StoredEvent[]>();
  /** What happens to the next requests; afterwards all is well. */
  readonly mishaps: (
    "unreachable" | "disk full" | "lost acknowledgement" | "signed out" | "refused" | "locked"
  )[] = [];
  /** Events that the server finds invalid, by a word in their payload. */
  invalidWord = "";
  requests = 0;
  /** Held until it is resolved, if set: a slow server. */
  gate: Promise<void> | null = null;
  sending = 0;
  mostSending = 0;

  log(document: number): StoredEvent[] {
    if (!this.documents.has(document)) this.documents.set(document, []);
    return this.documents.get(document)!;
  }

  /** Store an event of somebody else, at once. */
  write(document: number, author: number, kind: string, payload: object): void {
    const log = this.log(document);
    const client_id = `other${String(log.length).padStart(12, "0")}`;
    log.push(
      stored(document, author, log.length + 1, { client_id, kind, payload, on: log.length, active_ms: 0 }),
    );
  }

  /** The connection of one person. */
  connect(author: number): Transport {
    return {
      send: (document, events) => this.#send(author, document, structuredClone([...events])),
      events: async (document, after) =>
        structuredClone(this.log(document).filter((event) => event.number > after)),
    };
  }

  async #send(author: number, document: number, events: NewEvent[]): Promise<Answer> {
    this.requests += 1;
    this.sending += 1;
    this.mostSending = Math.max(this.mostSending, this.sending);
    try {
      const mishap = this.mishaps.shift();
      if (mishap === "unreachable") throw new TypeError("Failed to fetch");
      if (mishap === "disk full") throw new ApiError(507, "the disk is full");
      if (mishap === "signed out") return { kind: "signed-out" };
      if (mishap === "refused") return { kind: "refused", message: "the document is not yours" };
      if (mishap === "locked") return { kind: "locked", message: "the document is locked" };
      if (this.gate) await this.gate;
      else await new Promise((resolve) => setImmediate(resolve));
      const answer = this.#append(author, document, events);
      if (mishap === "lost acknowledgement") throw new TypeError("Failed to fetch");
      return answer;
    } finally {
      this.sending -= 1;
    }
  }

  #append(author: number, document: number, events: NewEvent[]): Answer {
    const log = this.log(document);
    const fresh = events.filter((event) => !log.some((each) => each.client_id === event.client_id));
    const own = new Set(log.filter((each) => events.some((event) => event.client_id === each.client_id)));
    for (const [index, event] of fresh.entries()) {
      if (event.on > log.length + index) return { kind: "invalid", message: `event.on: found ${event.on}` };
      if (log.slice(event.on).some((each) => !own.has(each))) {
        return { kind: "conflict", version: log.length, events: structuredClone(log.slice(fresh[0]!.on)) };
      }
      if (this.invalidWord && JSON.stringify(event.payload).includes(this.invalidWord)) {
        return { kind: "invalid", message: `${event.kind}: expected another word` };
      }
    }
    const added: StoredEvent[] = [];
    for (const event of fresh) {
      const all = [...log, ...added];
      if (event.kind === "undo" && !undoneBy(all, author))
        return { kind: "invalid", message: "nothing to undo" };
      if (event.kind === "redo" && !redoneBy(all, author))
        return { kind: "invalid", message: "nothing to redo" };
      added.push(stored(document, author, all.length + 1, event));
    }
    log.push(...added);
    const numbers = events.map((event) => log.find((each) => each.client_id === event.client_id)!.number);
    return { kind: "stored", version: log.length, numbers };
  }
}

function stored(document: number, author: number, number: number, event: NewEvent): StoredEvent {
  const { client_id, kind, payload, on, active_ms } = event;
  return { client_id, kind, payload, on, active_ms, document, author, number, time: "2026-01-01T00:00:00Z" };
}

/** The tabs of one browser. */
export class FakeBrowser {
  readonly #handlers: { tab: number; handler: (message: TabMessage) => void }[] = [];
  #locks = new Map<string, Promise<unknown>>();
  #last = 0;

  tab(): Tabs {
    const tab = ++this.#last;
    return {
      tell: (message) => {
        const copy = structuredClone(message);
        for (const each of this.#handlers) if (each.tab !== tab) queueMicrotask(() => each.handler(copy));
      },
      listen: (handler) => {
        const entry = { tab, handler };
        this.#handlers.push(entry);
        return () => void this.#handlers.splice(this.#handlers.indexOf(entry), 1);
      },
      alone: <T>(name: string, task: () => Promise<T>): Promise<T> => {
        const run = (this.#locks.get(name) ?? Promise.resolve()).then(task, task);
        this.#locks.set(
          name,
          run.catch(() => {}),
        );
        return run;
      },
    };
  }
}
