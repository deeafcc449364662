/** The token cursor and the selected tokens of a sentence; several spans, in the order in which they were picked. */

export interface Selection {
  readonly cursor: number;
  /** Where the latest span began; the cursor is its other end. */
  readonly anchor: number;
  readonly selected: boolean;
  /** Spans picked before the latest one. */
  readonly earlier: readonly (readonly [number, number])[];
}

export const NOTHING: Selection = { cursor: 0, anchor: 0, selected: false, earlier: [] };

export function moveCursor(selection: Selection, step: number, tokens: number): Selection {
  const cursor = clamp(selection.cursor + step, tokens);
  return { cursor, anchor: cursor, selected: false, earlier: selection.earlier };
}

export function extend(selection: Selection, step: number, tokens: number): Selection {
  const anchor = selection.selected ? selection.anchor : selection.cursor;
  return { ...selection, anchor, selected: true, cursor: clamp(selection.cursor + step, tokens) };
}

/** Select one span: a click (both ends equal) or a drag. */
export function selectSpan(from: number, to: number): Selection {
  return { cursor: to, anchor: from, selected: true, earlier: [] };
}

/** Add a span to what is selected, also before or inside it in the sentence: the order of picking counts. */
export function addSpan(selection: Selection, from: number, to: number): Selection {
  return { cursor: to, anchor: from, selected: true, earlier: spansOf(selection) };
}

/** Keep what is selected, and go on selecting elsewhere. */
export function keepSpan(selection: Selection): Selection {
  return { ...selection, selected: false, earlier: spansOf(selection) };
}

export function clear(selection: Selection): Selection {
  return { cursor: selection.cursor, anchor: selection.cursor, selected: false, earlier: [] };
}

/** All spans in the order of picking, each from its first to its last token. */
export function spansOf(selection: Selection): [number, number][] {
  const spans = selection.earlier.map(([from, to]): [number, number] => [from, to]);
  if (selection.selected) {
    spans.push([Math.min(selection.anchor, selection.cursor), Math.max(selection.anchor, selection.cursor)]);
  }
  return spans;
}

/** Token numbers in the order of picking, each once. Where the latest span is still to come, the token under the cursor. */
export function selectedTokens(selection: Selection): number[] {
  const spans = spansOf(selection);
  if (!selection.selected) spans.push([selection.cursor, selection.cursor]);
  const numbers = new Set<number>();
  for (const [from, to] of spans) {
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return [...numbers];
}

function clamp(number: number, tokens: number): number {
  return Math.max(0, Math.min(tokens - 1, number));
}
