import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SYNSET_RULES } from "../kinds/synsets/rules";
import { emptyState, type Payloads, type SynsetState, type Triple } from "../kinds/synsets/state";
import { Activity } from "./activity";
import { SyncedDocument } from "./document.svelte";
import { FakeBrowser, FakeServer } from "./fake-server";
import { Outbox } from "./outbox.svelte";
import { BrowserQueue, MemoryQueue, SafeQueue, type Queue } from "./queue";
import { describeEvent, foldAll } from "./rules";

type TestDocument = SyncedDocument<SynsetState, Payloads>;

const DOCUMENT = 5;
const ANN = 1;
const BEN = 2;

function triple(id: string, subject = id): Triple {
  const slot = (text: string) => [{ text, optional: false, at: null }];
  const origin = { round: 1, way: "hand", source: null } as const;
  return { id, subject: slot(subject), relation: slot("is"), object: slot("here"), wholesome: null, origin };
}

const slots = (subject: string) => {
  const { relation, object, ...others } = triple("x", subject);
  return { subject: others.subject, relation, object };
};

/** Synsets as text: "s: a b; t: c", with each triple's subject. */
function shown(state: SynsetState): string {
  return state.synsets
    .map(({ id, triples }) => `${id}: ${triples.map(({ subject }) => subject[0]!.text).join(" ")}`)
    .join("; ");
}

let server: FakeServer;
let browser: FakeBrowser;
let database = 0;
let opened: Outbox[] = [];

beforeEach(() => {
  server = new FakeServer();
  browser = new FakeBrowser();
  database += 1;
  opened = [];
});

afterEach(() => opened.forEach((outbox) => outbox.stop()));

/** A visit to the page: a tab with an outbox, which finds what earlier visits left in the queue. */
async function visit(person = ANN, queue: Queue = new BrowserQueue(`test-${database}`)): Promise<Outbox> {
  const outbox = new Outbox(queue, server.connect(person), browser.tab());
  outbox.rulesOf = (kind) => (kind === SYNSET_RULES.name ? SYNSET_RULES : null);
  opened.push(outbox);
  await outbox.start(person);
  return outbox;
}

function open(outbox: Outbox, activity = new Activity()): TestDocument {
  const log = server.log(DOCUMENT);
  return new SyncedDocument(
    outbox,
    activity,
    SYNSET_RULES,
    DOCUMENT,
    foldAll(SYNSET_RULES, emptyState(), log),
    log.length,
  );
}

const saved = (outbox: Outbox) => vi.waitFor(() => expect(outbox.status).toEqual({ kind: "saved" }));
const stored = () => shown(foldAll(SYNSET_RULES, emptyState(), server.log(DOCUMENT)));

