/** The sentences of a project in the left column, loaded in pages as they are needed. */
import { get, plainMessage } from "../api/client";
import type { ItemRow, ItemStatus } from "../api/types";
import type { ItemListing } from "../kinds/kind";

export const PAGE = 60;

/** A status, what my documents' summaries must be, or a list of the kind's own. */
export type Filter = ItemStatus | "all" | `summary: ${string}` | `list: ${string}`;

const SUMMARY = "summary: ";
const LIST = "list: ";

export class Sentences {
  rows = $state.raw<ItemRow[]>([]);
  search = $state("");
  status = $state<Filter>("all");
  /** Only sentences that are assigned to me. */
  mine = $state(false);
  problem = $state("");
  loading = $state(false);
  #next: number | null = null;
  #hasBefore = false;
  #generation = 0;
  #reloading: Promise<void> = Promise.resolve();

  constructor(
    readonly project: number,
    readonly lists: readonly ItemListing[] = [],
  ) {}

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Load anew: from the start of what is searched for, or around a position of the whole list. */
  reload(around = 0): Promise<void> {
    this.#reloading = this.#load(around);
    return this.#reloading;
  }

  async #load(around: number): Promise<void> {
    const generation = ++this.#generation;
    const isFiltered = this.search !== "" || this.status !== "all" || this.mine;
    const after = isFiltered ? 0 : Math.max(0, around - PAGE / 2);
    const page = await this.#page(after, generation);
    if (!page) return;
    this.rows = page.items;
    this.#next = page.next;
    this.#hasBefore = after > 0;
  }

  /** Load the page behind the last row. */
  async more(): Promise<void> {
    if (this.#next === null || this.loading) return;
    const page = await this.#page(this.#next, this.#generation);
    if (!page) return;
    const last = this.rows.at(-1)?.position ?? 0;
    this.rows = [...this.rows, ...page.items.filter((row) => row.position > last)];
    this.#next = page.next;
  }

  /** Load the page before the first row; gives the number of rows added. */
  async before(): Promise<number> {
    const first = this.rows[0]?.position;
    if (!this.#hasBefore || first === undefined || this.loading) return 0;
    const after = Math.max(0, first - PAGE - 1);
    const page = await this.#page(after, this.#generation);
    if (!page) return 0;
    const added = page.items.filter((row) => row.position < first);
    this.rows = [...added, ...this.rows];
    this.#hasBefore = after > 0;
    return added.length;
  }

  /** The sentence after or before another one in the list; null at its ends. */
  async neighbour(item: number, step: 1 | -1): Promise<ItemRow | null> {
    // A quick key may come before the list is there.
    await this.#reloading;
    let index = this.rows.findIndex((row) => row.id === item);
    if (index < 0) return this.rows[0] ?? null;
    if (step === 1 && index === this.rows.length - 1) await this.more();
    if (step === -1 && index === 0) index += await this.before();
    return this.rows[index + step] ?? null;
  }

  /** Show what was just done in a row, before the server is asked again. */
  update(item: number, change: Partial<ItemRow>): void {
    const index = this.rows.findIndex((row) => row.id === item);
    const row = this.rows[index];
    if (!row) return;
    const isSame = Object.entries(change).every(([key, value]) => row[key as keyof ItemRow] === value);
    if (!isSame) this.rows = this.rows.with(index, { ...row, ...change });
  }

  #filter(): { status?: ItemStatus; summary?: string } {
    if (this.status === "all") return {};
    return this.status.startsWith(SUMMARY)
      ? { summary: this.status.slice(SUMMARY.length) }
      : { status: this.status as ItemStatus };
  }

  #pageOfItems(after: number) {
    return get("/api/projects/{project}/items", {
      path: { project: this.project },
      query: {
        after,
        limit: PAGE,
        search: this.search || undefined,
        ...this.#filter(),
        mine: this.mine || undefined,
      },
    });
  }

  /** A page of a list of the kind's own, in which the search looks at what is shown. */
  async #pageOf(list: ItemListing, after: number) {
    const { items, next } = await list.load(this.project, after, PAGE);
    const sought = this.search.toLowerCase();
    return { items: items.filter(({ key, text }) => `${key} ${text}`.toLowerCase().includes(sought)), next };
  }

  async #page(after: number, generation: number) {
    this.loading = true;
    this.problem = "";
    try {
      const list = this.lists.find(({ name }) => this.status === LIST + name);
      const page = await (list ? this.#pageOf(list, after) : this.#pageOfItems(after));
      return generation === this.#generation ? page : null;
    } catch (error) {
      if (generation === this.#generation) this.problem = plainMessage(error);
      return null;
    } finally {
      this.loading = false;
    }
  }
}
