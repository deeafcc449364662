import { expect, it } from "vitest";
import { parseText } from "./rich-text";

it("splits text into paragraphs and pieces", () => {
  expect(parseText("Mark **each** word\nlike *the*, `-`.\n\n2 * 3")).toEqual([
    [
      { kind: "plain", text: "Mark " },
      { kind: "bold", text: "each" },
      { kind: "plain", text: " word like " },
      { kind: "example", text: "the" },
      { kind: "plain", text: ", " },
      { kind: "code", text: "-" },
      { kind: "plain", text: "." },
    ],
    [{ kind: "plain", text: "2 * 3" }],
  ]);
});
