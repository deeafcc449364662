/** What the Correct screen holds and does: where the person is, what is typed, and the changes of the document. */
import { notify } from "../../../components/toasts.svelte";
import { count } from "../../../figures";
import { findChanged } from "../changed";
import type { CliqueDocument } from "../rules";
import { paraphrasesOf, TYPES, type Clique, type CliqueSentence, type CorrectionType } from "../state";
import {
  draftOf,
  isSaved,
  keepingProblem,
  neighbour,
  nextOpen,
  oneLine,
  openParaphrases,
  problemOf,
  toggleType,
  type Draft,
} from "./correction";

export class Correcting {
  currentId = $state("");
  /** Drafts that differ from what is saved, by sentence. */
  drafts = $state.raw<Readonly<Record<string, Draft>>>({});
  /** A short line for screen readers about what has just happened. */
  said = $state("");

  readonly current: CliqueSentence | null = $derived.by(
    () => paraphrasesOf(this.clique).find(({ id }) => id === this.currentId) ?? null,
  );
  readonly open: CliqueSentence[] = $derived.by(() => openParaphrases(this.clique, this.doc.state));

  constructor(
    readonly clique: Clique,
    readonly doc: CliqueDocument,
    kept: Readonly<Record<string, Draft>> = {},
  ) {
    this.drafts = kept;
    const [first] = openParaphrases(clique, doc.state);
    this.currentId = (first ?? paraphrasesOf(clique)[0])?.id ?? "";
  }

  draftOf(sentence: CliqueSentence): Draft {
    return this.drafts[sentence.id] ?? draftOf(this.doc.state, sentence);
  }

  /** Why the draft of a sentence cannot be saved; null if it can, or if there is none. */
  problemOf(sentence: CliqueSentence): string | null {
    const draft = this.drafts[sentence.id];
    return draft ? problemOf(this.clique, this.doc.state, sentence, draft) : null;
  }

  write(sentence: CliqueSentence, text: string): void {
    this.put(sentence, { ...this.draftOf(sentence), text });
  }

  /** Add a type or take it away. */
  toggle(sentence: CliqueSentence, type: CorrectionType): void {
    this.put(sentence, toggleType(this.draftOf(sentence), type, TYPES));
  }

  /** Add a type or take it away where no text is being written: what can be saved then, is. */
  chooseType(sentence: CliqueSentence, type: CorrectionType): void {
    this.toggle(sentence, type);
    const { types } = this.draftOf(sentence);
    this.said = `${sentence.id}: ${types.join(", ") || "no type"}`;
    this.save(sentence);
  }

  /** Whether types are named and the text is not written yet. */
  isUnwritten(sentence: CliqueSentence): boolean {
    const { text, types } = this.draftOf(sentence);
    return types.length > 0 && oneLine(text) === oneLine(sentence.text);
  }

  private put(sentence: CliqueSentence, draft: Draft): void {
    const { [sentence.id]: _, ...others } = this.drafts;
    this.drafts = isSaved(this.doc.state, sentence, draft) ? others : { ...others, [sentence.id]: draft };
  }

  private forget(sentence: CliqueSentence): void {
    const { [sentence.id]: _, ...others } = this.drafts;
    this.drafts = others;
  }

  /** Save the draft of a sentence if it is whole; false if something is missing. */
  save(sentence: CliqueSentence): boolean {
    const draft = this.drafts[sentence.id];
    if (!draft) return true;
    if (this.problemOf(sentence) !== null) return false;
    const text = oneLine(draft.text);
    this.doc.dispatch("correct", { sentence: sentence.id, text, types: [...draft.types] });
    this.forget(sentence);
    this.said = `${sentence.id} corrected: ${draft.types.join(", ")}`;
    return true;
  }

  /** Save, and go on to the next paraphrase that is open; say what is missing if it cannot be saved. */
  saveAndGoOn(): boolean {
    const sentence = this.current;
    if (!sentence) return false;
    if (!this.save(sentence)) {
      this.tell(this.problemOf(sentence)!);
      return false;
    }
    this.goOn();
    return true;
  }

  /** Keep the paraphrase as the machine wrote it. */
  keep(sentence: CliqueSentence): void {
    const problem = keepingProblem(this.clique, this.doc.state, sentence);
    if (problem) {
      this.tell(problem);
      return;
    }
    this.forget(sentence);
    if (!this.doc.state.corrections[sentence.id]?.kept) this.doc.dispatch("keep", { sentence: sentence.id });
    this.said = `${sentence.id} kept as it is`;
    this.goOn();
  }

  /** Take back what was typed and decided on a sentence. */
  reset(sentence: CliqueSentence): void {
    this.forget(sentence);
    if (sentence.id in this.doc.state.corrections) this.doc.dispatch("reset", { sentence: sentence.id });
    this.said = `${sentence.id} is open again`;
  }

  goTo(id: string): void {
    this.currentId = id;
  }

  step(by: 1 | -1): void {
    this.currentId = neighbour(this.clique, this.currentId, by);
  }

  private goOn(): void {
    this.currentId = nextOpen(this.clique, this.doc.state, this.currentId);
  }

  /** Undo or redo, and go to the sentence that is changed by it. */
  async retrace(step: "undo" | "redo"): Promise<void> {
    const before = this.doc.state;
    await this.doc[step]();
    const changed = findChanged(before, this.doc.state);
    if (changed) this.goTo(changed.sentence);
  }

  /** Mark the clique as done or open it again; say what is left to do. */
  toggleDone(): void {
    if (this.doc.state.done) {
      this.doc.dispatch("done", { done: false });
      return;
    }
    for (const sentence of paraphrasesOf(this.clique)) {
      if (this.save(sentence)) continue;
      this.currentId = sentence.id;
      this.tell(`${sentence.id} is not saved. ${this.problemOf(sentence)}`);
      return;
    }
    const [first] = this.open;
    if (first) {
      this.currentId = first.id;
      this.tell(
        this.open.length === 1
          ? "1 paraphrase left: correct it or keep it as it is"
          : `${count(this.open.length)} paraphrases left: correct them or keep them as they are`,
      );
    } else this.doc.dispatch("done", { done: true });
  }

  /** Say why nothing happened, where everybody sees it. */
  tell(message: string): void {
    this.said = message;
    notify(message);
  }
}
