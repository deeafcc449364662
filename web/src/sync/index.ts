/** Documents that are changed by events: what the screens use. */
export { openDocument, type OpenDocument, type SaveStatus } from "./document.svelte";
export * from "./state";
