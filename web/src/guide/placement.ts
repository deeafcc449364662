/** Where the card of the guide goes: beside what it points at, and always on the screen. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 10;
const EDGE = 8;

/** Below the target if there is room, else to its right, left or above; in the middle of the screen without one. */
export function placeCard(target: Box | null, card: Size, screen: Size): { left: number; top: number } {
  const middle = { left: (screen.width - card.width) / 2, top: (screen.height - card.height) / 2 };
  if (!target) return onScreen(middle, card, screen);
  const below = { left: target.left, top: target.bottom + GAP };
  const right = { left: target.right + GAP, top: target.top };
  const left = { left: target.left - GAP - card.width, top: target.top };
  const above = { left: target.left, top: target.top - GAP - card.height };
  const choices = [below, right, left, above].filter(
    (each) => !overlaps(boxOf(onScreen(each, card, screen), card), target),
  );
  // Where nothing is free the card covers the lower end of the target.
  return onScreen(choices[0] ?? { left: middle.left, top: screen.height }, card, screen);
}

function boxOf({ left, top }: { left: number; top: number }, size: Size): Box {
  return { left, top, right: left + size.width, bottom: top + size.height };
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function onScreen(
  place: { left: number; top: number },
  card: Size,
  screen: Size,
): { left: number; top: number } {
  return {
    left: Math.max(EDGE, Math.min(place.left, screen.width - card.width - EDGE)),
    top: Math.max(EDGE, Math.min(place.top, screen.height - card.height - EDGE)),
  };
}
