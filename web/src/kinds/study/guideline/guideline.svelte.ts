/** The guideline's rules, loaded once for each project, and the one that is open beside the task. */
import { get, plainMessage } from "../../../api/client";
import type { Rule } from "../state";

interface Texts {
  intro: string;
  rules: Rule[];
}

const loaded = new Map<number, Promise<Texts>>();

function load(project: number): Promise<Texts> {
  const known = loaded.get(project);
  if (known) return known;
  const path = { project };
  const promise = get("/api/projects/{project}/study/rules", { path }) as Promise<Texts>;
  loaded.set(project, promise);
  // A failed request is made again with the next task.
  promise.catch(() => loaded.delete(project));
  return promise;
}

export class Guideline {
  intro = $state("");
  rules = $state.raw<readonly Rule[]>([]);
  problem = $state("");
  /** The rule under the pointer or the focus, or the one chosen last. */
  open = $state<string | null>(null);
  readonly byId: ReadonlyMap<string, Rule> = $derived(new Map(this.rules.map((rule) => [rule.id, rule])));

  constructor(project: number) {
    load(project).then(
      ({ intro, rules }) => {
        this.intro = intro;
        this.rules = rules;
      },
      (error: unknown) => (this.problem = plainMessage(error)),
    );
  }
}
