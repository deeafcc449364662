/** The commands of all kinds, so that their names are checked; a kind with keys of its own has two lines here. */
import { CLIQUE_COMMANDS, CLIQUE_SCREENS } from "./cliques/keys";
import { STUDY_COMMANDS, STUDY_SCREENS } from "./study/keys";
import { SYNSET_COMMANDS, SYNSET_SCREENS } from "./synsets/keys";

export const KIND_COMMANDS = { ...SYNSET_COMMANDS, ...STUDY_COMMANDS, ...CLIQUE_COMMANDS };

/** Groups of commands that are active together; keys of others may be the same. */
export const SCREENS: readonly (readonly string[])[] = [
  ...SYNSET_SCREENS,
  ...STUDY_SCREENS,
  ...CLIQUE_SCREENS,
];
