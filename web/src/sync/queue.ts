/** Unsent events, in the order in which they were made, kept in IndexedDB until the server has them. */
import type { NewEvent } from "./event";

export interface QueuedEvent extends NewEvent {
  /** Order over all documents; given by the queue. */
  sequence: number;
  /** Whose event it is: somebody else who signs in with this browser does not send it. */
  person: number;
  document: number;
  /** The document's kind, whose rules tell what commutes while the document is not open. */
  rules?: string;
}

export interface Queue {
  add(event: Omit<QueuedEvent, "sequence">): Promise<QueuedEvent>;
  list(person: number, document: number): Promise<QueuedEvent[]>;
  /** Documents with unsent events of a person. */
  documents(person: number): Promise<number[]>;
  /** Remove and change events in one transaction. */
  replace(removed: readonly QueuedEvent[], changed?: readonly QueuedEvent[]): Promise<void>;
}

const STORE = "events";

/** Sequence numbers from here on are of events in memory. */
const FIRST_IN_MEMORY = 2 ** 50;

export class BrowserQueue implements Queue {
  readonly #database: Promise<IDBDatabase>;

  /** Each database of the server has a queue of its own: their documents may have the same numbers. */
  constructor(store: string | Promise<string>) {
    this.#database = Promise.resolve(store).then((name) => openDatabase(`karat-annotate-${name}`));
  }

  async add(event: Omit<QueuedEvent, "sequence">): Promise<QueuedEvent> {
    const store = await this.#store("readwrite");
    const sequence = answerOf(store.add(event) as IDBRequest<number>);
    await finished(store.transaction);
    return { ...event, sequence: await sequence };
  }

  async list(person: number, document: number): Promise<QueuedEvent[]> {
    const store = await this.#store("readonly");
    return answerOf<QueuedEvent[]>(store.index("document").getAll([person, document]));
  }

  async documents(person: number): Promise<number[]> {
    const store = await this.#store("readonly");
    const range = IDBKeyRange.bound([person, 0], [person, Number.MAX_SAFE_INTEGER]);
    const events = await answerOf<QueuedEvent[]>(store.index("document").getAll(range));
    return [...new Set(events.map((event) => event.document))];
  }

  async replace(removed: readonly QueuedEvent[], changed: readonly QueuedEvent[] = []): Promise<void> {
    const store = await this.#store("readwrite");
    for (const event of removed) store.delete(event.sequence);
    for (const event of changed) store.put(event);
    await finished(store.transaction);
  }

  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const database = await this.#database;
    // "strict": the transaction is complete when it is on the disk, so that a power cut loses nothing.
    return database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(STORE, { keyPath: "sequence", autoIncrement: true });
    store.createIndex("document", ["person", "document"]);
  };
  return answerOf(opening);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/** A queue in memory, which is lost with the tab. */
export class MemoryQueue implements Queue {
  #events: QueuedEvent[] = [];
  #last: number;

  constructor(first = 1) {
    this.#last = first - 1;
  }

  async add(event: Omit<QueuedEvent, "sequence">): Promise<QueuedEvent> {
    const queued = { ...event, sequence: ++this.#last };
    this.#events.push(queued);
    return queued;
  }

  async list(person: number, document: number): Promise<QueuedEvent[]> {
    return this.#events.filter((event) => event.person === person && event.document === document);
  }

  async documents(person: number): Promise<number[]> {
    return [...new Set(this.#events.flatMap((event) => (event.person === person ? event.document : [])))];
  }

  async replace(removed: readonly QueuedEvent[], changed: readonly QueuedEvent[] = []): Promise<void> {
    const left = new Set(removed.map(({ sequence }) => sequence));
    const renewed = new Map(changed.map((event) => [event.sequence, event]));
    this.#events = this.#events
      .filter(({ sequence }) => !left.has(sequence))
      .map((event) => renewed.get(event.sequence) ?? event);
  }
}

/** The browser's queue; where it cannot write (private window, full disk), events wait in memory. */
export class SafeQueue implements Queue {
  readonly #memory = new MemoryQueue(FIRST_IN_MEMORY);

  /** `onfailure` is told that changes are kept in this tab only. */
  constructor(
    readonly browser: Queue,
    readonly onfailure: (error: unknown) => void,
  ) {}

  async add(event: Omit<QueuedEvent, "sequence">): Promise<QueuedEvent> {
    return this.#tryFirst(
      () => this.browser.add(event),
      () => this.#memory.add(event),
    );
  }

  async list(person: number, document: number): Promise<QueuedEvent[]> {
    const kept = await this.#orEmpty(() => this.browser.list(person, document));
    return [...kept, ...(await this.#memory.list(person, document))];
  }

  async documents(person: number): Promise<number[]> {
    const kept = await this.#orEmpty(() => this.browser.documents(person));
    return [...new Set([...kept, ...(await this.#memory.documents(person))])];
  }

  async replace(removed: readonly QueuedEvent[], changed: readonly QueuedEvent[] = []): Promise<void> {
    const isKept = (event: QueuedEvent) => event.sequence < FIRST_IN_MEMORY;
    const isInMemory = (event: QueuedEvent) => !isKept(event);
    await this.#memory.replace(removed.filter(isInMemory), changed.filter(isInMemory));
    const kept = [...removed, ...changed].filter(isKept);
    if (kept.length > 0) await this.browser.replace(removed.filter(isKept), changed.filter(isKept));
  }

  async #tryFirst<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
    try {
      return await first();
    } catch (error) {
      this.onfailure(error);
      return second();
    }
  }

  #orEmpty<T>(read: () => Promise<T[]>): Promise<T[]> {
    return this.#tryFirst(read, async () => []);
  }
}
