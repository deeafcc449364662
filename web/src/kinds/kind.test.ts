import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { COMMAND_NAMES, COMMANDS, EVERYWHERE } from "../keys";
import ProjectFrame from "../frame/ProjectFrame.svelte";
import { matchRoute } from "../router/router.svelte";
import { session } from "../session.svelte";
import { KINDS, kindOf } from ".";
import { KIND_COMMANDS } from "./commands";
import type { KindOfPage } from "./kind";
import { COUNTING } from "./testing/counting";

// A kind of its own, which the page knows by nothing but its line in the list.
vi.mock("./index", async (original) => {
  const { KINDS } = await original<typeof import(".")>();
  const { COUNTING } = await import("./testing/counting");
  const kinds: KindOfPage[] = [...KINDS, COUNTING];
  return { KINDS: kinds, kindOf: (name: string) => kinds.find((kind) => kind.name === name) ?? null };
});

const PROJECT = {
  id: 3,
  name: "Pears",
  kind: "counting",
  language: "en",
  settings: {},
  may_work: true,
  imports: [],
  exports: [],
  screens: [],
};
const ITEM = { id: 7, position: 1, key: "p7", text: "Two pears", source: null, analysis: null };
const DOCUMENT = { id: 9, person: 1, version: 0, state: { total: 0, done: false }, locked: false };
const ROW = { ...ITEM, status: "open", done: false, synsets: 0, triples: 0, team: null, revealed: false };

const ANSWERS: [RegExp, unknown][] = [
  [/\/api\/projects\/3$/, PROJECT],
  [/\/api\/projects\/3\/items\/7$/, { item: ITEM, document: DOCUMENT, merged: null, candidates: 0 }],
  [/\/api\/projects\/3\/items\?/, { items: [ROW], next: null }],
];

function answer(path: string): Response {
  const found = ANSWERS.find(([pattern]) => pattern.test(path));
  return new Response(JSON.stringify(found?.[1] ?? {}), { status: found ? 200 : 503 });
}

let stop = () => {};

async function open(path: string): Promise<HTMLElement> {
  vi.stubGlobal("fetch", async (url: string | URL) => answer(String(url)));
  session.person = { id: 1, name: "Ann", role: "curator", active: true } as typeof session.person;
  document.body.innerHTML = "";
  const props = { projectId: 3, route: matchRoute(path) };
  const frame = mount(ProjectFrame, { target: document.body, props });
  stop = () => {
    void unmount(frame);
    stop = () => {};
  };
  flushSync();
  return document.body;
}

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe("a kind of one folder and one line", () => {
  it("has its work screen, its documents and its words in the list", async () => {
    const page = await open("/projects/3/items/7");
    await vi.waitFor(() => expect(page.querySelector("[data-item='7']")).not.toBeNull());
    expect(page.querySelector("nav.sentences")!.getAttribute("aria-label")).toBe("Baskets");
    expect(page.querySelector("nav.sentences option")!.textContent).toContain("All baskets");
    const button = page.querySelector<HTMLElement>("[data-testid=count]")!;
    button.click();
    button.click();
    flushSync();
    expect(page.querySelector("[data-testid=total]")!.textContent).toBe("2");
    expect(page.querySelector("[data-tour=work-screens] a")!.textContent).toMatch(/Count\s*2/);
    expect(page.querySelector("[data-item='7'] .counts")!.textContent).toContain("2 counted");
  });

  it("has its second screen without a document, and none that it does not name", async () => {
    const page = await open("/projects/3/items/7/totals");
    await vi.waitFor(() => expect(page.textContent).toContain("no document"));
    stop();
    const other = await open("/projects/3/items/7/review");
    await vi.waitFor(() => expect(other.textContent).toContain("This project has no such page"));
  });

  it("has its own pages in the navigation, and no tutorial", async () => {
    const page = await open("/projects/3/baskets");
    await vi.waitFor(() => expect(page.querySelector("[data-testid=dashboard]")).not.toBeNull());
    const links = [...page.querySelectorAll("nav[aria-label=Project] a")].map((link) => link.textContent);
    expect(links).toEqual(["Baskets", "Dashboard", "All baskets", "Files", "People"]);
  });

  it("shows its own keys only", async () => {
    const page = await open("/projects/3");
    await vi.waitFor(() => expect(page.querySelector("[data-testid=dashboard]")).not.toBeNull());
    page.querySelector<HTMLElement>("[data-tour=help]")!.click();
    flushSync();
    const groups = [...page.querySelectorAll("[data-testid=help] h3")].map((heading) => heading.textContent);
    expect(groups).toEqual(["Everywhere"]);
  });
});

describe("the kinds", () => {
  it("are found by name", () => {
    expect([kindOf("counting"), kindOf("synsets")?.name, kindOf("none")]).toEqual([
      COUNTING,
      "synsets",
      null,
    ]);
  });

  it("have names and groups of commands that differ", () => {
    const known = KINDS.flatMap(({ keyGroups }) => keyGroups);
    expect(new Set(known).size).toBe(known.length);
    const used = COMMAND_NAMES.map((command) => COMMANDS[command].group as string);
    expect([...new Set(used)].filter((group) => group !== EVERYWHERE).sort()).toEqual([...known].sort());
    expect(Object.keys(KIND_COMMANDS).length).toBeLessThan(COMMAND_NAMES.length);
  });

  it.each(KINDS.map((kind) => [kind.name, kind] as const))("%s has one first screen", (_, kind) => {
    expect(kind.rules.name).toBe(kind.name);
    expect(kind.screens.map(({ path }) => path === "")).toEqual(kind.screens.map((_, index) => index === 0));
    expect(new Set(kind.screens.map(({ path }) => path)).size).toBe(kind.screens.length);
    expect(kind.rules.isDone(kind.rules.emptyState())).toBe(false);
  });
});
