import { expect, it } from "vitest";
import { stepsOf } from "./history";

const event = (number: number, author: number | null, kind: string, payload: object = {}) => ({
  number,
  author,
  kind,
  payload,
  time: "2026-01-01T00:00:00Z",
  client_id: `event${number}`,
  on: number - 1,
});

it("says who did what, and what was undone", () => {
  const steps = stepsOf(
    [
      event(1, null, "import", { fact: null, attribution: "none" }),
      event(2, 7, "fact", { label: "incorrect" }),
      event(3, 7, "undo"),
      event(4, 8, "fact", { label: "correct" }),
    ],
    new Map([[7, "Cem"]]),
  );
  expect(steps.map(({ author, text, undone }) => [author, text, undone])).toEqual([
    ["The command line", "started with what all agree on", false],
    ["Cem", "labelled the fact incorrect", true],
    ["Somebody", "labelled the fact correct", false],
  ]);
});
