/** Sends unsent events in order, document by document, until the server has acknowledged them. */
import { SvelteMap } from "svelte/reactivity";
import { ApiError } from "../api/client";
import { findClash } from "./conflicts";
import type { Queue, QueuedEvent } from "./queue";
import type { NewEvent, StoredEvent } from "./event";
import type { AnyRules } from "./rules";
import type { Tabs } from "./tabs";
import type { Transport } from "./transport";

export type SaveStatus =
  | { kind: "saved" }
  | { kind: "saving"; waiting: number }
  /** Not reached, or it failed and said why; tried again in a while. */
  | { kind: "offline"; waiting: number; message?: string }
  | { kind: "conflict"; waiting: number }
  | { kind: "refused"; waiting: number; message: string }
  | { kind: "signed-out"; waiting: number };

type Problem =
  | { kind: "conflict" | "signed-out" }
  | { kind: "offline"; message?: string }
  | { kind: "refused"; message: string };

/** A document on the screen, as the outbox sees it. */
export interface Receiver {
  readonly id: number;
  readonly hasClash: boolean;
  readonly rules: AnyRules;
  /** Take over what the server has stored, in order. */
  accept(events: readonly StoredEvent[], version: number): void;
  /** Take over the unsent events as the queue has them now. */
  requeue(pending: readonly QueuedEvent[]): void;
  /** Ask the person about events that do not commute. */
  ask(theirs: readonly StoredEvent[]): void;
  /** Take back events that the server can never store, and tell why. */
  drop(events: readonly QueuedEvent[], message: string): void;
}

export const LARGEST_BATCH = 20;
const SHORTEST_DELAY = 1000;
const LONGEST_DELAY = 30_000;

/** Most urgent first: what the save state shows when documents differ. */
const URGENCY = ["conflict", "refused", "signed-out", "offline"] as const;

export class Outbox {
  #person = 0;
  readonly #receivers = new Map<number, Receiver>();
  /** Events in the queue, and events on their way into it. */
  readonly #waiting = new SvelteMap<number, number>();
  readonly #adding = new SvelteMap<number, number>();
  readonly #problems = new SvelteMap<number, Problem>();
  /** Events of this browser that the server has, so that they are not taken for somebody else's. */
  readonly #acknowledged = new Set<string>();
  /** Versions of a document that only events of this browser lie between. */
  readonly #own = new Map<number, { from: number; to: number }>();
  #lastAdded: Promise<unknown> = Promise.resolve();
  readonly #running = new Map<number, Promise<void>>();
  readonly #again = new Set<number>();
  /** Documents whose events are sent one by one, to find the one that the server refuses. */
  readonly #single = new Set<number>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #failures = new Map<number, number>();
  /** Told why events of a document that is not on the screen were given up. */
  onrefused: (message: string) => void = () => {};
  /** Finds the rules of a kind by its name, for documents that are not on the screen. */
  rulesOf: (kind: string) => AnyRules | null = () => null;

  readonly status: SaveStatus = $derived.by(() =>
    this.#statusOf([...new Set([...this.#waiting.keys(), ...this.#adding.keys()])]),
  );

  constructor(
    readonly queue: Queue,
    readonly transport: Transport,
    readonly tabs: Tabs,
  ) {
    tabs.listen((message) => {
      if (message.type === "queued" && message.event.person === this.#person) {
        this.#count(message.event.document);
      } else if (message.type !== "queued") this.#count(message.document);
    });
  }

  get person(): number {
    return this.#person;
  }

  /** Send what this person left unsent at an earlier visit, and what comes. */
  async start(person: number): Promise<void> {
    // The session was only loaded again: what the server refuses would be refused again, and again.
    if (person === this.#person) return this.retry();
    this.stop();
    this.#person = person;
    for (const document of await this.queue.documents(person)) {
      await this.#count(document);
      this.wake(document);
    }
  }

  /** Send no more; unsent events stay in the queue. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const map of [this.#timers, this.#failures, this.#problems, this.#waiting, this.#own]) map.clear();
    this.#person = 0;
  }

  register(receiver: Receiver): () => void {
    this.#receivers.set(receiver.id, receiver);
    return () => {
      if (this.#receivers.get(receiver.id) === receiver) this.#receivers.delete(receiver.id);
    };
  }

  /** The status of one document. */
  statusOf(document: number): SaveStatus {
    return this.#statusOf([document]);
  }

  /** Put an event into the queue, after those before it, tell the other tabs, and send it. */
  add(document: number, event: NewEvent, rules: string): Promise<QueuedEvent> {
    this.#changeAdding(document, 1);
    const person = this.#person;
    const adding = this.#lastAdded.then(() => this.#enqueue({ ...event, person, document, rules }));
    this.#lastAdded = adding.catch(() => {});
    return adding;
  }

  async #enqueue(event: Omit<QueuedEvent, "sequence">): Promise<QueuedEvent> {
    try {
      const queued = await this.queue.add(event);
      await this.#count(event.document);
      this.tabs.tell({ type: "queued", event: queued });
      return queued;
    } finally {
      this.#changeAdding(event.document, -1);
      this.wake(event.document);
    }
  }

