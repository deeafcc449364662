/** The answers of the API's routes of studies, by the names that the page uses. */
import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type LabelsView = Schemas["LabelsView"];
export type Disagreements = Schemas["DisagreementList"];
export type TasksCreated = Schemas["TasksCreated"];
