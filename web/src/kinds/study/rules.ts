/** The rules of documents of kind study: two labels of one extraction. */
import type { DocumentRules, OpenDocument } from "../../sync";
import { describe, fold, restate, summarise, touched } from "./fold";
import { emptyState, type StudyPayloads, type StudyState } from "./state";

export const STUDY_RULES: DocumentRules<StudyState, StudyPayloads> = {
  name: "study",
  emptyState,
  fold,
  touched,
  describe,
  restate,
  isDone: ({ done }) => done,
  summary: (state) => ({ done: state.done, summary: summarise(state) }),
};

export type StudyDocument = OpenDocument<StudyState, StudyPayloads>;
