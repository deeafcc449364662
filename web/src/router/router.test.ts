import { describe, expect, it } from "vitest";
import { matchRoute, router } from "./router.svelte";

describe("routes", () => {
  it.each([
    ["/", "projects", {}],
    ["/sign-in", "sign-in", {}],
    ["/invitation/a%20b", "invitation", { token: "a b" }],
    ["/projects/new", "new-project", {}],
    ["/projects/7", "dashboard", { p: "7" }],
    ["/projects/7/items/12", "work", { p: "7", i: "12" }],
    ["/projects/7/items/12/review", "work", { p: "7", i: "12", screen: "review" }],
    ["/projects/7/items/12/compare/", "work", { p: "7", i: "12", screen: "compare" }],
    ["/projects/7/files", "files", { p: "7" }],
    ["/projects/7/batches", "page", { p: "7", page: "batches" }],
    ["/projects/7/nothing/more", "not-found", {}],
    ["/invitation/%E0%A4%A", "invitation", { token: "%E0%A4%A" }],
  ])("%s opens %s", (path, screen, parameters) => {
    expect(matchRoute(path)).toEqual({ screen, parameters });
  });

  it("follows a click on a link of the page and leaves others to the browser", () => {
    document.body.innerHTML = `<a id="in" href="/projects/3"><b>in</b></a><a id="api" href="/api/projects/3/exports/csv">csv</a>`;
    document.querySelector<HTMLElement>("#in b")!.click();
    expect(router.route).toEqual({ screen: "dashboard", parameters: { p: "3" } });
    // jsdom cannot follow a link; stop it after the router has seen the click.
    const stop = (event: Event) => event.preventDefault();
    window.addEventListener("click", stop);
    document.querySelector<HTMLElement>("#api")!.click();
    window.removeEventListener("click", stop);
    expect(router.path).toBe("/projects/3");
  });
});
