/** Paths of the page and which screen each one opens. */

export type Screen =
  | "projects"
  | "sign-in"
  | "invitation"
  | "new-project"
  | "dashboard"
  | "sentences"
  | "work"
  | "create"
  | "people"
  | "files"
  | "settings"
  | "tutorial"
  /** A page of the project's kind. */
  | "page"
  | "not-found";

export interface Route {
  screen: Screen;
  parameters: Record<string, string>;
}

const ROUTES: [pattern: string, screen: Screen][] = [
  ["/", "projects"],
  ["/sign-in", "sign-in"],
  ["/invitation/:token", "invitation"],
  ["/projects/new", "new-project"],
  ["/projects/:p", "dashboard"],
  ["/projects/:p/items", "sentences"],
  ["/projects/:p/items/:i", "work"],
  ["/projects/:p/items/:i/:screen", "work"],
  ["/projects/:p/create", "create"],
  ["/projects/:p/people", "people"],
  ["/projects/:p/files", "files"],
  ["/projects/:p/settings", "settings"],
  ["/projects/:p/tutorial", "tutorial"],
  ["/projects/:p/:page", "page"],
];

export function matchRoute(path: string): Route {
  const parts = split(path);
  for (const [pattern, screen] of ROUTES) {
    const parameters = matchParts(split(pattern), parts);
    if (parameters) return { screen, parameters };
  }
  return { screen: "not-found", parameters: {} };
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    const part = parts[index]!;
    if (name.startsWith(":")) parameters[name.slice(1)] = decode(part);
    else if (name !== part) return null;
  }
  return parameters;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  readonly route: Route = $derived(matchRoute(this.path));

  constructor() {
    window.addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  /** Open a path of the page; `replace` leaves no entry in the browser's history. */
  open(path: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#read();
  }

  /** Follow ordinary clicks on links of the page without loading it anew. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.hash) return;
    event.preventDefault();
    this.open(link.pathname + link.search);
  }
}

export const router = new Router();