describe("saving", () => {
  it("meets no conflict with itself when changes come faster than they are stored", async () => {
    const queue = new MemoryQueue();
    const add = queue.add.bind(queue);
    // A slow disk: a change reaches the queue when the one before it has been sent, stored and taken out of it.
    queue.add = async (event) => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      return add(event);
    };
    const outbox = await visit(ANN, queue);
    const doc = open(outbox);
    const answers: string[] = [];
    const send = outbox.transport.send.bind(outbox.transport);
    outbox.transport.send = async (document, events) => {
      const answer = await send(document, events);
      answers.push(answer.kind);
      return answer;
    };
    for (const id of ["a", "b", "c"]) doc.dispatch("add", { synset: "s", triples: [triple(id)] });
    await saved(outbox);
    expect(answers).toEqual(["stored", "stored", "stored"]);
    expect(stored()).toBe("s: a b c");
  });

  it("shows a change at once and says saved only after the server has it", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    expect(shown(doc.state)).toBe("s: a");
    expect(doc.status).toEqual({ kind: "saving", waiting: 1 });
    expect(stored()).toBe("");
    await saved(outbox);
    expect(stored()).toBe("s: a");
    expect([doc.version, shown(doc.state)]).toEqual([1, "s: a"]);
  });

  it("sends changes in order, many in one request", async () => {
    let release = () => {};
    server.gate = new Promise((resolve) => (release = resolve));
    const outbox = await visit();
    const doc = open(outbox);
    for (let number = 0; number < 30; number += 1) {
      doc.dispatch("add", { synset: "s", triples: [triple(`t${number}`)] });
    }
    expect(outbox.status).toEqual({ kind: "saving", waiting: 30 });
    await vi.waitFor(async () => expect(await outbox.queue.list(ANN, DOCUMENT)).toHaveLength(30));
    release();
    await saved(outbox);
    const order = Array.from({ length: 30 }, (_, number) => `t${number}`);
    expect(stored()).toBe(`s: ${order.join(" ")}`);
    expect(server.requests).toBeLessThan(6);
    expect(doc.version).toBe(30);
  });

  it("waits while the server cannot be reached, and sends when it is back", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    server.mishaps.push("unreachable");
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(doc.status.kind).toBe("offline"));
    server.mishaps.push("unreachable", "unreachable");
    doc.dispatch("add", { synset: "t", triples: [triple("b")] });
    doc.dispatch("add", { synset: "t", triples: [triple("c")] });
    await vi.waitFor(() => expect(outbox.status).toEqual({ kind: "offline", waiting: 3 }));
    expect(shown(doc.state)).toBe("s: a; t: b c");
    server.mishaps.length = 0;
    outbox.retry();
    await saved(outbox);
    expect(stored()).toBe("s: a; t: b c");
  });

  it("retries by itself, with longer and longer pauses", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const outbox = await visit(ANN, new MemoryQueue());
      const doc = open(outbox);
      server.mishaps.push("unreachable", "unreachable", "unreachable");
      doc.dispatch("add", { synset: "s", triples: [triple("a")] });
      const times: number[] = [];
      for (let passed = 0; server.requests < 4 && passed < 10_000; passed += 50) {
        const before = server.requests;
        await vi.advanceTimersByTimeAsync(50);
        await outbox.settled();
        if (server.requests > before) times.push(passed);
      }
      const pauses = times.slice(1).map((time, index) => time - times[index]!);
      expect(pauses).toHaveLength(3);
      for (const [index, shortest] of [700, 1450, 2950].entries()) {
        expect(pauses[index]).toBeGreaterThanOrEqual(shortest);
        expect(pauses[index]).toBeLessThanOrEqual(1050 * 2 ** index);
      }
      expect(stored()).toBe("s: a");
    } finally {
      vi.useRealTimers();
    }
  });

  it("stores an event once if its acknowledgement was lost", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    server.mishaps.push("lost acknowledgement");
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(doc.status.kind).toBe("offline"));
    expect(server.log(DOCUMENT)).toHaveLength(1);
    doc.dispatch("add", { synset: "s", triples: [triple("b")] });
    outbox.retry();
    await saved(outbox);
    expect(server.log(DOCUMENT)).toHaveLength(2);
    expect([stored(), shown(doc.state), doc.version]).toEqual(["s: a b", "s: a b", 2]);
  });

  it("keeps what waits over a closed tab and sends it at the next visit, even without opening the document", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    server.mishaps.push("unreachable", "unreachable", "unreachable", "unreachable");
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    doc.undo();
    doc.dispatch("add", { synset: "t", triples: [triple("b")] });
    await vi.waitFor(() => expect(outbox.status).toEqual({ kind: "offline", waiting: 3 }));
    doc.close();
    outbox.stop();
    server.mishaps.length = 0;
    const again = await visit();
    await saved(again);
    expect(stored()).toBe("t: b");
  });

  it("shows what waits when the document is opened again", async () => {
    server.mishaps.push(...Array<"unreachable">(9).fill("unreachable"));
    const outbox = await visit();
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(outbox.status.kind).toBe("offline"));
    outbox.stop();
    const doc = open(await visit());
    await vi.waitFor(() => expect(shown(doc.state)).toBe("s: a"));
  });

  it("does not send the changes of one person as those of another", async () => {
    const outbox = await visit(ANN);
    server.mishaps.push("unreachable");
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(outbox.status.kind).toBe("offline"));
    outbox.stop();
    const other = await visit(BEN);
    await other.settled();
    expect([stored(), other.status.kind]).toEqual(["", "saved"]);
    other.stop();
    const first = await visit(ANN);
    await saved(first);
    expect(server.log(DOCUMENT).map(({ author }) => author)).toEqual([ANN]);
  });

  it("waits for a new sign-in", async () => {
    const outbox = await visit();
    server.mishaps.push("signed out");
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(outbox.status).toEqual({ kind: "signed-out", waiting: 1 }));
    await outbox.start(ANN);
    await saved(outbox);
    expect(stored()).toBe("s: a");
  });

  it("says why the server failed, and tries again", async () => {
    const outbox = await visit();
    server.mishaps.push("disk full");
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() =>
      expect(outbox.status).toEqual({ kind: "offline", waiting: 1, message: "the disk is full" }),
    );
    outbox.retry();
    await saved(outbox);
    expect(stored()).toBe("s: a");
  });

  it("gives up changes of a locked document with one message, and shows the server's state", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    const told = vi.fn();
    doc.onrefused = told;
    doc.dispatch("done", { done: true });
    await saved(outbox);
    const before = server.requests;
    server.mishaps.push("locked");
    doc.undo();
    await saved(outbox);
    await outbox.settled();
    expect(told.mock.calls).toEqual([["the document is locked"]]);
    expect([doc.state.done, server.requests - before]).toEqual([true, 1]);
    expect(await outbox.queue.list(ANN, DOCUMENT)).toEqual([]);
  });

  it("tells of a locked document that is not open, at the next visit", async () => {
    server.mishaps.push("unreachable");
    const outbox = await visit();
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(outbox.status.kind).toBe("offline"));
    outbox.stop();
    server.mishaps.push("locked");
    const again = new Outbox(outbox.queue, server.connect(ANN), browser.tab());
    opened.push(again);
    const told = vi.fn();
    again.onrefused = told;
    await again.start(ANN);
    await saved(again);
    expect(told.mock.calls).toEqual([["the document is locked"]]);
  });

  it("does not send what is refused again when the session is only renewed", async () => {
    const connection = server.connect(ANN);
    let renewals = 0;
    // The session is renewed after a refusal, upon which the page starts the outbox again.
    const send: typeof connection.send = async (document, events) => {
      const answer = await connection.send(document, events);
      if (answer.kind === "refused" && ++renewals < 20) void outbox.start(ANN);
      return answer;
    };
    const outbox = new Outbox(new MemoryQueue(), { ...connection, send }, browser.tab());
    opened.push(outbox);
    await outbox.start(ANN);
    for (let count = 0; count < 30; count++) server.mishaps.push("refused");
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(outbox.status.kind).toBe("refused"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([outbox.status.kind, server.requests]).toEqual(["refused", 1]);
  });

  it("keeps changes of a document that is not the person's until they are discarded", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    server.mishaps.push("refused");
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() =>
      expect(outbox.status).toEqual({ kind: "refused", waiting: 1, message: "the document is not yours" }),
    );
    expect(outbox.refusals).toEqual([{ document: DOCUMENT, message: "the document is not yours" }]);
    await outbox.discard(DOCUMENT);
    expect([shown(doc.state), outbox.status.kind, stored()]).toEqual(["", "saved", ""]);
  });

  it("drops the one event that the server finds invalid, tells of it and sends the others", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    const refused = vi.fn();
    doc.onrefused = refused;
    server.invalidWord = "bad";
    let release = () => {};
    server.gate = new Promise((resolve) => (release = resolve));
    for (const id of ["a", "bad", "c", "d"]) doc.dispatch("add", { synset: "s", triples: [triple(id)] });
    release();
    await saved(outbox);
    expect(refused.mock.calls).toEqual([["add: expected another word"]]);
    expect([stored(), shown(doc.state)]).toEqual(["s: a c d", "s: a c d"]);
  });

  it("works where the browser cannot store, and says so", async () => {
    const broken: Queue = {
      add: () => Promise.reject(new DOMException("full", "QuotaExceededError")),
      list: () => Promise.resolve([]),
      documents: () => Promise.reject(new Error("no database")),
      replace: () => Promise.reject(new Error("no database")),
    };
    const failed = vi.fn();
    const outbox = await visit(ANN, new SafeQueue(broken, failed));
    const doc = open(outbox);
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    doc.dispatch("add", { synset: "s", triples: [triple("b")] });
    await saved(outbox);
    expect(stored()).toBe("s: a b");
    expect(failed).toHaveBeenCalled();
  });
});

