/** The keyboard commands of the Tuples screen. */
import type { Handlers } from "../../../keys";
import type { Tuple } from "../state";
import type { SlotName } from "./draft";
import type { Tupling } from "./tupling.svelte";

export function handlers(tupling: Tupling, ontype: (slot: SlotName) => void): Handlers {
  const onTuple = (run: (tuple: Tuple) => void) => () => {
    if (tupling.tuple) run(tupling.tuple);
    else tupling.tell("No tuple is current: choose one with ↑ and ↓");
  };
  return {
    "word-left": () => tupling.moveCursor(-1),
    "word-right": () => tupling.moveCursor(1),
    "word-first": () => tupling.moveCursor(-tupling.tokens.length),
    "word-last": () => tupling.moveCursor(tupling.tokens.length),
    "word-extend-left": () => tupling.extend(-1),
    "word-extend-right": () => tupling.extend(1),
    "word-more": () => tupling.keepSelection(),
    "tuple-fill": () => tupling.put(),
    "tuple-predicate": () => tupling.put("relation"),
    "tuple-argument": () => tupling.putArgument(),
    "tuple-time": () => tupling.put("time"),
    "tuple-place": () => tupling.put("place"),
    "tuple-slot-left": () => tupling.stepSlot(-1),
    "tuple-slot-right": () => tupling.stepSlot(1),
    "tuple-slot-clear": () => tupling.clearSlot(),
    "tuple-type": () => ontype(tupling.draft.slot),
    "tuple-clear": () => tupling.clear(),
    "tuple-add": () => tupling.add(),
    "tuple-copy": onTuple((tuple) => tupling.copy(tuple)),
    "tuple-edit": onTuple((tuple) => tupling.edit(tuple)),
    "tuple-remove": onTuple((tuple) => tupling.remove(tuple)),
    "tuple-none": () => tupling.toggleEmpty(),
    "clique-sentence-up": () => tupling.step(-1),
    "clique-sentence-down": () => tupling.step(1),
    cancel: () => tupling.unselect(),
  };
}
