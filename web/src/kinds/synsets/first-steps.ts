/** The guided first run of the annotation screen. */
import type { Step } from "../../guide/steps";

export const FIRST_STEPS: Step[] = [
  {
    title: "Your sentences",
    text: "Work goes from sentence to sentence. The sign before each one says whether it is open, started or done.",
    targets: ["[data-tour=sentences]", "[data-tour=work-screens]"],
    commands: ["next-sentence", "previous-sentence", "search"],
  },
  {
    title: "The sentence",
    text: "Click a word, drag over several, or move with the arrow keys. Verbs and nouns are underlined, because facts begin there.",
    targets: [".tokens", "[data-token]"],
    commands: ["token-left", "token-right", "extend-right"],
  },
  {
    title: "Three slots",
    text: "A fact has a subject, a relation and an object. Put the selected words into a slot with one key. Two more keys move the border between slots.",
    targets: [".tokens ~ *:has([data-slot])", "[data-slot=subject]"],
    commands: ["subject", "relation", "object", "border-left", "border-right"],
  },
  {
    title: "Words that can be left out",
    text: "A word without which the fact stays the same is optional, and is shown in brackets. The app suggests such words; look at each before you accept.",
    targets: ["[data-slot=object]"],
    commands: ["optional", "accept-suggestions"],
  },
  {
    title: "Add the fact",
    text: "Add it to the current synset or begin a new one. The variants are other wordings of the same fact, all with one key.",
    targets: ["[data-testid=add]"],
    commands: ["add", "new-synset", "variants"],
  },
  {
    title: "Synsets",
    text: "A synset holds all wordings of one fact. Facts that differ go into different synsets. Everything can be undone, also tomorrow and on another machine.",
    targets: ["aside"],
    commands: ["merge", "undo", "redo"],
  },
  {
    title: "Nothing is lost",
    text: "Every change is kept at once. Without a connection it waits in this browser and is sent later; “saved” means that the server has it on its disk.",
    targets: ["[data-testid=save-state]"],
    commands: [],
  },
  {
    title: "Done",
    text: "Say when a sentence is complete. When all its annotators are done, they see each other's work.",
    targets: ["[data-testid=done]"],
    commands: ["done"],
  },
  {
    title: "Help is one key away",
    text: "The guideline opens at the section that applies. All keys are shown, and can be changed, here.",
    targets: ["[data-tour=help]"],
    commands: ["guideline", "help"],
  },
];
