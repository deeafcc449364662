/** What the Annotate screen holds and does: the draft, where the person is, and the changes of the document. */

import { notify } from "../../../components/toasts.svelte";
import { type Shift } from "../draft/borders";
import * as drafts from "../draft/draft";
import { leftOutOfFacetE, nextMark } from "../draft/entities";
import { countExpansions } from "../draft/expansions";
import * as optional from "../draft/optional";
import * as selections from "../draft/selection";
import type { Sentence } from "../draft/sentence";
import { acrossSynset, toChunks } from "../draft/synset";
import { proposeVariants, takeVariants, type Variant, type VariantKind } from "../draft/variants";
import { type KnownTriple, type Warning, warningsOf } from "../draft/warnings";
import { keyOf, render, type SlotName, SLOTS, type Slots, type Wording } from "../draft/words";
import { newId } from "../../../sync";
import type { SynsetDocument } from "../rules";
import type { Synset, Triple, Way } from "../state";

/** The most triples that one event may carry. */
const MOST = 200;

export class Work {
  draft = $state.raw<drafts.Draft>() as drafts.Draft;
  /** The synset that Enter adds to; null makes a new one. */
  synsetId = $state<string | null>(null);
  tripleId = $state<string | null>(null);
  variantsOpen = $state(false);
  /** What picking words does where there are no Ctrl and Alt to say so: fill the next slot, add to it, or select. */
  picking = $state<"fill" | "add" | "select">("fill");
  refusedVariants = $state.raw<ReadonlySet<string>>(new Set());
  /** The draft before and after the latest pick, so that a key pressed right after it can choose another slot. */
  private latestPick: { before: drafts.Draft; after: drafts.Draft; tokens: number[] } | null = null;
  /** A short line for screen readers about what has just happened. */
  said = $state("");

  readonly triples = $derived.by(() => drafts.draftTriples(this.draft));
  readonly synset: Synset | null = $derived.by(
    () => this.doc.state.synsets.find((synset) => synset.id === this.synsetId) ?? null,
  );
  readonly triple: Triple | null = $derived.by(
    () => this.synset?.triples.find((triple) => triple.id === this.tripleId) ?? null,
  );
  /** What a new synset would get; of words that were just added, only what the document lacks. */
  readonly wanted: drafts.DraftTriple[] = $derived.by(() => {
    const spent = new Set(this.draft.spent ? this.known.map(({ slots }) => keyOf(slots)) : []);
    return this.triples.filter((triple) => !triple.refused && !spent.has(triple.key));
  });
  readonly added: drafts.DraftTriple[] = $derived.by(() => {
    const known = new Set(
      (this.synset?.triples ?? [])
        .filter(({ id }) => id !== this.draft.editing)
        .map((triple) => keyOf(triple)),
    );
    return this.wanted.filter((triple) => !known.has(triple.key));
  });
  readonly expansions = $derived.by(() => countExpansions(this.added.map(({ slots }) => slots)));
  readonly variants: Variant[] = $derived.by(() =>
    proposeVariants(this.draft).filter((variant) => !this.refusedVariants.has(variant.id)),
  );
  readonly suggested = $derived.by(() => new Set(optional.suggestedTokens(this.draft)));
  readonly suggestedGroups: string[] = $derived.by(() =>
    optional
      .suggestedChunks(this.draft)
      .map((chunk) => chunk.map((token) => this.sentence.analysis.tokens[token]?.text).join(" ")),
  );
  readonly known: KnownTriple[] = $derived.by(() =>
    this.doc.state.synsets.flatMap((synset, index) =>
      synset.triples
        .filter((triple) => triple.id !== this.draft.editing)
        .map((triple) => ({ slots: triple, synset: synset.id, name: `Synset ${index + 1}` })),
    ),
  );
  /** Warnings about each wording and border of the draft, one a rule and slot. */
  readonly warnings: Warning[] = $derived.by(() => {
    const context = { sentence: this.sentence, known: this.known, synset: this.synsetId };
    const found = new Map<string, Warning>();
    for (const triple of differing(this.triples)) {
      for (const warning of warningsOf(triple.slots, context)) {
        // What the synset has already is said in the preview, where each triple shows it for itself.
        if (warning.rule === "duplicate" && warning.blocks) continue;
        if (warning.rule === "another fact" && !this.mayBeAnotherFact(triple)) continue;
        const key = `${warning.rule} ${warning.slot}`;
        if (!found.has(key)) found.set(key, warning);
      }
    }
    return [...found.values()];
  });
  readonly blocked = $derived.by(() => this.added.length === 0 || this.warnings.some(({ blocks }) => blocks));

