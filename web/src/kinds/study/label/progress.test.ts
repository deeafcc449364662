import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Progress } from "./progress.svelte";

const UNSURE = [2, 5, 9];
const task = (position: number) => ({ id: position + 100, position });
const said = (unsure: boolean) => ({ done: !unsure, unsure });

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => {
    const query = new URL(address, "http://localhost").searchParams;
    const isListed = (position: number) => position > Number(query.get("after") ?? 0);
    const items = query.get("summary") === "unsure" ? UNSURE.filter(isListed).map(task) : [];
    return new Response(JSON.stringify({ items, next: null }));
  });
});

afterEach(() => vi.unstubAllGlobals());

it("comes back to unsure tasks, from the beginning at the end", async () => {
  const progress = new Progress(1);
  expect(await progress.nextUnsure(task(2))).toBe(105);
  expect(await progress.nextUnsure(task(9))).toBe(102);
  expect(await progress.nextUnsure(task(12))).toBe(102);
});

it("knows what was said here before the server does", async () => {
  const progress = new Progress(1);
  for (const position of UNSURE) progress.open(task(position), said(true));
  progress.open(task(7), { done: false, unsure: false });
  progress.update(task(5).id, said(false));
  progress.update(task(7).id, said(true));
  expect(await progress.nextUnsure(task(2))).toBe(107);
  for (const position of [2, 7, 9]) progress.update(task(position).id, said(false));
  expect(await progress.nextUnsure(task(2))).toBeNull();
});

it("does not take counts over that were made while something changed", async () => {
  const progress = new Progress(1);
  progress.open(task(1), { done: false, unsure: false });
  let isChanged = false;
  vi.stubGlobal("fetch", async () => {
    if (!isChanged) progress.update(task(1).id, said(true));
    const counts = { assigned: 8, done: 0, summarised: isChanged ? 1 : 0 };
    isChanged = true;
    return new Response(JSON.stringify(counts));
  });
  await progress.load();
  expect(progress.isLoaded).toBe(false);
  expect(progress.isDue).toBe(true);
  await progress.load();
  expect([progress.isLoaded, progress.unsure, progress.total]).toEqual([true, 1, 8]);
});
