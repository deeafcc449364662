import { afterEach, expect, it, vi } from "vitest";
import { BrowserQueue } from "./sync/queue";

const person = { id: 1, name: "Ann", role: "annotator", active: true };

function answer(store: string, csrf = "token"): Response {
  return new Response(JSON.stringify({ person, csrf, launch: false, store }), {
    headers: { "Content-Type": "application/json" },
  });
}

afterEach(() => vi.unstubAllGlobals());

it("reloads the page when another project is served at its address", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...window.location, reload });
  const fetch = vi.fn(async () => answer("first"));
  vi.stubGlobal("fetch", fetch);
  const { session } = await import("./session.svelte");
  await session.load();
  expect(await session.store).toBe("first");
  await session.load();
  expect(reload).not.toHaveBeenCalled();
  fetch.mockImplementation(async () => answer("second"));
  await session.load();
  expect(reload).toHaveBeenCalledOnce();
});

it("keeps unsent events of two projects apart, though their documents have the same numbers", async () => {
  const event = { client_id: "abcdefghijkl", kind: "done", payload: { done: true }, on: 0, active_ms: 0 };
  const first = new BrowserQueue("first");
  const second = new BrowserQueue(Promise.resolve("second"));
  await first.add({ ...event, kind: "done", person: 1, document: 5 });
  expect(await second.documents(1)).toEqual([]);
  expect(await first.documents(1)).toEqual([5]);
  expect(await new BrowserQueue("first").list(1, 5)).toHaveLength(1);
});
