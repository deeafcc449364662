import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, fill, get, OfflineError, onSignedOut, post, setCsrf } from "./client";

function answerWith(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetch = vi.fn(async () => new Response(text, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

describe("requests", () => {
  it("fills in the path and leaves empty parameters out", () => {
    expect(
      fill("/api/projects/{p}/items", { path: { p: "a/b" }, query: { after: 0, search: "", status: null } }),
    ).toBe("/api/projects/a%2Fb/items?after=0");
  });

  it("sends the CSRF token with changes only", async () => {
    const fetch = answerWith(200, {});
    setCsrf("abc");
    await get("/api/projects");
    await post("/api/session/launch", { body: { token: "t" } });
    const headers = fetch.mock.calls.map(
      (call) => (call[1] as RequestInit).headers as Record<string, string>,
    );
    expect(headers.map((each) => each["X-CSRF-Token"])).toEqual([undefined, "abc"]);
  });

  it.each([
    [422, { error: "name: expected a text, found 3" }, "name: expected a text, found 3"],
    [500, "<h1>oops</h1>", "The server failed (status 500)"],
    [418, {}, "The server refused the request (status 418)"],
  ])("turns status %s into one plain line", async (status, body, message) => {
    answerWith(status, body);
    const error = await get("/api/projects").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect([(error as ApiError).status, (error as ApiError).message]).toEqual([status, message]);
  });

  it("tells when the server cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(get("/api/projects")).rejects.toBeInstanceOf(OfflineError);
  });

  it("reports a lost session, but not a wrong password", async () => {
    const signedOut = vi.fn();
    onSignedOut(signedOut);
    answerWith(401, { error: "nobody is signed in" });
    await get("/api/projects").catch(() => {});
    await post("/api/session", { body: { name: "a", password: "b" } }).catch(() => {});
    expect(signedOut).toHaveBeenCalledTimes(1);
  });
});
