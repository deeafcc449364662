/** What somebody typed and has not saved, kept for this tab by document: another clique or a reload does not lose it. */

const STORAGE = "karat.cliques";
/** Where the browser cannot store, it lasts until the page is loaded again. */
const memory = new Map<string, string>();

const nameOf = (person: number, document: number): string => `${STORAGE}.${person}.${document}`;

/** Keep a value; null forgets it. */
export function keepWork(person: number, document: number, value: object | null): void {
  const name = nameOf(person, document);
  if (value === null) {
    memory.delete(name);
    tryStorage((storage) => storage.removeItem(name));
    return;
  }
  const written = JSON.stringify(value);
  memory.set(name, written);
  tryStorage((storage) => storage.setItem(name, written));
}

export function keptWork<T extends object>(person: number, document: number): T | null {
  const name = nameOf(person, document);
  const written = memory.get(name) ?? tryStorage((storage) => storage.getItem(name));
  try {
    return written ? (JSON.parse(written) as T) : null;
  } catch {
    return null;
  }
}

function tryStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