  constructor(
    readonly sentence: Sentence,
    readonly doc: SynsetDocument,
    draft: drafts.Draft = drafts.newDraft(sentence),
  ) {
    const isEditing = doc.state.synsets.some(({ triples }) => triples.some(({ id }) => id === draft.editing));
    this.draft = isEditing ? draft : { ...draft, editing: null };
    this.synsetId = doc.state.synsets.at(-1)?.id ?? null;
    if (isEditing) this.goTo(draft.editing);
  }

  /** The combinations of a draft are one fact, which the drawn one stands for. */
  private mayBeAnotherFact(triple: drafts.DraftTriple): boolean {
    return triple === this.triples[0] && this.draft.editing === null && this.added.includes(triple);
  }

  // Selecting and picking words

  moveCursor(step: number): void {
    this.select(selections.moveCursor(this.draft.selection, step, this.length));
  }

  extend(step: number): void {
    this.select(selections.extend(this.draft.selection, step, this.length));
  }

  keepSelection(): void {
    this.select(selections.keepSpan(this.draft.selection));
  }

  select(selection: selections.Selection): void {
    this.draft = { ...this.draft, selection };
  }

  get length(): number {
    return this.sentence.analysis.tokens.length;
  }

  /** Words picked with the pointer: into the next empty slot, or added to the slot filled last; else selected. */
  pick(from: number, to: number, add: boolean): void {
    const selection = add
      ? selections.addSpan(this.draft.selection, from, to)
      : selections.selectSpan(from, to);
    const tokens = selections.selectedTokens(selections.selectSpan(from, to));
    const extendsSelection = add && this.hasSelection;
    const picked = extendsSelection ? this.draft : (add ? drafts.append : drafts.fill)(this.draft, tokens);
    const moved = { ...picked, selection };
    const before = this.draft;
    this.draft = picked === before ? moved : this.unselected(moved);
    this.latestPick = picked === before || add ? null : { before, after: this.draft, tokens };
  }

  /** Words picked with the pointer and the keys that were held. */
  pickWith(from: number, to: number, keys: { add: boolean; select: boolean }): void {
    if (keys.select || this.picking === "select") this.select(selections.selectSpan(from, to));
    else this.pick(from, to, keys.add || this.picking === "add");
  }

  get hasSelection(): boolean {
    return this.draft.selection.selected || this.draft.selection.earlier.length > 0;
  }

  put(slot: SlotName): void {
    // Words picked with the pointer fill the next slot and are no longer selected; a key right after means these words.
    const pick = this.latestPick?.after === this.draft ? this.latestPick : null;
    const [draft, tokens] = pick ? [pick.before, pick.tokens] : [this.draft, this.selectedTokens()];
    this.draft = this.unselected(drafts.put(draft, slot, tokens));
  }

  also(slot: SlotName): void {
    this.draft = this.unselected(drafts.also(this.draft, slot, this.selectedTokens()));
  }

  /** Typed words, which need not stand in the sentence. */
  type(slot: SlotName, text: string, further: boolean): void {
    const wording = drafts.typedWording(this.draft, text);
    const change = further ? drafts.alsoWording : drafts.putWording;
    this.draft = change(this.draft, slot, wording);
  }

  drop(slot: SlotName, index: number): void {
    this.draft = drafts.dropWording(this.draft, slot, index);
  }

  selectedTokens(): number[] {
    return selections.selectedTokens(this.draft.selection);
  }

  private unselected(draft: drafts.Draft): drafts.Draft {
    return { ...draft, selection: selections.clear(draft.selection) };
  }

  // Optional tokens

  toggleOptional(): void {
    const tokens = this.selectedTokens();
    const [only] = tokens;
    this.draft =
      tokens.length === 1
        ? optional.toggleToken(this.draft, only!)
        : optional.toggleTokens(this.draft, tokens);
  }

  toggleToken(token: number): void {
    this.draft = optional.toggleToken(this.draft, token);
  }

