/** Documents that are changed by events: what the screens use. */
import { session } from "../session.svelte";
import { notify } from "../components/toasts.svelte";
import { Activity } from "./activity";
import { SyncedDocument, type OpenDocument } from "./document.svelte";
import { Outbox } from "./outbox.svelte";
import { BrowserQueue, SafeQueue } from "./queue";
import type { DocumentRules, PayloadsOf } from "./rules";
import { BrowserTabs } from "./tabs";
import { ServerTransport } from "./transport";

export type { AnyDocument, OpenDocument } from "./document.svelte";
export { newId, type NewEvent, type StoredEvent } from "./event";
export type { SaveStatus } from "./outbox.svelte";
export type { AnyRules, Change, DocumentRules } from "./rules";

export const activity = new Activity();

const queue = new SafeQueue(new BrowserQueue(session.store), () =>
  notify(
    "This browser cannot store changes: they are lost if the tab is closed before they are saved",
    "danger",
  ),
);

export const outbox = new Outbox(queue, new ServerTransport(() => session.load()), new BrowserTabs());
const tellRefused = (message: string) => notify(`Not saved: ${message}`, "danger");
outbox.onrefused = tellRefused;

/** Open a document: its state with all unsent changes, which are kept and sent in the background. */
export function openDocument<S, P extends PayloadsOf<P>>(
  rules: DocumentRules<S, P>,
  id: number,
  state: S,
  version: number,
): OpenDocument<S, P> {
  const document = new SyncedDocument(outbox, activity, rules, id, state, version);
  document.onrefused = tellRefused;
  return document;
}

/** Send while the page is open; call once, with the person who is signed in or null. */
export function watchWindow(): () => void {
  const stopActivity = activity.watch(window);
  const retry = () => outbox.retry();
  const ask = (event: BeforeUnloadEvent) => {
    if (outbox.status.kind !== "saved") event.preventDefault();
  };
  window.addEventListener("online", retry);
  window.addEventListener("focus", retry);
  window.addEventListener("beforeunload", ask);
  return () => {
    stopActivity();
    window.removeEventListener("online", retry);
    window.removeEventListener("focus", retry);
    window.removeEventListener("beforeunload", ask);
  };
}