describe("undo and redo", () => {
  it("are events", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    doc.dispatch("add", { synset: "s", triples: [triple("b")] });
    doc.undo();
    expect([shown(doc.state), doc.canRedo]).toEqual(["s: a", true]);
    doc.redo();
    doc.undo();
    doc.undo();
    doc.undo();
    expect([shown(doc.state), doc.canUndo]).toEqual(["", false]);
    await saved(outbox);
    expect(server.log(DOCUMENT).map(({ kind }) => kind)).toEqual([
      "add",
      "add",
      "undo",
      "redo",
      "undo",
      "undo",
    ]);
  });

  it("work after a reload and on another machine", async () => {
    const outbox = await visit();
    open(outbox).dispatch("add", { synset: "s", triples: [triple("a")] });
    await saved(outbox);
    outbox.stop();
    database += 1;
    const elsewhere = await visit();
    const doc = open(elsewhere);
    expect([shown(doc.state), doc.canUndo]).toEqual(["s: a", true]);
    doc.undo();
    await vi.waitFor(() => expect(shown(doc.state)).toBe(""));
    await saved(elsewhere);
    expect(stored()).toBe("");
    doc.redo();
    await saved(elsewhere);
    expect([shown(doc.state), stored()]).toEqual(["s: a", "s: a"]);
  });

  it("take back only the person's own changes", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    await saved(outbox);
    server.write(DOCUMENT, BEN, "add", { synset: "t", triples: [triple("b")] });
    await doc.refresh();
    expect(shown(doc.state)).toBe("s: a; t: b");
    doc.undo();
    await saved(outbox);
    expect(stored()).toBe("t: b");
  });
});

