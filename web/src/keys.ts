/** The keyboard map: one table of commands, remappable and kept in the browser. */
import { SvelteMap } from "svelte/reactivity";

export interface Binding {
  title: string;
  group: "Sentence" | "Triple" | "Synsets" | "Review" | "Compare" | "Everywhere";
  /** Default keys; the first one is shown and can be remapped, the others are aliases that stay. */
  keys: [string, ...string[]];
}

/** Keys are values of KeyboardEvent.key, with Control+, Alt+ and, for named keys, Shift+ before them. */
export const COMMANDS = {
  "token-left": { title: "Move the cursor to the previous token", group: "Sentence", keys: ["ArrowLeft"] },
  "token-right": { title: "Move the cursor to the next token", group: "Sentence", keys: ["ArrowRight"] },
  "extend-left": { title: "Extend the selection to the left", group: "Sentence", keys: ["Shift+ArrowLeft"] },
  "extend-right": {
    title: "Extend the selection to the right",
    group: "Sentence",
    keys: ["Shift+ArrowRight"],
  },
  "token-first": { title: "Move the cursor to the first token", group: "Sentence", keys: ["Home"] },
  "token-last": { title: "Move the cursor to the last token", group: "Sentence", keys: ["End"] },
  "keep-selection": {
    title: "Keep the selected tokens and select more elsewhere",
    group: "Sentence",
    keys: [","],
  },
  subject: { title: "Put the selection into the subject", group: "Triple", keys: ["s"] },
  relation: { title: "Put the selection into the relation", group: "Triple", keys: ["r"] },
  object: { title: "Put the selection into the object", group: "Triple", keys: ["o"] },
  "subject-also": { title: "Also as subject: a further wording", group: "Triple", keys: ["S"] },
  "relation-also": { title: "Also as relation: a further wording", group: "Triple", keys: ["R"] },
  "object-also": { title: "Also as object: a further wording", group: "Triple", keys: ["O"] },
  type: {
    title: "Type words for the next slot, where not only words of the sentence are taken",
    group: "Triple",
    keys: ["w"],
  },
  optional: { title: "Make the selected tokens optional, or required again", group: "Triple", keys: [" "] },
  "accept-suggestions": { title: "Accept all suggested optional tokens", group: "Triple", keys: ["t"] },
  "refuse-suggestions": { title: "Keep all suggested tokens required", group: "Triple", keys: ["T"] },
  "border-left": { title: "Move the slot border to the left", group: "Triple", keys: ["["] },
  "border-right": { title: "Move the slot border to the right", group: "Triple", keys: ["]"] },
  "also-border-left": { title: "Also with the border further left", group: "Triple", keys: ["{"] },
  "also-border-right": { title: "Also with the border further right", group: "Triple", keys: ["}"] },
  "take-borders": { title: "Take all borders that keep the meaning", group: "Triple", keys: ["B"] },
  "take-variants": { title: "Take all variants", group: "Triple", keys: ["V"] },
  variants: { title: "Offer variants", group: "Triple", keys: ["v"] },
  "verb-order": {
    title: "Put the moved verb or particle beside the finite verb",
    group: "Triple",
    keys: ["b"],
  },
  wholesome: {
    title: "Mark the triple as not wholesome (facet E), or take it back",
    group: "Triple",
    keys: ["e"],
  },
  clear: { title: "Empty the draft", group: "Triple", keys: ["c"] },
  edit: { title: "Change the triple", group: "Synsets", keys: ["i"] },
  add: { title: "Add the triples of the draft to the current synset", group: "Synsets", keys: ["Enter"] },
  "new-synset": { title: "Add the triples of the draft to a new synset", group: "Synsets", keys: ["n"] },
  merge: { title: "Merge synsets", group: "Synsets", keys: ["m"] },
  move: { title: "Move the triple into another synset", group: "Synsets", keys: ["M"] },
  across: {
    title: "Also with the selected words, in all triples of the synset",
    group: "Synsets",
    keys: ["A"],
  },
  split: { title: "Move the triple into a synset of its own", group: "Synsets", keys: ["x"] },
  remove: { title: "Delete the triple", group: "Synsets", keys: ["Delete", "Backspace"] },
  "triple-up": { title: "Go to the previous triple", group: "Synsets", keys: ["ArrowUp"] },
  "triple-down": { title: "Go to the next triple", group: "Synsets", keys: ["ArrowDown"] },
  "synset-up": { title: "Go to the previous synset", group: "Synsets", keys: ["PageUp"] },
  "synset-down": { title: "Go to the next synset", group: "Synsets", keys: ["PageDown"] },
  "candidate-accept": {
    title: "Accept the extraction into the current synset",
    group: "Review",
    keys: ["a"],
  },
  "candidate-new": { title: "Accept the extraction as a new synset", group: "Review", keys: ["n"] },
  "candidate-reject": { title: "Reject the extraction", group: "Review", keys: ["x"] },
  "candidate-next": { title: "Go to the next extraction", group: "Review", keys: ["ArrowRight"] },
  "candidate-previous": { title: "Go to the previous extraction", group: "Review", keys: ["ArrowLeft"] },
  "candidate-suggestions": {
    title: "Make the suggested words of the extraction optional",
    group: "Review",
    keys: ["t"],
  },
  "target-up": { title: "Choose the synset above", group: "Review", keys: ["ArrowUp"] },
  "target-down": { title: "Choose the synset below", group: "Review", keys: ["ArrowDown"] },
  "take-left": { title: "Take what A has", group: "Compare", keys: ["1"] },
  "take-right": { title: "Take what B has", group: "Compare", keys: ["2"] },
  "leave-out": {
    title: "Leave it out of the merged gold",
    group: "Compare",
    keys: ["0", "Delete", "Backspace"],
  },
  "edit-merged": { title: "Edit the merged triple", group: "Compare", keys: ["e"] },
  "row-up": { title: "Go to the row above", group: "Compare", keys: ["ArrowUp"] },
  "row-down": { title: "Go to the row below", group: "Compare", keys: ["ArrowDown"] },
  "next-open": {
    title: "Go to the next open row; this one stays as it is",
    group: "Compare",
    keys: ["Enter"],
  },
  "fold-row": { title: "Fold or unfold the fact", group: "Compare", keys: [" "] },
  undo: { title: "Undo", group: "Everywhere", keys: ["u", "Control+z"] },
  redo: { title: "Redo", group: "Everywhere", keys: ["U", "Control+Z", "Control+y"] },
  done: { title: "Mark the sentence as done, or open it again", group: "Everywhere", keys: ["d"] },
  "next-sentence": { title: "Next sentence", group: "Everywhere", keys: ["j"] },
  "previous-sentence": { title: "Previous sentence", group: "Everywhere", keys: ["k"] },
  search: { title: "Search sentences", group: "Everywhere", keys: ["/"] },
  guideline: { title: "Open the guideline", group: "Everywhere", keys: ["g"] },
  help: { title: "Show the keyboard map", group: "Everywhere", keys: ["?"] },
  cancel: { title: "Clear the selection or close what is open", group: "Everywhere", keys: ["Escape"] },
} as const satisfies Record<string, Binding>;

