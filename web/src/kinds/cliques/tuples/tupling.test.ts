import { beforeEach, describe, expect, it } from "vitest";
import { messages } from "../../../components/toasts.svelte";
import { tupleText } from "../describe";
import { tuplesOf } from "../state";
import { newDocument, STAGE_2 } from "../testing";
import { handlers } from "./commands";
import { isEmpty } from "./draft";
import { Tupling } from "./tupling.svelte";

const newTupling = (clique = STAGE_2) => new Tupling(clique, newDocument(), "en");
const texts = (tupling: Tupling, sentence: string) => tuplesOf(tupling.doc.state, sentence).map(tupleText);

/** Press keys, by the names of their commands. */
function press(tupling: Tupling, ...commands: string[]): void {
  const keys = handlers(tupling, () => {}) as Record<string, (event: KeyboardEvent) => void>;
  for (const command of commands) keys[command]!(new KeyboardEvent("keydown"));
}

beforeEach(() => messages.splice(0));

describe("building tuples", () => {
  // 0 Mara 1 built 2 the 3 mill 4 in 5 1931 6 .
  it("takes a whole tuple from the keyboard", () => {
    const tupling = newTupling();
    press(tupling, "word-right", "tuple-predicate", "word-first", "tuple-argument");
    press(tupling, "word-right", "word-right", "word-extend-right", "tuple-argument");
    press(tupling, "word-last", "word-left", "word-left", "word-extend-right", "tuple-time", "tuple-add");
    expect(texts(tupling, "7")).toEqual(["(built; Mara; the mill; time: in 1931)"]);
    expect(isEmpty(tupling.draft)).toBe(true);
  });

  it("takes picks in the order of the slots, adds words to the latest one, and only selects", () => {
    const tupling = newTupling();
    tupling.pick(1, 1, "fill");
    tupling.pick(0, 0, "fill");
    tupling.pick(3, 3, "fill");
    tupling.pick(2, 2, "select");
    expect(tupling.draft.arguments.map(({ text }) => text)).toEqual(["Mara", "mill"]);
    tupling.pick(4, 5, "add");
    expect(tupling.draft.arguments.map(({ text }) => text)).toEqual(["Mara", "mill in 1931"]);
    press(tupling, "tuple-slot-left", "tuple-slot-clear", "tuple-add");
    expect(texts(tupling, "7")).toEqual(["(built; Mara)"]);
  });

  it("does not add a tuple without predicate or argument, nor one twice", () => {
    const tupling = newTupling();
    press(tupling, "tuple-add");
    expect(messages.at(-1)!.text).toBe("The tuple needs a predicate");
    press(tupling, "word-right", "tuple-predicate", "tuple-add");
    expect(messages.at(-1)!.text).toBe("The tuple needs an argument");
    press(tupling, "word-first", "tuple-argument", "tuple-add", "tuple-copy", "tuple-add");
    expect(messages.at(-1)!.text).toBe("The sentence has this tuple already");
    expect(texts(tupling, "7")).toEqual(["(built; Mara)"]);
  });

  it("does not add a tuple with a slot of punctuation alone", () => {
    const tupling = newTupling();
    press(tupling, "word-last", "tuple-predicate", "word-first", "tuple-argument", "tuple-add");
    expect(messages.at(-1)!.text).toBe("Predicate has no words: “.”");
    expect(texts(tupling, "7")).toEqual([]);
  });

  it("copies a tuple of another sentence as a start, whose foreign words come first", () => {
    const tupling = newTupling();
    tupling.type("relation", "built");
    tupling.type(0, "Mara");
    tupling.type(1, "the mill");
    tupling.add();
    press(tupling, "clique-sentence-down", "tuple-copy");
    expect([tupling.sentence.id, tupling.draft.slot]).toEqual(["7.1", "relation"]);
    press(tupling, "word-first", "word-right", "word-right", "word-right", "tuple-fill", "tuple-add");
    expect(texts(tupling, "7.1")).toEqual(["(build; Mara; the mill)"]);
  });

  it("changes and deletes the chosen tuple, in its sentence", () => {
    const tupling = newTupling();
    tupling.type("relation", "built");
    tupling.type(0, "Mara");
    tupling.add();
    tupling.goTo("7.2");
    press(tupling, "tuple-edit");
    expect(tupling.sentence.id).toBe("7");
    tupling.type("time", "in 1931");
    press(tupling, "tuple-add");
    expect(texts(tupling, "7")).toEqual(["(built; Mara; time: in 1931)"]);
    press(tupling, "tuple-remove");
    expect([tupling.doc.state.tuples, tupling.tupleId]).toEqual([[], null]);
    press(tupling, "tuple-edit");
    expect(messages.at(-1)!.text).toMatch(/^No tuple is current/);
  });

  it("goes to the sentence and the tuple that undo and redo change", async () => {
    const tupling = newTupling();
    press(tupling, "word-right", "tuple-predicate", "word-first", "tuple-argument", "tuple-add");
    const added = tupling.tupleId;
    press(tupling, "clique-sentence-down", "tuple-none", "clique-sentence-down");
    await tupling.retrace("undo");
    expect([tupling.sentence.id, tupling.doc.state.empty]).toEqual(["7.1", []]);
    press(tupling, "tuple-edit");
    expect(tupling.draft.editing).toBe(added);
    await tupling.retrace("undo"); // the tuple that is being changed goes away: its words stay as a new one
    expect([tupling.sentence.id, tupling.doc.state.tuples, tupling.draft.editing]).toEqual(["7", [], null]);
    tupling.goTo("7.2");
    tupling.tupleId = null;
    await tupling.retrace("redo");
    expect([tupling.sentence.id, tupling.tupleId]).toEqual(["7", added]);
  });

  it("leaves tuples of the file as they are, and the original out", () => {
    const given = { id: "g", sentence: "7", relation: "built", arguments: ["Mara"], time: null, place: null };
    const tupling = newTupling({ ...STAGE_2, given: [given] });
    expect(tupling.toDo.map(({ id }) => id)).toEqual(["7.1", "7.2"]);
    tupling.stepTuple(1);
    press(tupling, "tuple-remove", "tuple-edit");
    expect(tupling.tuple).toEqual(given);
    press(tupling, "tuple-copy");
    expect(tupling.draft.relation!.text).toBe("built");
  });

  it("is done when each sentence has a tuple or is marked as having none", () => {
    const tupling = newTupling();
    press(tupling, "tuple-none");
    tupling.toggleDone();
    expect(messages.at(-1)!.text).toBe(
      "2 sentences left without a tuple: add some, or say that they have none",
    );
    press(tupling, "tuple-none", "clique-sentence-up");
    tupling.toggleDone();
    expect(messages.at(-1)!.text).toBe("1 sentence left without a tuple: add one, or say that it has none");
    expect([tupling.doc.state.done, tupling.sentence.id]).toEqual([false, "7.2"]);
    tupling.type("relation", "was built");
    tupling.type(0, "The mill");
    tupling.toggleDone();
    expect(messages.at(-1)!.text).toMatch(/not added yet/);
    tupling.add();
    tupling.toggleDone();
    expect([tupling.doc.state.done, tupling.doc.state.empty]).toEqual([true, ["7", "7.1"]]);
  });

  it("takes the mark of a sentence without tuples back", () => {
    const tupling = newTupling();
    press(tupling, "tuple-none", "tuple-none");
    expect(tupling.doc.state.empty).toEqual([]);
  });
});
