/** Events of a document, whatever its kind: as they are made here, and as the server has them. */

/** An event that was made here; `on` is the version of the document that it was made on. */
export interface NewEvent {
  client_id: string;
  kind: string;
  payload: object;
  on: number;
  active_ms: number;
}

/** An event that the server has stored; `number` is the document's version after it. */
export interface StoredEvent extends NewEvent {
  document: number;
  number: number;
  author: number | null;
  time: string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Make an id for an event or a part of a document: 20 random letters and digits. */
export function newId(): string {
  // 252 is the largest multiple of 36 in a byte: larger bytes would make some letters likelier.
  let id = "";
  while (id.length < 20) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < 252 && id.length < 20) id += LETTERS[byte % 36];
    }
  }
  return id;
}
