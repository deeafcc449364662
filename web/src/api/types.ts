/** The values that the API takes and answers, by the names that the page uses. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Person = Schemas["PersonView"];
export type Role = Person["role"];
export type Session = Schemas["SessionView"];
export type OpenInvitation = Schemas["OpenInvitation"];
export type Project = Schemas["ProjectView"];
export type ProjectSettings = Project["settings"];
export type ItemRow = Schemas["ItemRow"];
export type ItemStatus = ItemRow["status"];
export type Analysis = Schemas["Analysis"];
export type Token = Schemas["Token"];
export type Item = Omit<Schemas["ItemView"], "analysis"> & { analysis: Analysis | null };
/** A document; the shape of its state is the business of its kind. */
export type DocumentView<S = unknown> = Omit<Schemas["DocumentView"], "state"> & { state: S };
/** All that is needed to work on a sentence; `document` is null if the sentence is not mine. */
export type WorkPage<S = unknown> = Omit<Schemas["WorkPage"], "item" | "document"> & {
  item: Item;
  document: DocumentView<S> | null;
};
export type Dashboard = Schemas["DashboardView"];
export type PersonProgress = Schemas["PersonProgress"];
export type Effort = Schemas["EffortView"];
export type Agreement = Schemas["AgreementView"];
export type Scores = Schemas["ScoresView"];
export type ImportReport = Schemas["ImportReport"];
export type Guideline = Schemas["GuidelineView"];
export type Tutorial = Schemas["TutorialView"];
export type ExaminationResult = Schemas["ExaminationResult"];
