/** Commands on optional tokens of a draft: by token for all its wordings, or by word for one of them. */

import { type Draft, type Form, formOf, withForm } from "./draft";
import { markRequired, markTogether, type Marks, openSuggestions, requireWords, toggleWords } from "./marks";
import { numbersOf, type SlotName, SLOTS, type Word, type Wording, wordingOf, wordsOf } from "./words";

/** Toggle tokens as one optional group wherever they stand in the draft; required if they are one group already. */
export function toggleTokens(draft: Draft, tokens: readonly number[]): Draft {
  const groups = new Set(tokens.map((token) => draft.marks.groups.get(token) ?? -1));
  const [group = -1] = groups;
  const size = [...draft.marks.groups.values()].filter((other) => other === group).length;
  const areGroup = group >= 0 && groups.size === 1 && size === tokens.length;
  const marks = areGroup ? markRequired(draft.marks, tokens) : markTogether(draft.marks, tokens);
  return remark(draft, marks, new Set(tokens));
}

/** Toggle one token: a token of a group makes the whole group required, any other becomes optional by itself. */
export function toggleToken(draft: Draft, token: number): Draft {
  const group = draft.marks.groups.get(token) ?? -1;
  if (group < 0) return toggleTokens(draft, [token]);
  const members = [...draft.marks.groups].filter(([, other]) => other === group).map(([member]) => member);
  return remark(draft, markRequired(draft.marks, members), new Set(members));
}

/** Toggle words of one wording, which leaves the other wordings as they are. */
export function toggleInWording(
  draft: Draft,
  slot: SlotName,
  index: number,
  from: number,
  to: number,
): Draft {
  const wording = formOf(draft)[slot][index];
  if (!wording) return draft;
  const single = from === to && wordsOf(wording)[from]?.group !== null;
  const toggled = single ? requireWords(wording, from, to) : toggleWords(wording, from, to);
  return rememberToggle(replace(draft, slot, index, toggled), wording, toggled);
}

function replace(draft: Draft, slot: SlotName, index: number, wording: Wording): Draft {
  return withForm(draft, {
    [slot]: formOf(draft)[slot].map((other, position) => (position === index ? wording : other)),
  });
}

/** What was toggled in one wording is the mark that the tokens get next time. */
function rememberToggle(draft: Draft, before: Wording, after: Wording): Draft {
  const old = wordsOf(before);
  const groups = new Map<number, number[]>();
  const required: number[] = [];
  wordsOf(after).forEach((word, index) => {
    if (word.at === null || word.group === (old[index]?.group ?? null)) return;
    if (word.group === null) required.push(word.at);
    else groups.set(word.group, [...(groups.get(word.group) ?? []), word.at]);
  });
  let marks = markRequired(draft.marks, required);
  for (const group of groups.values()) marks = markTogether(marks, group);
  return { ...draft, marks };
}

/** The suggested chunks of all wordings of some slots that are neither accepted nor refused. */
function openChunks(draft: Draft, slots: readonly SlotName[]): number[][] {
  const form = formOf(draft);
  const found = new Map<string, number[]>();
  for (const slot of slots) {
    for (const wording of form[slot]) {
      for (const chunk of openSuggestions(draft.marks, draft.sentence.analysis, numbersOf(wording))) {
        found.set(chunk.join(), chunk);
      }
    }
  }
  return [...found.values()];
}

/** Make all suggested tokens of the draft, or of one slot, optional. */
export function acceptAll(draft: Draft, slots: readonly SlotName[] = SLOTS): Draft {
  const chunks = openChunks(draft, slots);
  return remark(draft, chunks.reduce(markTogether, draft.marks), new Set(chunks.flat()));
}

/** Keep all suggested tokens of the draft, or of one slot, required. */
export function refuseAll(draft: Draft, slots: readonly SlotName[] = SLOTS): Draft {
  return { ...draft, marks: markRequired(draft.marks, openChunks(draft, slots).flat()) };
}

/** The suggested groups of the draft, in the order of the sentence. */
export function suggestedChunks(draft: Draft): number[][] {
  return openChunks(draft, SLOTS).sort(([a = 0], [b = 0]) => a - b);
}

export function suggestedTokens(draft: Draft, slots: readonly SlotName[] = SLOTS): number[] {
  return [...new Set(openChunks(draft, slots).flat())].sort((a, b) => a - b);
}

/** Take over new marks, and give them to the tokens named wherever they stand in the draft. */
function remark(draft: Draft, marks: Marks, tokens: ReadonlySet<number>): Draft {
  const form = formOf(draft);
  const change: Partial<Record<SlotName, readonly Wording[]>> = {};
  for (const slot of SLOTS) change[slot] = form[slot].map((wording) => remarked(wording, marks, tokens));
  return { ...withForm(draft, change as Partial<Form>), marks };
}

function remarked(wording: Wording, marks: Marks, tokens: ReadonlySet<number>): Wording {
  const words = wordsOf(wording);
  if (!words.some((word) => word.at !== null && tokens.has(word.at))) return wording;
  const offset = marks.next + 1;
  return wordingOf(
    words.map((word): Word => {
      if (word.at === null || !tokens.has(word.at)) {
        return word.group === null ? word : { ...word, group: word.group + offset };
      }
      const group = marks.groups.get(word.at);
      return { ...word, group: group === undefined || group < 0 ? null : group };
    }),
  );
}
