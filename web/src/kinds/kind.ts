/** What the page knows of a kind of project. A kind is one folder beside this file and a line in `index.ts`. */
import type { Component } from "svelte";
import type { ItemRow, Project, Role, WorkPage } from "../api/types";
import type { IconName } from "../components/Icon.svelte";
import type { Step } from "../guide/steps";
import type { AnyDocument, AnyRules } from "../sync";

export type { Change, DocumentRules } from "../sync";

/** What every work screen is given; kinds name the types of their own states. */
export interface WorkProps<S = any, D = AnyDocument> {
  project: Project;
  page: WorkPage<S>;
  doc: D;
  /** Load the item again, for example after a document was started. */
  onstart: () => void;
  /** Go to the next or the previous item of the list; false at its ends. */
  onstep: (direction: 1 | -1) => Promise<boolean>;
  /** Show a number beside the screen's name, for example of what is left to do. */
  oncount: (count: number) => void;
}

/** A screen on which people work on one item; the first one of a kind is where the list leads. */
export interface WorkScreen {
  id: string;
  label: string;
  /** What follows the item in the address: empty for the first screen, else a slash and a word. */
  path: string;
  component: Component<any>;
  /**
   * The document that the screen is given. "mine": my own, or the merged one if I have none; without both the
   * page says that the item is not assigned. "merged": the merged one, or null. "none": always null, since the
   * screen finds its documents by itself.
   */
  document?: "mine" | "merged" | "none";
  /** The least role that sees it. */
  role?: Role;
  /** The number beside its name when an item is opened, and what it counts. */
  count?: (page: WorkPage) => number;
  counted?: string;
}

/** A page of the project beside the dashboard, files, people and settings, at /projects/:p/<id>. */
export interface ProjectPage {
  id: string;
  label: string;
  icon: IconName;
  component: Component<{ project: Project }>;
  role: Role;
}

/** What the items and those who work on them are called. */
export interface Words {
  /** For example "sentence" and "sentences". */
  item: string;
  items: string;
  /** For example "annotators". */
  workers: string;
  /** What curators do with items that all are done with: "merge", and then "merged". */
  merge: string;
  merged: string;
}

/** A kind of file that can be imported, and what is asked for beside the file. */
export interface ImportChoice {
  label: string;
  hint: string;
  /** Whether the format and the name of where it comes from can be given; `name` is the field's hint. */
  name?: string;
  /** Whether it can be imported for somebody else. */
  person?: boolean;
}

/** Props of the part of the settings that is the kind's own: `settings.options`, checked by the server. */
export interface OptionsProps {
  options: Record<string, unknown>;
  isNew: boolean;
}

export type SharedSetting = "sentences" | "explicit_only" | "per_item" | "examination" | "review";

/** Some of the items, which the kind finds by itself. */
export interface ItemListing {
  name: string;
  label: string;
  /** The least role that sees it. */
  role: Role;
  /** The items after a position, in order; `next` is the position to ask for more after. */
  load: (project: number, after: number, limit: number) => Promise<{ items: ItemRow[]; next: number | null }>;
}

export interface KindOfPage {
  name: string;
  title: string;
  /** One plain sentence: what a project of this kind is for. */
  intro: string;
  words: Words;
  rules: AnyRules;
  screens: [WorkScreen, ...WorkScreen[]];
  pages?: ProjectPage[];
  dashboard: Component<{ project: Project }>;
  /** The kind's own settings; `options` is bindable. */
  settings?: Component<OptionsProps, object, "options">;
  /** Which of the shared settings apply beside name and language. */
  sharedSettings?: SharedSetting[];
  /** Fills a new project, at /projects/:p/create; without it, files are imported. */
  create?: Component<{ project: Project }>;
  /** Where the kind gives out its items by itself: what is said instead of a form, and the id of the page that does it. */
  assigning?: { text: string; page: string };
  imports: Record<string, ImportChoice>;
  /** What each export holds, by its name. */
  exportHints?: Record<string, string>;
  /** What is exported where one can choose between people's work and the whole, for example "Merged gold". */
  exportsOf?: string;
  /** The groups of its commands; see `keys.ts` of the kind. */
  keyGroups: readonly string[];
  /** The guided first run on its first screen. */
  guide?: Step[];
  /** Whether there is a tutorial with an examination. */
  hasTutorial?: boolean;
  /** Summaries by which the list can be filtered, beside the status of the work. */
  summaries?: { summary: string; label: string }[];
  /** Lists of the kind's own among the filters of the list, such as what is to be merged. */
  lists?: ItemListing[];
  /** The short note at the right of a row in the list; without it, the summary that the server keeps. */
  rowNote?: (row: ItemRow) => { text: string; title: string };
}