describe("two tabs", () => {
  it("show each other's changes and send nothing twice", async () => {
    const [one, other] = [await visit(), await visit()];
    const [left, right] = [open(one), open(other)];
    for (let number = 0; number < 5; number += 1) {
      left.dispatch("add", { synset: "s", triples: [triple(`l${number}`)] });
      await vi.waitFor(() => expect(shown(right.state)).toContain(`l${number}`));
      right.dispatch("add", { synset: "s", triples: [triple(`r${number}`)] });
      await vi.waitFor(() => expect(shown(left.state)).toContain(`r${number}`));
    }
    await saved(one);
    await saved(other);
    await vi.waitFor(() => expect([left.version, right.version]).toEqual([10, 10]));
    const ids = server.log(DOCUMENT).map((event) => event.client_id);
    expect(new Set(ids).size).toBe(10);
    expect([shown(left.state), shown(right.state)]).toEqual([stored(), stored()]);
    expect(server.mostSending).toBe(1);
  });

  it("send once what both find in the queue at the start", async () => {
    server.mishaps.push("unreachable");
    const before = await visit();
    open(before).dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(before.status.kind).toBe("offline"));
    before.stop();
    server.requests = 0;
    const [one, other] = await Promise.all([visit(), visit()]);
    await saved(one);
    await saved(other);
    expect([server.requests, server.log(DOCUMENT).length]).toEqual([1, 1]);
  });
});

