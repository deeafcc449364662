/** What the work screens of cliques are given. */
import type { Project, WorkPage } from "../../api/types";
import type { CliqueDocument } from "./rules";
import type { Clique } from "./state";

/** A page of work whose item is a clique. */
export type CliquePage = Omit<WorkPage, "item"> & {
  item: Omit<WorkPage["item"], "content"> & { content: Clique };
};

export interface WorkScreenProps {
  project: Project;
  page: CliquePage;
  doc: CliqueDocument;
}
