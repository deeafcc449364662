import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ItemRow } from "../api/types";
import { PAGE, Sentences } from "./sentences.svelte";

const COUNT = 10_000;

/** A project of ten thousand sentences, every tenth of them done, as the API lists them. */
function answer(address: string): unknown {
  const query = new URL(address, "http://localhost").searchParams;
  const after = Number(query.get("after") ?? 0);
  const limit = Number(query.get("limit"));
  const items: ItemRow[] = [];
  for (let position = after + 1; position <= COUNT && items.length < limit; position += 1) {
    const done = position % 10 === 0;
    if (query.get("status") === "done" && !done) continue;
    if (query.get("summary") === "unsure" && position % 1000 !== 0) continue;
    const counts = {
      synsets: 0,
      triples: 0,
      version: 0,
      document: position,
      revealed: false,
      source: null,
      team: null,
      summary: null,
    };
    const status = done ? "done" : "open";
    items.push({
      id: position + 500,
      position,
      key: String(position),
      text: `t ${position}`,
      done,
      status,
      ...counts,
    });
  }
  return { items, next: items.length === limit ? items.at(-1)!.position : null };
}

let requests = 0;

beforeEach(() => {
  requests = 0;
  vi.stubGlobal("fetch", async (address: string) => {
    requests += 1;
    return new Response(JSON.stringify(answer(address)));
  });
});

afterEach(() => vi.unstubAllGlobals());

const positions = (sentences: Sentences) => [sentences.rows[0]!.position, sentences.rows.at(-1)!.position];

describe("the list of sentences", () => {
  it("loads a page around the open sentence of ten thousand", async () => {
    const sentences = new Sentences(1);
    await sentences.reload(8000);
    expect([requests, sentences.rows.length]).toEqual([1, PAGE]);
    expect(positions(sentences)).toEqual([8000 - PAGE / 2 + 1, 8000 + PAGE / 2]);
  });

  it("goes on at both ends, without gaps or repetitions", async () => {
    const sentences = new Sentences(1);
    await sentences.reload(8000);
    await sentences.more();
    expect(await sentences.before()).toBe(PAGE);
    const all = sentences.rows.map((row) => row.position);
    expect(all).toEqual(Array.from({ length: 3 * PAGE }, (_, index) => all[0]! + index));
  });

  it("stops at the first and the last sentence", async () => {
    const sentences = new Sentences(1);
    await sentences.reload(20);
    expect([positions(sentences)[0], await sentences.before()]).toEqual([1, 0]);
    await sentences.reload(COUNT);
    await sentences.more();
    expect([positions(sentences)[1], sentences.hasMore]).toEqual([COUNT, false]);
  });

  it("steps to neighbours over the borders of pages", async () => {
    const sentences = new Sentences(1);
    await sentences.reload(8000);
    const [first, last] = positions(sentences) as [number, number];
    expect((await sentences.neighbour(last + 500, 1))?.position).toBe(last + 1);
    expect((await sentences.neighbour(first + 500, -1))?.position).toBe(first - 1);
  });

  it("filters from the start and steps through what fits only", async () => {
    const sentences = new Sentences(1);
    sentences.status = "done";
    await sentences.reload(8000);
    expect(positions(sentences)).toEqual([10, 10 * PAGE]);
    expect((await sentences.neighbour(20 + 500, 1))?.position).toBe(30);
  });

  it("keeps the answer to the last question only", async () => {
    const sentences = new Sentences(1);
    const slow = sentences.reload(8000);
    sentences.status = "done";
    await Promise.all([slow, sentences.reload()]);
    expect(positions(sentences)).toEqual([10, 10 * PAGE]);
  });

  it("shows what was just done", async () => {
    const sentences = new Sentences(1);
    await sentences.reload();
    const before = sentences.rows;
    sentences.update(501, { triples: 3, status: "started" });
    expect(sentences.rows[0]).toMatchObject({ id: 501, triples: 3, status: "started" });
    expect(before[0]!.triples).toBe(0);
    const same = sentences.rows;
    sentences.update(501, { triples: 3 });
    expect(sentences.rows).toBe(same);
  });

  it("waits for the list before it goes to the next sentence", async () => {
    const sentences = new Sentences(1);
    void sentences.reload(8000);
    expect((await sentences.neighbour(8500, 1))?.id).toBe(8501);
  });

  it("is filtered by what a summary says", async () => {
    const sentences = new Sentences(1);
    sentences.status = "summary: unsure";
    await sentences.reload(8000);
    expect(sentences.rows.map(({ position }) => position / 1000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

it("shows a list of the kind's own, also while searching", async () => {
  const load = async (_: number, after: number) => {
    const { items } = answer(`/?after=${after}&limit=3`) as { items: ItemRow[] };
    return { items, next: null };
  };
  const list = new Sentences(1, [{ name: "odd ones", label: "Odd ones", role: "curator", load }]);
  list.status = "list: odd ones";
  await list.reload(500);
  expect(list.rows.map(({ position }) => position)).toEqual([1, 2, 3]);
  list.search = "T 2";
  await list.reload();
  expect(list.rows.map(({ position }) => position)).toEqual([2]);
});
