/** The kind of the project that is open, for the parts of the frame. */
import { getContext, setContext } from "svelte";
import type { KindOfPage } from "../kinds/kind";

const KEY = Symbol("kind");

export function provideKind(kind: () => KindOfPage | null): void {
  setContext(KEY, kind);
}

/** A function that gives the kind; null outside of a project. Call it while a component is made. */
export function useKind(): () => KindOfPage | null {
  return getContext<(() => KindOfPage | null) | undefined>(KEY) ?? (() => null);
}