  toggleWords(slot: SlotName, index: number, from: number, to: number): void {
    this.draft = optional.toggleInWording(this.draft, slot, index, from, to);
  }

  acceptSuggestions(slots?: SlotName[]): void {
    this.draft = optional.acceptAll(this.draft, slots);
  }

  refuseSuggestions(slots?: SlotName[]): void {
    this.draft = optional.refuseAll(this.draft, slots);
  }

  // Borders and variants

  shiftBorder(step: 1 | -1): void {
    this.draft = drafts.shiftBorder(this.draft, "second", step);
  }

  toggleBorder(shift: Shift): void {
    this.draft = drafts.toggleBorder(this.draft, shift);
  }

  /** Also with the border one word beyond the outermost one on that side. */
  alsoBorder(step: 1 | -1): void {
    const { shifts } = drafts.formOf(this.draft);
    const seconds = shifts.filter(({ first }) => first === 0).map(({ second }) => second);
    const outermost = step === 1 ? Math.max(...seconds) : Math.min(...seconds);
    this.toggleBorder({ first: 0, second: outermost + step });
  }

  take(variant: Variant): void {
    this.draft = variant.take(this.draft);
  }

  takeAll(kinds?: VariantKind[]): void {
    const before = this.triples.length;
    this.draft = takeVariants(this.draft, kinds, this.refusedVariants);
    this.said = `${this.triples.length - before} triples more`;
  }

  refuseVariant(id: string): void {
    this.refusedVariants = new Set([...this.refusedVariants, id]);
  }

  toggleRefused(key: string): void {
    this.draft = drafts.toggleRefused(this.draft, key);
  }

  clear(): void {
    this.draft = drafts.clearDraft(this.draft);
    this.refusedVariants = new Set();
    this.variantsOpen = false;
  }

  // Changes of the document

  /** Enter: fill the next slot while there is one, then add the triples. */
  enter(): void {
    if (this.draft.next !== null)
      this.draft = this.unselected(drafts.fill(this.draft, this.selectedTokens()));
    else this.add(this.synsetId);
  }

  add(into: string | null): void {
    if (!drafts.isComplete(this.draft)) return;
    if (this.warnings.some(({ blocks, rule }) => blocks && rule !== "duplicate")) {
      this.said = "Not added: see the warnings";
      return;
    }
    if (this.draft.editing !== null && this.triple?.id === this.draft.editing) return this.change();
    const wanted = into === null ? this.wanted : this.added;
    const triples = wanted.slice(0, MOST).map(({ slots, way }) => newTriple(slots, way));
    if (triples.length === 0) {
      this.said = this.draft.spent
        ? "Nothing to add: these triples were just added"
        : "Nothing to add: the synset has these triples already";
      return;
    }
    const synset = into ?? newId();
    this.doc.dispatch("add", { synset, triples });
    this.synsetId = synset;
    this.tripleId = triples.at(-1)!.id;
    this.said = triples.length === 1 ? "1 triple added" : `${triples.length} triples added`;
    this.refusedVariants = new Set();
    this.variantsOpen = false;
    this.draft = this.unselected(drafts.spend(this.draft));
  }

  private change(): void {
    const [first, ...others] = this.added;
    const { editing } = this.draft;
    if (!first || editing === null) {
      this.draft = { ...this.draft, editing: null };
      return;
    }
    this.doc.dispatch("change", { triple: editing, ...toChunks(first.slots) });
    if (others.length > 0 && this.synsetId) {
      const triples = others.slice(0, MOST).map(({ slots, way }) => newTriple(slots, way));
      this.doc.dispatch("add", { synset: this.synsetId, triples });
    }
    this.said = "Triple changed";
    this.variantsOpen = false;
    this.draft = this.unselected(drafts.spend(this.draft));
  }

  edit(triple: Triple): void {
    this.goTo(triple.id);
    this.draft = drafts.editTriple(this.draft, triple.id, triple);
  }

  remove(triples: string[]): void {
    const next = this.neighbour(triples);
    this.doc.dispatch("remove", { triples });
    this.goTo(next);
    this.said = triples.length === 1 ? "Triple deleted" : `${triples.length} triples deleted`;
  }

  move(triples: string[], synset: string | null): void {
    const target = synset ?? newId();
    this.doc.dispatch("move", { triples, synset: target });
    this.synsetId = target;
    this.tripleId = triples[0] ?? null;
  }

