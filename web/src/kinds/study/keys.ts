/** The commands of human studies, with their keys. */
import type { Binding } from "../../keys";

/** Labelling and adjudicating have the same commands. */
export const STUDY_SCREENS = [["Labels", "Rules broken"]] as const;

export const STUDY_COMMANDS = {
  "fact-correct": { title: "The fact is correct", group: "Labels", keys: ["c"] },
  "fact-incorrect": { title: "The fact is incorrect", group: "Labels", keys: ["x"] },
  "attribution-correct": { title: "The attribution is correct", group: "Labels", keys: ["v"] },
  "attribution-incorrect": { title: "The attribution is incorrect", group: "Labels", keys: ["b"] },
  "attribution-none": { title: "The sentence attributes nothing", group: "Labels", keys: ["n"] },
  finish: { title: "Done, go to the next task", group: "Labels", keys: ["Enter"] },
  unsure: { title: "Unsure: come back later, go to the next task", group: "Labels", keys: ["z"] },
  note: { title: "Write a note; Esc leaves it", group: "Labels", keys: ["m"] },
  "rule-f1": { title: "Rule F1 is broken, or not", group: "Rules broken", keys: ["1"] },
  "rule-f2": { title: "Rule F2 is broken, or not", group: "Rules broken", keys: ["2"] },
  "rule-f3": { title: "Rule F3 is broken, or not", group: "Rules broken", keys: ["3"] },
  "rule-f4": { title: "Rule F4 is broken, or not", group: "Rules broken", keys: ["4"] },
  "rule-f5": { title: "Rule F5 is broken, or not", group: "Rules broken", keys: ["5"] },
  "rule-f6": { title: "Rule F6 is broken, or not", group: "Rules broken", keys: ["6"] },
  "rule-f7": { title: "Rule F7 is broken, or not", group: "Rules broken", keys: ["7"] },
  "rule-f8": { title: "Rule F8 is broken, or not", group: "Rules broken", keys: ["8"] },
  "rule-f9": { title: "Rule F9 is broken, or not", group: "Rules broken", keys: ["9"] },
  "rule-f10": { title: "Rule F10 is broken, or not", group: "Rules broken", keys: ["0"] },
  "rule-f11": { title: "Rule F11 is broken, or not", group: "Rules broken", keys: ["-"] },
  "rule-f12": { title: "Rule F12 is broken, or not", group: "Rules broken", keys: ["="] },
  "rule-a1": { title: "Rule A1 is broken, or not", group: "Rules broken", keys: ["q"] },
  "rule-a2": { title: "Rule A2 is broken, or not", group: "Rules broken", keys: ["w"] },
  "rule-a3": { title: "Rule A3 is broken, or not", group: "Rules broken", keys: ["e"] },
} as const satisfies Record<string, Binding>;
