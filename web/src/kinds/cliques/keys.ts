/** The keyboard commands of clique projects. */
import type { Binding } from "../../keys";

export const CLIQUE_COMMANDS = {
  "paraphrase-up": { title: "Go to the paraphrase above", group: "Paraphrases", keys: ["ArrowUp"] },
  "paraphrase-down": { title: "Go to the paraphrase below", group: "Paraphrases", keys: ["ArrowDown"] },
  "correct-grammar": {
    title: "Grammar is corrected, or is not; in the text with Alt",
    group: "Paraphrases",
    keys: ["1"],
  },
  "correct-phrase": {
    title: "A phrase is replaced, or is not; in the text with Alt",
    group: "Paraphrases",
    keys: ["2"],
  },
  "correct-rewrite": {
    title: "The whole sentence is rewritten, or is not; in the text with Alt",
    group: "Paraphrases",
    keys: ["3"],
  },
  "correct-text": { title: "Edit the text; Escape leaves the field", group: "Paraphrases", keys: ["e"] },
  "correct-save": {
    title: "Edit the text after its types are named; save it and go to the next open paraphrase",
    group: "Paraphrases",
    keys: ["Enter"],
  },
  "correct-keep": { title: "Keep the paraphrase as it is", group: "Paraphrases", keys: ["c"] },
  "correct-reset": {
    title: "Take back what was decided on the paraphrase",
    group: "Paraphrases",
    keys: ["r"],
  },
  "word-left": { title: "Move the cursor to the previous word", group: "Words", keys: ["ArrowLeft"] },
  "word-right": { title: "Move the cursor to the next word", group: "Words", keys: ["ArrowRight"] },
  "word-extend-left": {
    title: "Extend the selection to the left",
    group: "Words",
    keys: ["Shift+ArrowLeft"],
  },
  "word-extend-right": {
    title: "Extend the selection to the right",
    group: "Words",
    keys: ["Shift+ArrowRight"],
  },
  "word-first": { title: "Move the cursor to the first word", group: "Words", keys: ["Home"] },
  "word-last": { title: "Move the cursor to the last word", group: "Words", keys: ["End"] },
  "word-more": { title: "Keep the selected words and select more elsewhere", group: "Words", keys: [","] },
  "tuple-fill": { title: "Put the selection into the current slot", group: "Tuples", keys: [" "] },
  "tuple-predicate": { title: "Put the selection into the predicate", group: "Tuples", keys: ["r"] },
  "tuple-argument": {
    title: "Put the selection into the current argument, or into a new one",
    group: "Tuples",
    keys: ["a"],
  },
  "tuple-time": { title: "Put the selection into the time", group: "Tuples", keys: ["t"] },
  "tuple-place": { title: "Put the selection into the place", group: "Tuples", keys: ["l"] },
  "tuple-slot-left": { title: "Go to the slot before", group: "Tuples", keys: ["["] },
  "tuple-slot-right": { title: "Go to the next slot", group: "Tuples", keys: ["]"] },
  "tuple-slot-clear": { title: "Empty the slot", group: "Tuples", keys: ["Backspace"] },
  "tuple-type": { title: "Type the words of the slot", group: "Tuples", keys: ["w"] },
  "tuple-add": { title: "Add the tuple, or save its change", group: "Tuples", keys: ["Enter"] },
  "tuple-clear": { title: "Empty the draft", group: "Tuples", keys: ["c"] },
  "tuple-up": { title: "Choose the tuple above", group: "Tuples", keys: ["ArrowUp"] },
  "tuple-down": { title: "Choose the tuple below", group: "Tuples", keys: ["ArrowDown"] },
  "tuple-copy": { title: "Start with a copy of the chosen tuple", group: "Tuples", keys: ["y"] },
  "tuple-edit": { title: "Change the chosen tuple", group: "Tuples", keys: ["i"] },
  "tuple-remove": { title: "Delete the chosen tuple", group: "Tuples", keys: ["Delete"] },
  "tuple-none": {
    title: "Say that the sentence has no tuple, or take it back",
    group: "Tuples",
    keys: ["n"],
  },
  "clique-sentence-up": { title: "Go to the sentence above", group: "Tuples", keys: ["PageUp"] },
  "clique-sentence-down": { title: "Go to the sentence below", group: "Tuples", keys: ["PageDown"] },
  "check-right": { title: "Right: go to the next sentence", group: "Check", keys: ["c"] },
  "check-wrong": { title: "Wrong: then say what is wrong", group: "Check", keys: ["x"] },
  "check-fault-1": {
    title: "Wrong: grammar (paraphrases), completeness (tuples)",
    group: "Check",
    keys: ["1"],
  },
  "check-fault-2": {
    title: "Wrong: meaning (paraphrases), assertedness (tuples)",
    group: "Check",
    keys: ["2"],
  },
  "check-fault-3": {
    title: "Wrong: form (paraphrases), informativeness (tuples)",
    group: "Check",
    keys: ["3"],
  },
  "check-fault-4": { title: "Wrong: atomicity (tuples)", group: "Check", keys: ["4"] },
  "check-comment": {
    title: "Say in words what is wrong; Escape leaves the field",
    group: "Check",
    keys: ["n"],
  },
  "check-reset": { title: "Take the verdict back", group: "Check", keys: ["r"] },
  "check-up": { title: "Go to the sentence above", group: "Check", keys: ["ArrowUp"] },
  "check-down": { title: "Go to the sentence below", group: "Check", keys: ["ArrowDown", "Enter"] },
  "clique-note": {
    title: "Write a note on the clique; Escape leaves the field",
    group: "Clique",
    keys: ["m"],
  },
} as const satisfies Record<string, Binding>;

export const CLIQUE_KEY_GROUPS = ["Paraphrases", "Words", "Tuples", "Check", "Clique"] as const;

/** Groups of commands that are active together. */
export const CLIQUE_SCREENS = [
  ["Paraphrases", "Clique"],
  ["Words", "Tuples", "Clique"],
  ["Check", "Clique"],
] as const;