  merge(synsets: string[], into: string): void {
    this.doc.dispatch("merge", { synsets: synsets.filter((id) => id !== into), into });
    this.synsetId = into;
    this.tripleId = null;
  }

  mark(triple: Triple): void {
    const synset = this.doc.state.synsets.find(({ triples }) => triples.some(({ id }) => id === triple.id));
    const isLeftOut = leftOutOfFacetE(synset?.triples ?? []).has(triple.id);
    const wholesome = nextMark(triple.wholesome, isLeftOut);
    this.doc.dispatch("mark", { triples: [triple.id], wholesome });
    this.said =
      wholesome === null ? "Mark taken back" : wholesome ? "Marked as wholesome" : "Marked as not wholesome";
  }

  /** Say the subject or object in another way in all triples of the synset, with the selected words. */
  across(slot: SlotName): void {
    const wording = drafts.wordingFrom(this.draft, this.selectedTokens());
    const [instead] = drafts.formOf(this.draft)[slot];
    this.addAcross(slot, wording, instead ?? null);
  }

  private addAcross(slot: SlotName, wording: Wording, instead: Wording | null): void {
    if (!this.synset || wording.length === 0) return;
    const slots = this.synset.triples as readonly Slots[];
    const twins = acrossSynset(slots, slot, wording, instead);
    const found = twins.length > 0 ? twins : acrossSynset(slots, slot, wording);
    if (found.length === 0) return;
    const triples = found.slice(0, MOST).map((twin) => newTriple(twin, "coreference"));
    this.doc.dispatch("add", { synset: this.synset.id, triples });
    this.said = `${triples.length} triples added`;
  }

  note(synset: string | null, text: string): void {
    this.doc.dispatch("note", { synset, text });
  }

  /** Say why nothing happened, where everybody sees it. */
  tell(message: string): void {
    this.said = message;
    notify(message);
  }

  undo(): void {
    this.doc.undo();
    this.findPlace();
  }

  redo(): void {
    this.doc.redo();
    this.findPlace();
  }

  // Where the person is

  /** The triple that was current may be gone: go to the last one of its synset. */
  private findPlace(): void {
    if (this.synset && !this.triple) this.goTo(this.synset.triples.at(-1)?.id ?? null);
  }

  goTo(triple: string | null): void {
    const synset = this.doc.state.synsets.find(({ triples }) => triples.some(({ id }) => id === triple));
    this.tripleId = synset ? triple : null;
    if (synset) this.synsetId = synset.id;
  }

  step(by: 1 | -1): void {
    const ids = this.doc.state.synsets.flatMap(({ triples }) => triples.map(({ id }) => id));
    const at = this.tripleId === null ? -1 : ids.indexOf(this.tripleId);
    const next = at < 0 ? (by === 1 ? 0 : ids.length - 1) : at + by;
    if (ids[next] !== undefined) this.goTo(ids[next]);
  }

  stepSynset(by: 1 | -1): void {
    const ids = this.doc.state.synsets.map(({ id }) => id);
    const at = this.synsetId === null ? ids.length : ids.indexOf(this.synsetId);
    this.synsetId = ids[at + by] ?? (by === 1 ? null : (ids[0] ?? null));
    this.tripleId = null;
  }

  private neighbour(removed: string[]): string | null {
    const ids = (this.synset?.triples ?? []).map(({ id }) => id);
    const at = ids.indexOf(removed[0] ?? "");
    const rest = ids.filter((id) => !removed.includes(id));
    return rest[Math.min(Math.max(at, 0), rest.length - 1)] ?? null;
  }
}

export function newTriple(slots: Slots, way: Way): Triple {
  return { id: newId(), ...toChunks(slots), wholesome: null, origin: { round: 1, way, source: null } };
}

/** Combinations that are enough to see each wording of each slot once. */
function differing(triples: readonly drafts.DraftTriple[]): drafts.DraftTriple[] {
  const seen = new Set<string>();
  return triples.filter((triple) => {
    if (triple.refused) return false;
    const keys = SLOTS.map((slot) => `${slot} ${render(triple.slots[slot])}`);
    const isNew = keys.some((key) => !seen.has(key));
    keys.forEach((key) => seen.add(key));
    return isNew;
  });
}
