import { expect, it } from "vitest";
import { placeCard } from "./placement";

const CARD = { width: 300, height: 200 };
const SCREEN = { width: 1000, height: 800 };

it.each([
  ["below", { left: 100, top: 100, right: 400, bottom: 200 }, { left: 100, top: 210 }],
  ["to the right of a high column", { left: 0, top: 50, right: 250, bottom: 790 }, { left: 260, top: 50 }],
  [
    "to the left of a high column at the right edge",
    { left: 700, top: 50, right: 996, bottom: 790 },
    { left: 390, top: 50 },
  ],
  ["above what is wide and low", { left: 0, top: 500, right: 1000, bottom: 790 }, { left: 8, top: 290 }],
  [
    "at the foot of what fills the screen",
    { left: 0, top: 0, right: 1000, bottom: 800 },
    { left: 350, top: 592 },
  ],
  ["in the middle without a target", null, { left: 350, top: 300 }],
  ["never outside the screen", { left: 950, top: 10, right: 990, bottom: 40 }, { left: 692, top: 50 }],
])("the card goes %s", (_, target, expected) => {
  expect(placeCard(target, CARD, SCREEN)).toEqual(expected);
});
