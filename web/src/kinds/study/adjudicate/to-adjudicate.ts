/** The tasks on which labellers differ and nobody has decided, as a choice above the list. */
import { get } from "../../../api/client";
import type { ItemRow } from "../../../api/types";
import type { ItemListing } from "../../kind";
import type { Disagreements } from "../answers";

export const TO_ADJUDICATE: ItemListing = {
  name: "to adjudicate",
  label: "To adjudicate",
  role: "curator",
  async load(project, after, limit) {
    const found = await get("/api/projects/{project}/study/disagreements", {
      path: { project },
      query: { after, limit },
    });
    return { items: found.items.map(asRow), next: found.next };
  },
};

function asRow({ item, position, key, text, begun }: Disagreements["items"][number]): ItemRow {
  return {
    id: item,
    position,
    key,
    text,
    source: null,
    document: null,
    version: 0,
    status: "done",
    done: true,
    revealed: true,
    team: "done",
    synsets: 0,
    triples: 0,
    summary: begun ? "begun" : null,
  };
}
