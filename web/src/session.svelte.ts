/** Who is signed in. */
import { ApiError, get, onSignedOut, post, remove, setCsrf } from "./api/client";
import type { Person, Role, Session } from "./api/types";

const RANKS: Record<Role, number> = { annotator: 0, curator: 1, admin: 2 };

class CurrentSession {
  person = $state.raw<Person | null>(null);
  /** Signed in by the link that `karat annotate` printed. */
  launched = $state(false);
  /** False until the server has said whether somebody is signed in. */
  known = $state(false);
  /** Names the server's database, once somebody is signed in. */
  readonly store: Promise<string>;
  #resolveStore: (store: string) => void = () => {};
  #store: string | null = null;

  constructor() {
    this.store = new Promise((resolve) => (this.#resolveStore = resolve));
    onSignedOut(() => (this.person = null));
  }

  #take(session: Session | null): void {
    if (session !== null) {
      if (this.#store !== null && session.store !== this.#store) {
        // Another project's folder is served at this address now. What this page shows, and what it has not
        // sent yet, belongs to the one before; documents of both may have the same numbers.
        location.reload();
        return;
      }
      this.#store = session.store;
      this.#resolveStore(session.store);
    }
    this.person = session?.person ?? null;
    this.launched = session?.launch ?? false;
    setCsrf(session?.csrf ?? "");
    this.known = true;
  }

  /** Ask the server who is signed in. */
  async load(): Promise<void> {
    try {
      this.#take(await get("/api/session"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#take(null);
    }
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#take(await post("/api/session", { body: { name, password } }));
  }

  async launch(token: string): Promise<void> {
    this.#take(await post("/api/session/launch", { body: { token } }));
  }

  async accept(token: string, name: string, password: string): Promise<void> {
    this.#take(await post("/api/invitations/{token}", { path: { token }, body: { name, password } }));
  }

  async signOut(): Promise<void> {
    await remove("/api/session");
    this.#take(null);
  }

  /** Whether the person has a role or one above it. */
  is(role: Role): boolean {
    return this.person !== null && RANKS[this.person.role] >= RANKS[role];
  }
}

export const session = new CurrentSession();
