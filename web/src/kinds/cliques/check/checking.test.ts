import { beforeEach, describe, expect, it } from "vitest";
import { messages } from "../../../components/toasts.svelte";
import { newDocument, STAGE_1, STAGE_2 } from "../testing";
import { Checking } from "./checking.svelte";

const EARLIER = { "1:7.1": { right: false, faults: ["form" as const], note: "the same" } };
const newChecking = (clique = STAGE_1) =>
  new Checking(clique, newDocument({ round: 2, verdicts: { ...EARLIER } }));

beforeEach(() => messages.splice(0));

describe("checking a clique", () => {
  it("judges in the present round and goes on to the next open sentence", () => {
    const checking = newChecking();
    expect([checking.currentId, checking.verdictOn("7.1")]).toEqual(["7.1", null]);
    checking.judgeRight();
    expect([checking.currentId, checking.verdictOn("7.1")?.right]).toEqual(["7.2", true]);
    expect(checking.doc.state.verdicts["1:7.1"]).toEqual(EARLIER["1:7.1"]);
  });

  it("wants a fault named where something is wrong", () => {
    const checking = newChecking();
    checking.judgeWrong();
    expect([checking.unnamedId, checking.verdictOn("7.1")]).toEqual(["7.1", null]);
    checking.toggleFault("meaning");
    checking.toggleFault("grammar");
    expect(checking.verdictOn("7.1")).toEqual({ right: false, faults: ["grammar", "meaning"], note: "" });
    expect(checking.unnamedId).toBe(null);
    checking.comment("7.1", "Who built it?");
    checking.toggleFault("meaning");
    expect(checking.verdictOn("7.1")).toEqual({ right: false, faults: ["grammar"], note: "Who built it?" });
    checking.toggleFault("grammar");
    expect(checking.verdictOn("7.1")).toBe(null);
  });

  it("goes to the sentence whose verdict undo and redo change", async () => {
    const checking = newChecking();
    checking.judgeRight();
    await checking.retrace("undo");
    expect([checking.currentId, checking.verdictOn("7.1")]).toEqual(["7.1", null]);
    checking.goTo("7.3");
    await checking.retrace("redo");
    expect([checking.currentId, checking.verdictOn("7.1")?.right]).toEqual(["7.1", true]);
  });

  it("has the faults of the stage, and the original only where it is worked on", () => {
    expect([newChecking().faults, newChecking().sentences.map(({ id }) => id)]).toEqual([
      ["grammar", "meaning", "form"],
      ["7.1", "7.2", "7.3"],
    ]);
    expect(newChecking(STAGE_2).faults).toHaveLength(4);
    expect(newChecking(STAGE_2).sentences.map(({ id }) => id)).toEqual(["7", "7.1", "7.2"]);
  });

  it("is done when every sentence has a verdict", () => {
    const checking = newChecking();
    checking.judgeRight();
    checking.judgeRight();
    checking.goTo("7.1");
    checking.toggleDone();
    expect([checking.doc.state.done, checking.currentId]).toEqual([false, "7.3"]);
    expect(messages.at(-1)!.text).toBe("1 sentence left without a verdict");
    checking.judgeRight();
    checking.toggleDone();
    expect(checking.doc.state.done).toBe(true);
  });
});
