/** The keyboard commands of the Annotate screen. */

import type { SlotName } from "../draft/words";
import type { Handlers } from "../../../keys";
import type { Triple } from "../state";
import type { Work } from "./work.svelte";

export interface Dialogs {
  merge: (synset: string) => void;
  move: (triple: string) => void;
  type: (slot: SlotName, further: boolean) => void;
}

export function handlers(work: Work, dialogs: Dialogs): Handlers {
  const onTriple = (run: (triple: Triple) => void) => () => {
    if (work.triple) run(work.triple);
    else work.tell("No triple is current: choose one with ↑ and ↓");
  };
  return {
    "token-left": () => work.moveCursor(-1),
    "token-right": () => work.moveCursor(1),
    "token-first": () => work.moveCursor(-work.length),
    "token-last": () => work.moveCursor(work.length),
    "extend-left": () => work.extend(-1),
    "extend-right": () => work.extend(1),
    "keep-selection": () => work.keepSelection(),
    subject: () => work.put("subject"),
    relation: () => work.put("relation"),
    object: () => work.put("object"),
    "subject-also": () => work.also("subject"),
    "relation-also": () => work.also("relation"),
    "object-also": () => work.also("object"),
    // Where only words of the sentence are taken, the dialog says so; the letters typed next are not commands.
    type: () => dialogs.type(work.draft.next ?? work.draft.filled ?? "subject", false),
    optional: () => work.toggleOptional(),
    "accept-suggestions": () => work.acceptSuggestions(),
    "refuse-suggestions": () => work.refuseSuggestions(),
    "border-left": () => work.shiftBorder(1),
    "border-right": () => work.shiftBorder(-1),
    "also-border-left": () => work.alsoBorder(1),
    "also-border-right": () => work.alsoBorder(-1),
    "take-borders": () => work.takeAll(["border"]),
    "take-variants": () => work.takeAll(),
    variants: () => (work.variantsOpen = !work.variantsOpen && work.variants.length > 0),
    "verb-order": () => work.takeAll(["verb order"]),
    clear: () => work.clear(),
    add: () => work.enter(),
    "new-synset": () => work.add(null),
    edit: onTriple((triple) => work.edit(triple)),
    remove: onTriple(({ id }) => work.remove([id])),
    move: onTriple(({ id }) => dialogs.move(id)),
    split: onTriple(({ id }) => work.move([id], null)),
    merge: () => work.synset && work.doc.state.synsets.length > 1 && dialogs.merge(work.synset.id),
    across: () => work.across("subject"),
    wholesome: onTriple((triple) => work.mark(triple)),
    "triple-up": () => work.step(-1),
    "triple-down": () => work.step(1),
    "synset-up": () => work.stepSynset(-1),
    "synset-down": () => work.stepSynset(1),
    cancel: () => {
      if (work.variantsOpen) work.variantsOpen = false;
      else work.select({ ...work.draft.selection, selected: false, earlier: [] });
    },
  };
}
