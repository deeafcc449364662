/** What the tabs of one browser tell each other, and the lock that lets only one of them send. */
import type { QueuedEvent } from "./queue";
import type { StoredEvent } from "./event";

export type TabMessage =
  | { type: "queued"; event: QueuedEvent }
  | { type: "stored"; document: number; events: StoredEvent[] }
  /** The queue of a document was changed: a conflict was decided, or an event refused. */
  | { type: "requeued"; person: number; document: number };

export interface Tabs {
  tell(message: TabMessage): void;
  listen(handler: (message: TabMessage) => void): () => void;
  /** Run a task while no other tab runs one of the same name. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T>;
}

export class BrowserTabs implements Tabs {
  readonly #channel = new BroadcastChannel("karat-annotate");

  tell(message: TabMessage): void {
    this.#channel.postMessage(message);
  }

  listen(handler: (message: TabMessage) => void): () => void {
    const receive = (event: MessageEvent<TabMessage>) => handler(event.data);
    this.#channel.addEventListener("message", receive);
    return () => this.#channel.removeEventListener("message", receive);
  }

  async alone<T>(name: string, task: () => Promise<T>): Promise<T> {
    // Browsers have locks on secure pages only (https or this machine). Without them two tabs may send the
    // same event, which the server stores once, by its client id.
    if (!navigator.locks) return task();
    return navigator.locks.request(`karat-annotate-${name}`, task) as Promise<T>;
  }
}
