/** What the Tuples screen holds and does: where the person is, the tuple that is built, and the changes of the document. */
import { notify } from "../../../components/toasts.svelte";
import { count } from "../../../figures";
import { newId } from "../../../sync";
import * as selections from "../../synsets/draft/selection";
import { findChanged } from "../changed";
import type { CliqueDocument } from "../rules";
import { sentencesToDo, tuplesOf, type Clique, type CliqueSentence, type Tuple } from "../state";
import { tokenise, type Token } from "../words/tokens";
import * as drafts from "./draft";
import { warningsOf, type Warning } from "./warnings";

/** What is kept while it is not added: the draft, and the sentence that it belongs to. */
export interface KeptTuple {
  sentence: string;
  draft: drafts.Draft;
}

export class Tupling {
  sentenceId = $state("");
  draft = $state.raw<drafts.Draft>(drafts.EMPTY);
  selection = $state.raw<selections.Selection>(selections.NOTHING);
  /** The tuple that the keys change, delete or copy; of any sentence of the clique. */
  tupleId = $state<string | null>(null);
  /** A short line for screen readers about what has just happened. */
  said = $state("");
  /** The slot that the latest pick went into: Ctrl adds words to it. */
  private latest: drafts.SlotName | null = null;

  readonly toDo: CliqueSentence[];
  readonly sentence: CliqueSentence = $derived.by(
    () => this.toDo.find(({ id }) => id === this.sentenceId) ?? this.toDo[0]!,
  );
  readonly tokens: Token[] = $derived.by(() => tokenise(this.sentence.text));
  /** All tuples in view, in the order of the sentences. */
  readonly tuples: Tuple[] = $derived.by(() => {
    const { sentences, given } = this.clique;
    return sentences.flatMap(({ id, original }) => [
      ...(original ? given : []),
      ...tuplesOf(this.doc.state, id),
    ]);
  });
  readonly tuple: Tuple | null = $derived.by(() => this.tuples.find(({ id }) => id === this.tupleId) ?? null);
  readonly open: CliqueSentence[] = $derived.by(() => this.toDo.filter(({ id }) => this.isOpen(id)));
  readonly warnings: Warning[] = $derived.by(() =>
    warningsOf(this.draft, tuplesOf(this.doc.state, this.sentence.id), this.language),
  );

  constructor(
    readonly clique: Clique,
    readonly doc: CliqueDocument,
    readonly language: string,
    kept: KeptTuple | null = null,
  ) {
    this.toDo = sentencesToDo(clique);
    const first = this.toDo.find(({ id }) => this.isOpen(id)) ?? this.toDo[0];
    this.sentenceId = kept?.sentence ?? first?.id ?? "";
    if (kept) this.draft = kept.draft;
  }

  private isOpen(id: string): boolean {
    return tuplesOf(this.doc.state, id).length === 0 && !this.doc.state.empty.includes(id);
  }

  /** Whether a tuple is given by the file, and so not to be changed here. */
  isGiven(tuple: Tuple): boolean {
    return this.clique.given.some(({ id }) => id === tuple.id);
  }

  // Words

  moveCursor(step: number): void {
    this.selection = selections.moveCursor(this.selection, step, this.tokens.length);
  }

  extend(step: 1 | -1): void {
    this.selection = selections.extend(this.selection, step, this.tokens.length);
  }

  keepSelection(): void {
    this.selection = selections.keepSpan(this.selection);
  }

  unselect(): void {
    this.selection = selections.clear(this.selection);
  }

  /** Put the selected words into a slot, by default the current one. */
  put(slot: drafts.SlotName = this.draft.slot): void {
    const numbers = selections.selectedTokens(this.selection);
    this.fill(slot, drafts.pickedPart(this.sentence.text, this.tokens, numbers));
    this.unselect();
  }

  /** A new argument with the selected words. */
  putArgument(): void {
    this.put(typeof this.draft.slot === "number" ? this.draft.slot : this.draft.arguments.length);
  }

  /** Words picked with the mouse: into the current slot, added to the latest one, or only selected. */
  pick(from: number, to: number, how: "fill" | "add" | "select"): void {
    this.selection = selections.selectSpan(from, to);
    if (how === "select") return;
    const before = how === "add" && this.latest !== null ? drafts.partOf(this.draft, this.latest) : null;
    if (before && this.latest !== null) {
      const numbers = [...before.at, ...selections.selectedTokens(this.selection)].filter(
        (at) => at !== null,
      );
      this.fill(this.latest, drafts.pickedPart(this.sentence.text, this.tokens, [...new Set(numbers)]));
      this.unselect();
    } else this.put();
  }

  type(slot: drafts.SlotName, text: string): void {
    const part = drafts.typedPart(this.tokens, text);
    if (part) this.fill(slot, part);
  }

  private fill(slot: drafts.SlotName, part: drafts.Part): void {
    this.draft = drafts.fill(this.draft, slot, part);
    this.latest = slot;
    this.said = `${drafts.slotTitle(slot)}: ${part.text}`;
  }

  stepSlot(by: 1 | -1): void {
    this.draft = drafts.stepSlot(this.draft, by);
    this.said = drafts.slotTitle(this.draft.slot);
  }

