import { afterEach, describe, expect, it, vi } from "vitest";
import { clashes, COMMAND_NAMES, keyLabel, keyOf, listen, remap, resetKeys } from "./keys";

function press(
  key: string,
  options: KeyboardEventInit = {},
  target: EventTarget = document.body,
): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
  target.dispatchEvent(event);
  return event;
}

afterEach(() => {
  resetKeys();
  document.body.innerHTML = "";
});

describe("the keyboard map", () => {
  it("has no clash of default keys among commands that are active together", () => {
    expect(COMMAND_NAMES.filter((command) => clashes(command).length > 0)).toEqual([]);
  });

  it("calls the command of the key, and no other", () => {
    const undo = vi.fn();
    const redo = vi.fn();
    const stop = listen({ undo, redo });
    press("u");
    press("U", { shiftKey: true });
    press("z", { ctrlKey: true });
    stop();
    press("u");
    expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([2, 1]);
  });

  it("gives a key to what was registered last", () => {
    const below = vi.fn();
    const above = vi.fn();
    const stops = [listen({ add: below }), listen({ add: above })];
    press("Enter");
    stops.forEach((stop) => stop());
    expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1]);
  });

  it("remaps, keeps the change in the browser and tells of clashes", () => {
    const handler = vi.fn();
    const stop = listen({ merge: handler });
    remap("merge", "y");
    press("m");
    press("y");
    stop();
    expect(handler).toHaveBeenCalledTimes(1);
    expect(JSON.parse(localStorage.getItem("karat.keys")!)).toEqual({ merge: "y" });
    remap("merge", "s");
    expect(clashes("merge")).toEqual(["subject"]);
    remap("merge", "m");
    expect(localStorage.getItem("karat.keys")).toBe("{}");
    expect(keyOf("merge")).toBe("m");
  });

  it.each([
    ["<input>", "s", false],
    ["<textarea></textarea>", "Enter", false],
    ["<button>go</button>", "Enter", false],
    ["<button>go</button>", "s", true],
    ["<a href='/'>go</a>", " ", false],
    ["<p>text</p>", "s", true],
    ["<dialog open></dialog>", "s", false],
  ])("leaves keys to %s: %s", (html, key, handled) => {
    document.body.innerHTML = html;
    const handler = vi.fn();
    const stop = listen({ subject: handler, add: handler, optional: handler });
    press(key, {}, document.body.firstElementChild!);
    stop();
    expect(handler).toHaveBeenCalledTimes(handled ? 1 : 0);
  });

  it.each([
    ["U", ["Shift", "U"]],
    ["Control+Z", ["Ctrl", "Shift", "Z"]],
    ["Shift+ArrowLeft", ["Shift", "←"]],
    [" ", ["Space"]],
    ["+", ["+"]],
  ])("shows %s as %s", (key, label) => {
    expect(keyLabel(key)).toEqual(label);
  });
});
