/** What the Compare screen holds and does: the rows, the cursor among them, and decisions on them. */
import type { components } from "../../../api/schema";
import { toggleWords } from "../draft/marks";
import { settle, type SlotName, type Slots } from "../draft/words";
import type { SynsetDocument } from "../rules";
import type { SynsetState } from "../state";
import { toChunks } from "../draft/synset";
import {
  type Change,
  editTriple,
  leaveOutSynset,
  leaveOutTriple,
  type Side,
  takeSynset,
  takeTriple,
} from "./decisions";
import { rowsOf, type SynsetRow, type TripleRow } from "./rows";

export type Comparison = components["schemas"]["ComparisonView"];
export type Annotator = Comparison["annotators"][number];

/** A line on the screen: a triple of a row, or with line -1 the fact as a whole. */
export interface Place {
  row: number;
  line: number;
}

export class Adjudication {
  cursor = $state<Place>({ row: 0, line: -1 });
  #folded = $state.raw(new Map<string, boolean>());
  readonly #comparison: () => Comparison | null;
  readonly #doc: () => SynsetDocument | null;

  readonly a: Annotator | null = $derived.by(() => this.#annotator(this.#comparison()?.a));
  readonly b: Annotator | null = $derived.by(() => this.#annotator(this.#comparison()?.b));
  readonly names = $derived.by(() => ({ a: this.a?.name ?? "A", b: this.b?.name ?? "B" }));
  readonly rows: SynsetRow[] = $derived.by(() => {
    const comparison = this.#comparison();
    if (!comparison || !this.a) return [];
    const merged = this.#doc()?.state ?? null;
    return rowsOf(comparison.pairs, stateOf(this.a), this.b && stateOf(this.b), merged);
  });
  readonly open: number = $derived.by(() => this.rows.reduce((sum, row) => sum + row.open, 0));
  /** Whether decisions are possible. */
  readonly isActive: boolean = $derived.by(() => {
    const comparison = this.#comparison();
    return this.#doc() !== null && comparison?.may_adjudicate === true && comparison.merged?.locked === false;
  });

  constructor(comparison: () => Comparison | null, doc: () => SynsetDocument | null) {
    this.#comparison = comparison;
    this.#doc = doc;
  }

  #annotator(person: number | null | undefined): Annotator | null {
    return this.#comparison()?.annotators.find((each) => each.person === person) ?? null;
  }

  /** What agrees is folded until somebody unfolds it. */
  isUnfolded(index: number): boolean {
    const row = this.rows[index];
    return row ? !(this.#folded.get(row.key) ?? (row.agrees && row.open === 0)) : false;
  }

  fold(index: number): void {
    const row = this.rows[index];
    if (!row) return;
    this.#folded = new Map(this.#folded).set(row.key, this.isUnfolded(index));
    if (!this.isUnfolded(index)) this.cursor = { row: index, line: -1 };
  }

  /** Go up or down by one line. */
  step(by: 1 | -1): void {
    const lines = this.rows.flatMap((row, index): Place[] => [
      { row: index, line: -1 },
      ...(this.isUnfolded(index) ? row.triples.map((_, line) => ({ row: index, line })) : []),
    ]);
    const at = lines.findIndex(({ row, line }) => row === this.cursor.row && line === this.cursor.line);
    this.cursor = lines[Math.max(0, Math.min(lines.length - 1, at + by))] ?? this.cursor;
  }

  /** Go to the next line after a place that waits for a decision, from the end on to the first. */
  nextOpen(after: Place = this.cursor): void {
    const waiting = this.rows.flatMap((row, index) =>
      row.triples.flatMap((triple, line) => (triple.settled ? [] : [{ row: index, line }])),
    );
    const next = waiting.find(({ row, line }) => row > after.row || (row === after.row && line > after.line));
    this.cursor = next ?? waiting[0] ?? this.cursor;
  }

  take(place: Place, side: Side): void {
    const name = this.names[side];
    this.#decide(
      place,
      (row, triple) => takeTriple(row, triple, side, name),
      (row) => takeSynset(row, side, name),
    );
  }

  leaveOut(place: Place): void {
    this.#decide(place, (_, triple) => leaveOutTriple(triple), leaveOutSynset);
  }

  #decide(
    place: Place,
    onTriple: (row: SynsetRow, triple: TripleRow) => Change[],
    onSynset: (row: SynsetRow) => Change[],
  ): void {
    const row = this.rows[place.row];
    if (!row) return;
    const triple = row.triples[place.line];
    this.#apply(triple ? onTriple(row, triple) : onSynset(row));
    if (triple?.settled === false) this.nextOpen(place);
  }

  edit(row: TripleRow, slots: Slots): void {
    this.#apply(editTriple(row, toChunks(slots)));
  }

  /** Make a word of a merged triple optional, or required again. */
  toggle(row: TripleRow, slot: SlotName, word: number): void {
    if (!row.merged) return;
    this.edit(row, { ...row.merged, [slot]: settle(toggleWords(row.merged[slot], word, word)) });
  }

  #apply(changes: Change[]): void {
    if (!this.isActive) return;
    for (const { kind, payload } of changes) this.#doc()?.dispatch(kind, payload);
  }
}

function stateOf(annotator: Annotator): SynsetState {
  return annotator.document.state as unknown as SynsetState;
}