  /** Send now what waits for a retry. */
  retry(): void {
    for (const [document, problem] of this.#problems) {
      if (problem.kind === "offline" || problem.kind === "signed-out") this.wake(document);
    }
  }

  /** Throw away the unsent events of a document that the server refuses. */
  async discard(document: number): Promise<void> {
    const pending = await this.queue.list(this.#person, document);
    await this.requeue(document, pending, []);
  }

  /** Documents whose events the server refuses, with its reason. */
  get refusals(): { document: number; message: string }[] {
    return [...this.#problems].flatMap(([document, problem]) =>
      problem.kind === "refused" ? { document, message: problem.message } : [],
    );
  }

  /** Change the queue of a document, after a decision of the person. */
  async requeue(
    document: number,
    removed: readonly QueuedEvent[],
    changed: readonly QueuedEvent[],
  ): Promise<void> {
    await this.queue.replace(removed, changed);
    this.#problems.delete(document);
    this.tabs.tell({ type: "requeued", person: this.#person, document });
    const pending = await this.#count(document);
    this.#receivers.get(document)?.requeue(pending);
    this.wake(document);
  }

  /** Send the events of a document, now or after what is being sent. */
  wake(document: number): void {
    clearTimeout(this.#timers.get(document));
    if (this.#running.has(document)) {
      this.#again.add(document);
      return;
    }
    const run = this.#run(document).finally(() => {
      this.#running.delete(document);
      if (this.#again.delete(document)) this.wake(document);
    });
    this.#running.set(document, run);
  }

  /** Wait until nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async #run(document: number): Promise<void> {
    try {
      const goOn = await this.tabs.alone(`document-${document}`, () => this.#sendBatch(document));
      this.#failures.delete(document);
      if (goOn) this.#again.add(document);
    } catch (error) {
      if (this.#person !== 0) this.#retryLater(document, error);
    }
  }

  #retryLater(document: number, error: unknown): void {
    const failures = this.#failures.get(document) ?? 0;
    this.#failures.set(document, failures + 1);
    const message = error instanceof ApiError ? error.message : undefined;
    this.#problems.set(document, message ? { kind: "offline", message } : { kind: "offline" });
    const delay = Math.min(LONGEST_DELAY, SHORTEST_DELAY * 2 ** failures) * (0.75 + Math.random() / 4);
    this.#timers.set(
      document,
      setTimeout(() => this.wake(document), delay),
    );
  }

  /** Send the first events; true if there may be more. */
  async #sendBatch(document: number): Promise<boolean> {
    const person = this.#person;
    const pending = this.#knowingOwn(document, await this.#count(document));
    if (person === 0 || pending.length === 0 || this.#receivers.get(document)?.hasClash) return false;
    const batch = pending.slice(0, this.#single.has(document) ? 1 : LARGEST_BATCH);
    const answer = await this.transport.send(document, batch);
    if (person !== this.#person) return false;
    switch (answer.kind) {
      case "stored":
        this.#single.delete(document);
        await this.#stored(document, batch, answer.numbers, answer.version);
        return true;
      case "conflict":
        return this.#conflict(document, pending, answer.events, answer.version);
      case "invalid":
        await this.#invalid(document, batch, answer.message);
        return true;
      case "locked":
        await this.#giveUp(document, pending, answer.message);
        return false;
      case "refused":
        this.#problems.set(document, { kind: "refused", message: answer.message });
        return false;
      case "signed-out":
        this.#problems.set(document, { kind: "signed-out" });
        return false;
    }
  }

  async #stored(document: number, batch: QueuedEvent[], numbers: number[], version: number): Promise<void> {
    const events = batch.map((event, index) => asStored(event, numbers[index]!));
    for (const event of batch) this.#acknowledged.add(event.client_id);
    const first = batch[0]!.on;
    const isNext = numbers.every((number, index) => number === first + index + 1);
    const own = this.#own.get(document);
    if (isNext) this.#own.set(document, { from: own?.to === first ? own.from : first, to: version });
    else this.#own.delete(document);
    // What waits behind is changed in the queue too: the next visit to the page must not take these for another's.
    const sent = new Set(batch.map((event) => event.sequence));
    const waiting = await this.queue.list(batch[0]!.person, document);
    const behind = waiting.filter((event) => !sent.has(event.sequence));
    await this.queue.replace(batch, this.#knowingOwn(document, behind));
    this.#problems.delete(document);
    this.#receivers.get(document)?.accept(events, version);
    this.tabs.tell({ type: "stored", document, events });
    await this.#count(document);
  }

  /**
   * Unsent events, put on the latest version that this browser made itself: a change was made knowing those before
   * it, also if they were not yet acknowledged then.
   */
  #knowingOwn(document: number, events: QueuedEvent[]): QueuedEvent[] {
    const own = this.#own.get(document);
    if (!own) return events;
    return events.map((event) =>
      event.on >= own.from && event.on < own.to ? { ...event, on: own.to } : event,
    );
  }

  async #conflict(
    document: number,
    pending: QueuedEvent[],
    events: StoredEvent[],
    version: number,
  ): Promise<boolean> {
    // An event of ours among the server's was stored, but its acknowledgement was lost.
    const stored = new Set(events.map((event) => event.client_id));
    const known = pending.filter((event) => stored.has(event.client_id));
    for (const event of known) this.#acknowledged.add(event.client_id);
    const left = pending.filter((event) => !stored.has(event.client_id));
    const theirs = events.filter((event) => !this.#acknowledged.has(event.client_id));
    const receiver = this.#receivers.get(document);
    // Without the rules nothing is known to commute: the person is asked once the document is open.
    const rules = receiver?.rules ?? this.rulesOf(pending[0]?.rules ?? "");
    if (rules === null || findClash(rules, left, theirs)) {
      await this.queue.replace(known);
      this.#problems.set(document, { kind: "conflict" });
      await this.#count(document);
      receiver?.accept(events, version);
      receiver?.ask(theirs);
      return false;
    }
    const rebased = left.map((event) => ({ ...event, on: version }));
    await this.queue.replace(known, rebased);
    receiver?.accept(events, version);
    this.tabs.tell({ type: "stored", document, events });
    return true;
  }

  async #invalid(document: number, batch: QueuedEvent[], message: string): Promise<void> {
    if (batch.length > 1) {
      this.#single.add(document);
      return;
    }
    await this.#giveUp(document, batch, message);
  }

  /** Remove events that the server will never store, with one message. */
  async #giveUp(document: number, events: readonly QueuedEvent[], message: string): Promise<void> {
    await this.queue.replace(events);
    const receiver = this.#receivers.get(document);
    if (receiver) receiver.drop(events, message);
    else this.onrefused(message);
    this.tabs.tell({ type: "requeued", person: this.#person, document });
    await this.#count(document);
  }

  async #count(document: number): Promise<QueuedEvent[]> {
    const pending = this.#person === 0 ? [] : await this.queue.list(this.#person, document);
    if (pending.length > 0) this.#waiting.set(document, pending.length);
    else {
      this.#waiting.delete(document);
      this.#problems.delete(document);
    }
    return pending;
  }

  #changeAdding(document: number, step: 1 | -1): void {
    const count = (this.#adding.get(document) ?? 0) + step;
    if (count > 0) this.#adding.set(document, count);
    else this.#adding.delete(document);
  }

  #statusOf(documents: number[]): SaveStatus {
    const counts = documents.flatMap((document) => [this.#waiting.get(document), this.#adding.get(document)]);
    const waiting = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const problems = documents.flatMap((document) => this.#problems.get(document) ?? []);
    if (waiting === 0) return { kind: "saved" };
    for (const kind of URGENCY) {
      const problem = problems.find((each) => each.kind === kind);
      if (problem) return { ...problem, waiting };
    }
    return { kind: "saving", waiting };
  }
}

/** An acknowledged event as the server's log has it. */
export function asStored(event: QueuedEvent, number: number): StoredEvent {
  const { client_id, kind, payload, on, active_ms, document, person } = event;
  return {
    client_id,
    kind,
    payload,
    on,
    active_ms,
    document,
    number,
    author: person,
    time: new Date().toISOString(),
  };
}