describe("conflicts", () => {
  it("rebases what commutes, without a question", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    server.write(DOCUMENT, BEN, "add", { synset: "t", triples: [triple("b")] });
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    doc.dispatch("add", { synset: "s", triples: [triple("c")] });
    await saved(outbox);
    expect([stored(), shown(doc.state), doc.version]).toEqual(["t: b; s: a c", "t: b; s: a c", 3]);
  });

  it.each([
    ["rebases by the kind's rules", "synsets", "saved", "t: b; s: a"],
    ["waits for the person, without the kind's rules", "another kind", "conflict", "t: b"],
  ])("of a document that is not open: %s", async (_, known, status, expected) => {
    const outbox = await visit();
    const doc = open(outbox);
    server.mishaps.push("unreachable");
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(outbox.status.kind).toBe("offline"));
    doc.close();
    outbox.rulesOf = (kind) => (kind === known ? SYNSET_RULES : null);
    server.write(DOCUMENT, BEN, "add", { synset: "t", triples: [triple("b")] });
    outbox.retry();
    await vi.waitFor(() => expect(outbox.status.kind).toBe(status));
    expect(stored()).toBe(expected);
    const again = open(outbox);
    await saved(outbox);
    expect([stored(), again.clash]).toEqual(["t: b; s: a", null]);
  });

  async function clash(): Promise<[Outbox, TestDocument]> {
    server.write(DOCUMENT, ANN, "add", { synset: "s", triples: [triple("a"), triple("b")] });
    const outbox = await visit();
    const doc = open(outbox);
    server.write(DOCUMENT, BEN, "change", { triple: "a", ...slots("theirs") });
    doc.dispatch("change", { triple: "a", ...slots("mine") });
    doc.dispatch("add", { synset: "t", triples: [triple("c")] });
    await vi.waitFor(() => expect(doc.clash).not.toBeNull());
    return [outbox, doc];
  }

  it("asks where two changed the same triple, and shows both", async () => {
    const [outbox, doc] = await clash();
    expect(outbox.status).toEqual({ kind: "conflict", waiting: 2 });
    expect(doc.clash!.mine.map(({ kind }) => kind)).toEqual(["change"]);
    expect(doc.clash!.theirs.map(({ author }) => author)).toEqual([BEN]);
    const { before, mine, theirs } = doc.sides;
    expect([before, mine, theirs].map(shown)).toEqual(["s: a b", "s: mine b; t: c", "s: theirs b"]);
    expect(stored()).toBe("s: theirs b");
  });

  it.each([
    ["mine", "s: mine b; t: c"],
    ["theirs", "s: theirs b; t: c"],
  ] as const)("stores %s, as decided", async (choice, expected) => {
    const [outbox, doc] = await clash();
    await doc.decide(choice);
    await saved(outbox);
    expect([stored(), shown(doc.state), doc.clash]).toEqual([expected, expected, null]);
  });

  it("asks again after a reload that came before the decision", async () => {
    const [outbox, doc] = await clash();
    doc.close();
    outbox.stop();
    const again = await visit();
    await vi.waitFor(() => expect(again.status).toEqual({ kind: "conflict", waiting: 2 }));
    const reopened = open(again);
    await vi.waitFor(() => expect(reopened.clash).not.toBeNull());
    await reopened.decide("mine");
    await saved(again);
    expect(stored()).toBe("s: mine b; t: c");
  });

  it("counts what builds on a disputed change as disputed", async () => {
    const [outbox, doc] = await clash();
    doc.dispatch("remove", { triples: ["a"] });
    expect(doc.clash!.mine.map(({ kind }) => kind)).toEqual(["change", "remove"]);
    await doc.decide("theirs");
    await saved(outbox);
    expect(stored()).toBe("s: theirs b; t: c");
  });

  it("names what was changed, also where the other person deleted it", async () => {
    server.write(DOCUMENT, ANN, "add", { synset: "s", triples: [triple("a"), triple("b")] });
    const outbox = await visit();
    const doc = open(outbox);
    server.write(DOCUMENT, BEN, "remove", { triples: ["a"] });
    doc.dispatch("mark", { triples: ["a"], wholesome: false });
    await vi.waitFor(() => expect(doc.clash).not.toBeNull());
    const { before, mine, theirs } = doc.sides;
    expect(doc.clash!.mine.map((event) => describeEvent(SYNSET_RULES, event, before, theirs))).toEqual([
      "Marked a – is – here as not wholesome",
    ]);
    expect(doc.clash!.theirs.map((event) => describeEvent(SYNSET_RULES, event, before, mine))).toEqual([
      "Deleted a – is – here",
    ]);
  });

  it("brings back a triple that the other person deleted, if mine is kept", async () => {
    server.write(DOCUMENT, ANN, "add", { synset: "s", triples: [triple("a"), triple("b")] });
    const outbox = await visit();
    const doc = open(outbox);
    server.write(DOCUMENT, BEN, "remove", { triples: ["a"] });
    doc.dispatch("change", { triple: "a", ...slots("mine") });
    await vi.waitFor(() => expect(doc.clash).not.toBeNull());
    await doc.decide("mine");
    await saved(outbox);
    expect([stored(), shown(doc.state)]).toEqual(["s: b mine", "s: b mine"]);
  });

  it("leaves out what names nothing any more", async () => {
    server.write(DOCUMENT, ANN, "add", { synset: "s", triples: [triple("a"), triple("b")] });
    const outbox = await visit();
    const doc = open(outbox);
    server.write(DOCUMENT, BEN, "remove", { triples: ["a"] });
    doc.dispatch("mark", { triples: ["a"], wholesome: false });
    await vi.waitFor(() => expect(doc.clash).not.toBeNull());
    await doc.decide("mine");
    await saved(outbox);
    expect([stored(), server.log(DOCUMENT).length]).toEqual(["s: b", 2]);
  });

  it("takes its own event among the server's as acknowledged", async () => {
    const outbox = await visit();
    const doc = open(outbox);
    server.mishaps.push("lost acknowledgement");
    doc.dispatch("add", { synset: "s", triples: [triple("a")] });
    await vi.waitFor(() => expect(doc.status.kind).toBe("offline"));
    server.write(DOCUMENT, BEN, "add", { synset: "t", triples: [triple("b")] });
    doc.dispatch("add", { synset: "s", triples: [triple("c")] });
    outbox.retry();
    await saved(outbox);
    expect(server.log(DOCUMENT)).toHaveLength(3);
    expect([stored(), shown(doc.state), doc.version]).toEqual(["s: a c; t: b", "s: a c; t: b", 3]);
  });
});

describe("active time", () => {
  it("leaves out pauses of more than a minute and belongs to one document", async () => {
    let now = 0;
    const activity = new Activity(() => now);
    const outbox = await visit();
    const doc = open(outbox, activity);
    const act = (after: number) => {
      now += after;
      activity.note();
    };
    act(5000);
    act(59_000);
    act(61_000);
    now += 2000;
    doc.dispatch("done", { done: true });
    activity.open(99);
    act(7000);
    activity.open(DOCUMENT);
    now += 1000;
    doc.dispatch("done", { done: false });
    await saved(outbox);
    expect(server.log(DOCUMENT).map((event) => event.active_ms)).toEqual([66_000, 1000]);
    expect(activity.take(99)).toBe(7000);
  });
});
