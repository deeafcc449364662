/** What the Check screen holds and does: an expert's verdicts on the sentences of a clique, in one round. */
import { notify } from "../../../components/toasts.svelte";
import { counted } from "../../../figures";
import { findChanged } from "../changed";
import type { CliqueDocument } from "../rules";
import {
  FAULTS,
  sentencesToDo,
  verdictKey,
  type Clique,
  type CliqueSentence,
  type Fault,
  type Verdict,
} from "../state";

export class Checking {
  currentId = $state("");
  /** The sentence that is called wrong without saying yet what is. */
  unnamedId = $state<string | null>(null);
  /** A short line for screen readers about what has just happened. */
  said = $state("");

  readonly sentences: CliqueSentence[];
  readonly faults: readonly Fault[];
  readonly round: number = $derived.by(() => this.doc.state.round);
  readonly open: CliqueSentence[] = $derived.by(() =>
    this.sentences.filter(({ id }) => this.verdictOn(id) === null),
  );

  constructor(
    readonly clique: Clique,
    readonly doc: CliqueDocument,
  ) {
    this.sentences = sentencesToDo(clique);
    this.faults = FAULTS[clique.stage];
    this.currentId = (this.open[0] ?? this.sentences[0])?.id ?? "";
  }

  verdictOn(sentence: string): Verdict | null {
    return this.doc.state.verdicts[verdictKey(this.round, sentence)] ?? null;
  }

  /** Say that the work on the current sentence is right, and go on to the next open one. */
  judgeRight(): void {
    const note = this.verdictOn(this.currentId)?.note ?? "";
    this.judge(this.currentId, { right: true, faults: [], note });
    this.said = `${this.currentId}: right`;
    this.goOn();
  }

  /** Say that it is wrong; the verdict is made when a fault is named. */
  judgeWrong(): void {
    if (this.verdictOn(this.currentId)?.right === false) return;
    this.unnamedId = this.currentId;
    this.said = `${this.currentId}: wrong. Say what is wrong`;
  }

  /** Name a fault or take it away; without any, the verdict is open again. */
  toggleFault(fault: Fault): void {
    const before = this.verdictOn(this.currentId);
    const named = before?.right === false ? before.faults : [];
    const faults = this.faults.filter((each) => (each === fault) !== named.includes(each));
    if (faults.length > 0) this.judge(this.currentId, { right: false, faults, note: before?.note ?? "" });
    else this.reset();
    this.said =
      faults.length > 0 ? `${this.currentId}: wrong, ${faults.join(", ")}` : `${this.currentId}: open`;
  }

  comment(sentence: string, note: string): void {
    const verdict = this.verdictOn(sentence);
    if (verdict) this.judge(sentence, { ...verdict, note });
  }

  reset(): void {
    const sentence = this.currentId;
    this.unnamedId = null;
    if (this.verdictOn(sentence) === null) return;
    this.doc.dispatch("verdict", { round: this.round, sentence, right: null, faults: [], note: "" });
  }

  private judge(sentence: string, verdict: Verdict): void {
    this.doc.dispatch("verdict", { round: this.round, sentence, ...verdict });
    if (this.unnamedId === sentence) this.unnamedId = null;
  }

  goTo(id: string): void {
    this.currentId = id;
  }

  step(by: 1 | -1): void {
    const at = this.sentences.findIndex(({ id }) => id === this.currentId);
    this.currentId = this.sentences[at + by]?.id ?? this.currentId;
  }

  private goOn(): void {
    const at = this.sentences.findIndex(({ id }) => id === this.currentId);
    const following = [...this.sentences.slice(at + 1), ...this.sentences.slice(0, at)];
    this.currentId = following.find(({ id }) => this.verdictOn(id) === null)?.id ?? this.currentId;
  }

  /** Undo or redo, and go to the sentence that is changed by it. */
  async retrace(step: "undo" | "redo"): Promise<void> {
    const before = this.doc.state;
    await this.doc[step]();
    const changed = findChanged(before, this.doc.state);
    if (changed) this.goTo(changed.sentence);
  }

  /** Mark the check as done or open it again; say what is left to do. */
  toggleDone(): void {
    if (this.doc.state.done) this.doc.dispatch("done", { done: false });
    else if (this.open.length > 0) {
      this.currentId = this.open[0]!.id;
      this.tell(`${counted(this.open.length, "sentence")} left without a verdict`);
    } else this.doc.dispatch("done", { done: true });
  }

  /** Say why nothing happened, where everybody sees it. */
  tell(message: string): void {
    this.said = message;
    notify(message);
  }
}
