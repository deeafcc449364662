/** A document that is open on the screen: the server's events, and those it does not have yet. */
import { Activity } from "./activity";
import { findClash, type Clash } from "./conflicts";
import { newId, type NewEvent, type StoredEvent } from "./event";
import { redoneBy, undoneBy } from "./history";
import type { Outbox, Receiver, SaveStatus } from "./outbox.svelte";
import type { QueuedEvent } from "./queue";
import { foldAll, restateAll, type DocumentRules, type PayloadsOf } from "./rules";
import type { TabMessage } from "./tabs";

export interface OpenDocument<S, P extends PayloadsOf<P>> {
  readonly id: number;
  readonly rules: DocumentRules<S, P>;
  /** The server's state with all unsent changes applied; reactive, never changed in place. */
  readonly state: S;
  readonly version: number;
  readonly status: SaveStatus;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What this person and somebody else changed at the same time, until it is decided. */
  readonly clash: Clash | null;
  /** The states that a clash is between: before both, with mine only, with theirs only. */
  readonly sides: Sides<S>;
  /** Change the document: the state changes at once, the event is stored and sent in the background. */
  dispatch<K extends keyof P & string>(kind: K, payload: P[K]): void;
  /** Take back my last change, or bring it back; done when the state shows it. */
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Decide a clash: keep my changes on top of theirs, or give mine up. */
  decide(choice: "mine" | "theirs"): Promise<void>;
  /** Look for changes of others. */
  refresh(): Promise<void>;
  /** Stop showing it; unsent changes are still sent. */
  close(): void;
}

/** A document of a kind that is known by its name only. */
export type AnyDocument = OpenDocument<any, any>;

export interface Sides<S> {
  before: S;
  mine: S;
  theirs: S;
}

type Pending = NewEvent & { person: number; author: number | null; sequence?: number };

export class SyncedDocument<S, P extends PayloadsOf<P>> implements OpenDocument<S, P>, Receiver {
  readonly id: number;
  readonly rules: DocumentRules<S, P>;
  readonly #outbox: Outbox;
  readonly #activity: Activity;
  readonly #author: number;
  readonly #stops: (() => void)[] = [];
  /** The state at the version where the log begins; the empty one when all events are loaded. */
  #base = $state.raw() as S;
  #baseVersion = $state(0);
  #log = $state.raw<StoredEvent[]>([]);
  #pending = $state.raw<Pending[]>([]);
  #theirs = $state.raw<StoredEvent[]>([]);
  #loading: Promise<void> | null = null;
  /** Done when the last change is in the queue, and so all before it. */
  #adding: Promise<unknown> = Promise.resolve();
  onrefused: (message: string) => void = () => {};