export type Command = keyof typeof COMMANDS;
export type Handlers = Partial<Record<Command, (event: KeyboardEvent) => void>>;

export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[];

const STORAGE = "karat.keys";
const remapped = new SvelteMap<Command, string>(readRemapped());

function readRemapped(): [Command, string][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE) ?? "{}");
    return Object.entries(stored as object).filter(
      (entry): entry is [Command, string] => entry[0] in COMMANDS && typeof entry[1] === "string",
    );
  } catch {
    return [];
  }
}

function store(): void {
  try {
    localStorage.setItem(STORAGE, JSON.stringify(Object.fromEntries(remapped)));
  } catch {
    // Without storage the map holds for this visit only.
  }
}

/** The key shown for a command. */
export function keyOf(command: Command): string {
  return remapped.get(command) ?? COMMANDS[command].keys[0];
}

export function keysOf(command: Command): string[] {
  return [keyOf(command), ...COMMANDS[command].keys.slice(1)];
}

/** Give a command another key; the default key takes the change back. */
export function remap(command: Command, key: string): void {
  if (key === COMMANDS[command].keys[0]) remapped.delete(command);
  else remapped.set(command, key);
  store();
}

export function resetKeys(): void {
  remapped.clear();
  store();
}

export function isRemapped(command: Command): boolean {
  return remapped.has(command);
}

/** Other commands with the same key that can be active at the same time. */
export function clashes(command: Command): Command[] {
  const group = COMMANDS[command].group;
  return COMMAND_NAMES.filter(
    (other) =>
      other !== command && together(group, COMMANDS[other].group) && keysOf(other).includes(keyOf(command)),
  );
}

function together(group: Binding["group"], other: Binding["group"]): boolean {
  const apart = ["Review", "Compare"];
  if (group === other || group === "Everywhere" || other === "Everywhere") return true;
  return !apart.includes(group) && !apart.includes(other);
}

/** How a key event is written in the table. */
export function keyName(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? "Control+" : "";
  const alt = event.altKey ? "Alt+" : "";
  // A letter already says whether Shift was held: u or U.
  const shift = event.shiftKey && event.key.length > 1 ? "Shift+" : "";
  return control + alt + shift + event.key;
}

const LABELS: Record<string, string> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Delete: "Del",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
  Control: "Ctrl",
};

/** The parts of a key as they are shown, for example Shift and →. */
export function keyLabel(key: string): string[] {
  const parts = key === "+" ? ["+"] : key.split(/\+(?=.)/);
  const labels = parts.map((part) => LABELS[part] ?? part);
  const last = labels.at(-1)!;
  return /^[A-Z]$/.test(last) ? [...labels.slice(0, -1), "Shift", last] : labels;
}

const layers: Handlers[] = [];

/**
 * Handle commands until the returned function is called. Of several handlers for the same key the one
 * registered last gets it. Use as `$effect(() => listen({ undo: () => doc.undo() }))`.
 */
export function listen(handlers: Handlers): () => void {
  if (layers.length === 0) window.addEventListener("keydown", dispatchKey);
  layers.push(handlers);
  return () => {
    layers.splice(layers.indexOf(handlers), 1);
    if (layers.length === 0) window.removeEventListener("keydown", dispatchKey);
  };
}

function dispatchKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || belongsToElement(event)) return;
  const key = keyName(event);
  for (const handlers of layers.toReversed()) {
    for (const command of Object.keys(handlers) as Command[]) {
      if (keysOf(command).includes(key)) {
        event.preventDefault();
        handlers[command]!(event);
        return;
      }
    }
  }
}

/** Text fields, open dialogs and, for Enter and Space, buttons and links keep their keys. */
function belongsToElement(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, [contenteditable=true], [role=menu]")) return true;
  const presses = event.key === "Enter" || event.key === " ";
  return presses && target.closest("button, a[href], summary, [role=button], [role=tab]") !== null;
}
