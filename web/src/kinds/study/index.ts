/** Human studies: people label the extractions of systems as correct or incorrect, by the rules of a guideline. */
import type { KindOfPage } from "../kind";
import Adjudicate from "./adjudicate/Adjudicate.svelte";
import { TO_ADJUDICATE } from "./adjudicate/to-adjudicate";
import Create from "./create/Create.svelte";
import Dashboard from "./dashboard/Dashboard.svelte";
import { STUDY_SCREENS } from "./keys";
import Label from "./label/Label.svelte";
import Report from "./report/Report.svelte";
import { STUDY_RULES } from "./rules";

export const STUDY: KindOfPage = {
  name: STUDY_RULES.name,
  title: "Human study",
  intro:
    "Labellers say of each extraction of some systems whether it is correct, without knowing the system.",
  words: {
    item: "task",
    items: "tasks",
    workers: "labellers",
    merge: "adjudicate",
    merged: "adjudicated",
  },
  rules: STUDY_RULES,
  screens: [
    { id: "label", label: "Label", path: "", component: Label },
    { id: "adjudicate", label: "Adjudicate", path: "/adjudicate", component: Adjudicate, document: "merged" },
  ],
  pages: [{ id: "report", label: "Report", icon: "chart", component: Report, role: "curator" }],
  lists: [TO_ADJUDICATE],
  summaries: [{ summary: "unsure", label: "Unsure" }],
  dashboard: Dashboard,
  create: Create,
  imports: {
    labels: {
      label: "Labels",
      hint: "Labels given elsewhere: a study in JSONL, or a CSV that Karat exported.",
      person: true,
    },
  },
  keyGroups: STUDY_SCREENS.flat(),
};