  readonly state: S = $derived.by(() => this.#fold([...this.#log, ...this.#pending]));
  readonly sides: Sides<S> = $derived.by(() => {
    const known = this.#knownToMe();
    return {
      before: this.#fold(known),
      mine: this.#fold([...known, ...this.#pending]),
      theirs: this.#fold(this.#log),
    };
  });
  readonly version: number = $derived.by(() => this.#baseVersion + this.#log.length);
  readonly clash: Clash | null = $derived.by(() =>
    this.#theirs.length > 0 ? findClash(this.rules, this.#pending, this.#theirs) : null,
  );
  readonly canUndo: boolean = $derived.by(
    () => undoneBy([...this.#log, ...this.#pending], this.#author) !== null || this.#baseVersion > 0,
  );
  readonly canRedo: boolean = $derived.by(
    () => redoneBy([...this.#log, ...this.#pending], this.#author) !== null,
  );

  constructor(
    outbox: Outbox,
    activity: Activity,
    rules: DocumentRules<S, P>,
    id: number,
    state: S,
    version: number,
  ) {
    this.id = id;
    this.rules = rules;
    this.#outbox = outbox;
    this.#activity = activity;
    this.#author = outbox.person;
    this.#base = state;
    this.#baseVersion = version;
    activity.open(id);
    this.#stops.push(
      outbox.register(this),
      outbox.tabs.listen((message) => this.#hear(message)),
    );
    void this.#reload();
    if (version > 0) void this.#loadLog().catch(() => {});
  }

  get status(): SaveStatus {
    return this.#outbox.statusOf(this.id);
  }

  get hasClash(): boolean {
    return this.clash !== null;
  }

  #fold(events: readonly (StoredEvent | Pending)[]): S {
    return foldAll(this.rules, this.#base, events);
  }

  dispatch<K extends keyof P & string>(kind: K, payload: P[K]): void {
    this.#dispatch(kind, payload);
  }

  #dispatch(kind: string, payload: object): void {
    const event: NewEvent = {
      client_id: newId(),
      kind,
      // A copy without proxies: what is queued must not change afterwards.
      payload: JSON.parse(JSON.stringify(payload)) as object,
      on: this.version,
      active_ms: this.#activity.take(this.id),
    };
    this.#pending = [...this.#pending, { ...event, person: this.#author, author: this.#author }];
    this.#adding = this.#enqueue(event).catch(() => {});
  }

  async #enqueue(event: NewEvent): Promise<void> {
    const { client_id, sequence } = await this.#outbox.add(this.id, event, this.rules.name);
    this.#pending = this.#pending.map((each) =>
      each.client_id === client_id ? { ...each, sequence } : each,
    );
  }

  undo(): Promise<void> {
    return this.#step("undo", undoneBy);
  }

  redo(): Promise<void> {
    return this.#step("redo", redoneBy);
  }

  /** Undo and redo need all events of the document: what they take back may be from another visit. */
  async #step(kind: "undo" | "redo", find: typeof undoneBy): Promise<void> {
    const events = [...this.#log, ...this.#pending];
    if (find(events, this.#author) !== null) this.#dispatch(kind, {});
    else if (this.#baseVersion > 0)
      await this.#loadLog().then(
        () => this.#step(kind, find),
        () => {},
      );
  }

  async decide(choice: "mine" | "theirs"): Promise<void> {
    const clash = this.clash;
    if (!clash) return;
    await this.#adding;
    const queued = await this.#outbox.queue.list(this.#outbox.person, this.id);
    const mine = new Set(clash.mine.map((event) => event.client_id));
    const others = queued.filter((event) => !mine.has(event.client_id));
    const before = this.#fold([...this.#knownToMe(), ...withAuthor(others)]);
    const now = this.#fold([...this.#log, ...withAuthor(others)]);
    const disputed = queued.filter((event) => mine.has(event.client_id));
    // What is said anew gets a new id: one id stands for one event.
    const restated = (choice === "mine" ? restateAll(this.rules, disputed, before, now) : []).map((event) =>
      disputed.includes(event) ? event : { ...event, client_id: newId() },
    );
    const kept = [...others, ...restated].sort((one, other) => one.sequence - other.sequence);
    const changed = kept.map((event) => ({ ...event, on: this.version }));
    const left = new Set(kept.map((event) => event.sequence));
    this.#theirs = [];
    await this.#outbox.requeue(
      this.id,
      queued.filter((event) => !left.has(event.sequence)),
      changed,
    );
  }

  /** The server's events without those that clash with mine. */
  #knownToMe(): StoredEvent[] {
    const theirs = new Set(this.#theirs.map((event) => event.client_id));
    return this.#log.filter((event) => !theirs.has(event.client_id));
  }

  async refresh(): Promise<void> {
    const events = await this.#outbox.transport.events(this.id, this.version);
    // With changes of mine on their way the outbox finds out and asks if need be.
    if (this.#pending.length === 0) this.#append(events);
  }

  close(): void {
    this.#activity.open(null);
    this.#stops.splice(0).forEach((stop) => stop());
  }

  accept(events: readonly StoredEvent[], version: number): void {
    const stored = new Set(events.map((event) => event.client_id));
    const isGap = !this.#append(events) || this.version < version;
    this.#pending = this.#pending.filter((event) => !stored.has(event.client_id));
    if (isGap) void this.#catchUp();
  }

  requeue(pending: readonly QueuedEvent[]): void {
    const queued = new Set(pending.map((event) => event.client_id));
    const stored = new Set(this.#log.map((event) => event.client_id));
    // What was made in the meantime is not in the queue yet.
    const onTheirWay = this.#pending.filter(
      (event) => event.sequence === undefined && !queued.has(event.client_id),
    );
    const kept = pending.filter((event) => !stored.has(event.client_id));
    this.#pending = [...withAuthor(kept), ...onTheirWay];
  }

  ask(theirs: readonly StoredEvent[]): void {
    this.#theirs = [...theirs];
  }

  drop(events: readonly QueuedEvent[], message: string): void {
    const dropped = new Set(events.map((event) => event.client_id));
    this.#pending = this.#pending.filter((each) => !dropped.has(each.client_id));
    this.onrefused(message);
  }

  /** Add stored events that follow the log; false if some in between are missing. */
  #append(events: readonly StoredEvent[]): boolean {
    const fresh = events.filter((event) => event.number > this.version);
    const isNext = fresh.every((event, index) => event.number === this.version + index + 1);
    if (isNext && fresh.length > 0) this.#log = [...this.#log, ...fresh];
    return isNext;
  }

  async #catchUp(): Promise<void> {
    try {
      const events = await this.#outbox.transport.events(this.id, this.version);
      const stored = new Set(events.map((event) => event.client_id));
      this.#append(events);
      this.#pending = this.#pending.filter((event) => !stored.has(event.client_id));
    } catch {
      // The next answer of the server shows the gap again.
    }
  }

  #loadLog(): Promise<void> {
    this.#loading ??= this.#readLog().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #readLog(): Promise<void> {
    if (this.#baseVersion === 0) return;
    const events = await this.#outbox.transport.events(this.id, 0);
    const stored = new Set(events.map((event) => event.client_id));
    const later = this.#log.filter((event) => event.number > (events.at(-1)?.number ?? 0));
    this.#base = this.rules.emptyState();
    this.#baseVersion = 0;
    this.#log = [...events, ...later];
    this.#pending = this.#pending.filter((event) => !stored.has(event.client_id));
  }

  /** Show what the queue has for this document: left from an earlier visit, or made in another tab. */
  async #reload(): Promise<void> {
    const pending = await this.#outbox.queue.list(this.#outbox.person, this.id);
    this.requeue(pending);
    if (pending.length > 0) this.#outbox.wake(this.id);
  }

  #hear(message: TabMessage): void {
    if (message.type === "queued") {
      const { event } = message;
      const isNew = !this.#pending.some((each) => each.client_id === event.client_id);
      if (event.document === this.id && event.person === this.#author && isNew) {
        this.#pending = [...this.#pending, ...withAuthor([event])];
      }
    } else if (message.document !== this.id) return;
    else if (message.type === "stored") this.accept(message.events, message.events.at(-1)?.number ?? 0);
    else {
      this.#theirs = [];
      void this.#reload();
    }
  }
}

function withAuthor(events: readonly QueuedEvent[]): (QueuedEvent & { author: number })[] {
  return events.map((event) => ({ ...event, author: event.person }));
}
