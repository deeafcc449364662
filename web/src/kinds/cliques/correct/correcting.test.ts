import { beforeEach, describe, expect, it } from "vitest";
import { messages } from "../../../components/toasts.svelte";
import { paraphrasesOf } from "../state";
import { newDocument, STAGE_1 } from "../testing";
import { Correcting } from "./correcting.svelte";

const [FIRST, SECOND, THIRD] = paraphrasesOf(STAGE_1) as [
  (typeof STAGE_1.sentences)[0],
  (typeof STAGE_1.sentences)[0],
  (typeof STAGE_1.sentences)[0],
];

beforeEach(() => messages.splice(0));

describe("correcting a clique", () => {
  it("saves what is whole and goes on to the next open paraphrase", () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    expect(correcting.currentId).toBe("7.1");
    correcting.toggle(FIRST, "grammar");
    correcting.write(FIRST, "In 1931  Mara built the mill. ");
    expect(correcting.saveAndGoOn()).toBe(true);
    expect(correcting.doc.state.corrections["7.1"]).toEqual({
      text: "In 1931 Mara built the mill.",
      types: ["grammar"],
      kept: false,
    });
    expect([correcting.currentId, correcting.drafts]).toEqual(["7.2", {}]);
    correcting.keep(SECOND);
    expect([correcting.currentId, correcting.doc.state.corrections["7.2"]?.kept]).toEqual(["7.3", true]);
  });

  it("takes several types before the text is written", () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    expect(correcting.isUnwritten(FIRST)).toBe(false);
    correcting.chooseType(FIRST, "phrase");
    correcting.chooseType(FIRST, "grammar");
    expect([correcting.isUnwritten(FIRST), correcting.draftOf(FIRST)]).toEqual([
      true,
      { text: FIRST.text, types: ["grammar", "phrase"] },
    ]);
    correcting.write(FIRST, "In 1931 Mara built the mill.");
    expect([correcting.isUnwritten(FIRST), correcting.saveAndGoOn()]).toEqual([false, true]);
    correcting.chooseType(FIRST, "phrase"); // what is written is saved at once
    expect(correcting.doc.state.corrections["7.1"]?.types).toEqual(["grammar"]);
  });

  it("goes to the paraphrase that undo and redo change", async () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    correcting.keep(FIRST);
    correcting.keep(SECOND);
    expect(correcting.currentId).toBe("7.3");
    await correcting.retrace("undo");
    expect([correcting.currentId, Object.keys(correcting.doc.state.corrections)]).toEqual(["7.2", ["7.1"]]);
    await correcting.retrace("undo");
    expect([correcting.currentId, correcting.open.length]).toEqual(["7.1", 3]);
    correcting.goTo("7.3");
    await correcting.retrace("redo");
    expect([correcting.currentId, correcting.open.length]).toEqual(["7.1", 2]);
    correcting.goTo("7.3");
    correcting.doc.dispatch("note", { text: "hard" });
    await correcting.retrace("undo");
    expect([correcting.currentId, correcting.doc.state.note]).toEqual(["7.3", ""]);
  });

  it("says what is missing and keeps what is typed", () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    correcting.write(FIRST, "In 1931 Mara built the mill.");
    expect(correcting.saveAndGoOn()).toBe(false);
    expect(messages.at(-1)!.text).toMatch(/Say what was corrected/);
    expect(correcting.draftOf(FIRST).text).toBe("In 1931 Mara built the mill.");
    expect(correcting.doc.state.corrections).toEqual({});
  });

  it("does not keep a paraphrase with the form of the original", () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    correcting.keep(THIRD);
    expect(correcting.doc.state.corrections).toEqual({});
    expect(messages.at(-1)!.text).toMatch(/does not differ in form from the original/);
  });

  it("forgets a draft that is typed back, and takes back what was decided", () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    correcting.write(FIRST, "x");
    correcting.write(FIRST, FIRST.text);
    expect(correcting.drafts).toEqual({});
    correcting.keep(FIRST);
    correcting.reset(FIRST);
    expect(correcting.doc.state.corrections).toEqual({});
  });

  it("is done when every paraphrase is corrected or kept", () => {
    const correcting = new Correcting(STAGE_1, newDocument());
    correcting.keep(FIRST);
    correcting.toggleDone();
    expect(messages.at(-1)!.text).toBe("2 paraphrases left: correct them or keep them as they are");
    correcting.keep(SECOND);
    correcting.goTo("7.1");
    correcting.toggleDone();
    expect([correcting.doc.state.done, correcting.currentId]).toEqual([false, "7.3"]);
    expect(messages.at(-1)!.text).toBe("1 paraphrase left: correct it or keep it as it is");
    correcting.write(THIRD, "It was Mara who built the mill in 1931.");
    correcting.toggleDone();
    expect([correcting.doc.state.done, messages.at(-1)!.text.startsWith("7.3 is not saved")]).toEqual([
      false,
      true,
    ]);
    correcting.toggle(THIRD, "rewrite");
    correcting.toggleDone();
    expect(correcting.doc.state.done).toBe(true);
    correcting.toggleDone();
    expect(correcting.doc.state.done).toBe(false);
  });

  it("goes on with what was kept from an earlier visit", () => {
    const kept = { "7.2": { text: "By Mara the mill was built.", types: [] } };
    expect(new Correcting(STAGE_1, newDocument(), kept).draftOf(SECOND)).toEqual(kept["7.2"]);
  });
});