  goToSlot(slot: drafts.SlotName): void {
    this.draft = { ...this.draft, slot };
  }

  clearSlot(): void {
    this.draft = drafts.clearSlot(this.draft);
  }

  clear(): void {
    this.draft = drafts.EMPTY;
    this.latest = null;
    this.unselect();
  }

  // Tuples

  /** Why the draft cannot be added; null if it can. */
  readonly problem: string | null = $derived.by(() => {
    if (this.draft.relation === null) return "The tuple needs a predicate";
    if (this.draft.arguments.length === 0) return "The tuple needs an argument";
    return this.warnings.find(({ principle }) => principle === null)?.text ?? null;
  });

  add(): void {
    if (this.problem) {
      this.tell(this.problem);
      return;
    }
    const { editing } = this.draft;
    const tuple = drafts.tupleOf(this.draft, editing ?? newId(), this.sentence.id)!;
    this.doc.dispatch(editing === null ? "add" : "change", { tuple });
    this.tupleId = tuple.id;
    this.clear();
    this.said = editing === null ? "Tuple added" : "Tuple changed";
  }

  edit(tuple: Tuple): void {
    if (this.isGiven(tuple)) {
      this.tell("This tuple is given by the file of the cliques and is not changed here");
      return;
    }
    this.goTo(tuple.sentence);
    this.tupleId = tuple.id;
    this.draft = { ...drafts.draftFrom(tuple, this.tokens), editing: tuple.id };
  }

  /** Start a tuple of the current sentence with the words of another one. */
  copy(tuple: Tuple): void {
    this.draft = drafts.draftAfter(tuple, this.sentence.text);
    this.tupleId = tuple.id;
    this.said = "Tuple copied: change what this sentence says in other words";
  }

  remove(tuple: Tuple): void {
    if (this.isGiven(tuple)) {
      this.tell("This tuple is given by the file of the cliques and is not deleted here");
      return;
    }
    const at = this.tuples.findIndex(({ id }) => id === tuple.id);
    this.doc.dispatch("remove", { tuple: tuple.id });
    this.tupleId = (this.tuples[at] ?? this.tuples[at - 1])?.id ?? null;
    if (this.draft.editing === tuple.id) this.clear();
    this.said = "Tuple deleted";
  }

  /** Mark the current sentence as having no tuple, or take the mark back. */
  toggleEmpty(): void {
    const sentence = this.sentence.id;
    if (this.doc.state.empty.includes(sentence)) this.doc.dispatch("reset", { sentence });
    else if (tuplesOf(this.doc.state, sentence).length > 0)
      this.tell("The sentence has tuples: delete them first");
    else this.doc.dispatch("empty", { sentence });
  }

  // Where the person is

  goTo(sentence: string): void {
    if (sentence === this.sentenceId) return;
    this.sentenceId = sentence;
    this.selection = selections.NOTHING;
    // Tokens of another sentence have other numbers; what is built goes on with the words that are there too.
    const text = drafts.tupleOf(
      { ...this.draft, relation: this.draft.relation ?? { text: "", at: [] } },
      "",
      "",
    )!;
    this.draft = drafts.draftFrom(text, this.tokens);
    this.latest = null;
  }

  step(by: 1 | -1): void {
    const at = this.toDo.findIndex(({ id }) => id === this.sentenceId);
    const next = this.toDo[at + by];
    if (next) this.goTo(next.id);
  }

  stepTuple(by: 1 | -1): void {
    const at = this.tuples.findIndex(({ id }) => id === this.tupleId);
    const next = at < 0 ? (by === 1 ? 0 : this.tuples.length - 1) : at + by;
    if (this.tuples[next]) this.tupleId = this.tuples[next].id;
  }

  /** Undo or redo, and go to the sentence that is changed by it. */
  async retrace(step: "undo" | "redo"): Promise<void> {
    const before = this.doc.state;
    await this.doc[step]();
    const changed = findChanged(before, this.doc.state);
    // The tuple that is being changed may be gone.
    if (this.doc.state.tuples.every(({ id }) => id !== this.draft.editing))
      this.draft = { ...this.draft, editing: null };
    if (!changed) return;
    this.goTo(changed.sentence);
    if (changed.tuple !== null) this.tupleId = changed.tuple;
  }

  /** Mark the clique as done or open it again; say what is left to do. */
  toggleDone(): void {
    if (this.doc.state.done) this.doc.dispatch("done", { done: false });
    else if (!drafts.isEmpty(this.draft))
      this.tell("The tuple that you build is not added yet: add it (Enter) or empty it (c)");
    else if (this.open.length > 0) {
      this.goTo(this.open[0]!.id);
      this.tell(
        this.open.length === 1
          ? "1 sentence left without a tuple: add one, or say that it has none"
          : `${count(this.open.length)} sentences left without a tuple: add some, or say that they have none`,
      );
    } else this.doc.dispatch("done", { done: true });
  }

  /** Say why nothing happened, where everybody sees it. */
  tell(message: string): void {
    this.said = message;
    notify(message);
  }
}
