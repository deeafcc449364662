/** What people may do. */
import type { Role } from "../../api/types";

export const ROLES: Record<Role, string> = {
  annotator: "Annotator",
  curator: "Curator",
  admin: "Administrator",
};

export const DUTIES: Record<Role, string> = {
  annotator: "annotates the sentences assigned to them",
  curator: "also creates projects, imports, assigns, adjudicates and exports",
  admin: "also invites people and changes settings",
};
