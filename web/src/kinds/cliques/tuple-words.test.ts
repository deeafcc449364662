import { mount, unmount } from "svelte";
import { expect, it } from "vitest";
import TupleWords from "./TupleWords.svelte";

it("reads a tuple aloud with each slot's name apart from its words", () => {
  const tuple = {
    id: "t",
    sentence: "7",
    relation: "opened",
    arguments: ["Nora", "a shop"],
    time: "after three days",
    place: null,
  };
  const words = mount(TupleWords, { target: document.body, props: { tuple } });
  expect(document.body.textContent).toBe(
    "predicate: opened; argument 1: Nora; argument 2: a shop; time: after three days",
  );
  void unmount(words);
});
