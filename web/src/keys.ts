/** The keyboard map: one table of commands, remappable and kept in the browser. */
import { SvelteMap } from "svelte/reactivity";
import { KIND_COMMANDS, SCREENS } from "./kinds/commands";

export interface Binding {
  title: string;
  /** "Everywhere", or a group of the kind; the name of a group belongs to one kind. */
  group: string;
  /** Default keys; the first one is shown and can be remapped, the others are aliases that stay. */
  keys: [string, ...string[]];
}

export const EVERYWHERE = "Everywhere";

/** Keys are values of KeyboardEvent.key, with Control+, Alt+ and, for named keys, Shift+ before them. */
export const COMMANDS = {
  ...KIND_COMMANDS,
  undo: { title: "Undo", group: "Everywhere", keys: ["u", "Control+z"] },
  redo: { title: "Redo", group: "Everywhere", keys: ["U", "Control+Z", "Control+y"] },
  done: { title: "Mark as done, or open again", group: "Everywhere", keys: ["d"] },
  "next-sentence": { title: "Go to the next one of the list", group: "Everywhere", keys: ["j"] },
  "previous-sentence": { title: "Go to the previous one of the list", group: "Everywhere", keys: ["k"] },
  search: { title: "Search the list", group: "Everywhere", keys: ["/"] },
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

function together(group: string, other: string): boolean {
  if (group === other || group === EVERYWHERE || other === EVERYWHERE) return true;
  return SCREENS.some((groups) => groups.includes(group) && groups.includes(other));
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
