/** Requests to the server, typed by its OpenAPI schema. */
import type { paths } from "./schema";

type Method = "get" | "post" | "patch" | "delete" | "put";
type Path = keyof paths;
type PathOf<M extends Method> = {
  [P in Path]: paths[P] extends { [K in M]: object } ? P : never;
}[Path];
type Operation<P extends Path, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never;

type JsonOf<R> = R extends { content: { "application/json": infer T } } ? T : undefined;
type Responses<O> = O extends { responses: infer R } ? R : never;
/** The JSON of a successful answer. */
export type Answer<P extends Path, M extends Method> =
  Responses<Operation<P, M>> extends infer R
    ? R extends { 200: infer T }
      ? JsonOf<T>
      : R extends { 201: infer T }
        ? JsonOf<T>
        : undefined
    : never;
type Body<O> = O extends { requestBody?: { content: { "application/json": infer T } } } ? T : undefined;
type Parameters<O> = O extends { parameters: { path: infer T } } ? T : undefined;
type Query<O> = O extends { parameters: { query?: infer T } } ? T : undefined;

export interface Options<O> {
  path?: Parameters<O>;
  query?: Query<O>;
  body?: Body<O> | FormData;
  signal?: AbortSignal;
}

/** The server refused a request; the message is one plain line that can be shown. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: unknown = null,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** The server could not be reached. */
export class OfflineError extends Error {
  constructor() {
    super("The server cannot be reached");
    this.name = "OfflineError";
  }
}

let csrf = "";
let whenSignedOut: () => void = () => {};

/** The token that every change must carry; the session's answer has it. */
export function setCsrf(token: string): void {
  csrf = token;
}

/** Call a function whenever the server says that nobody is signed in. */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: Options<Operation<P, M>> = {},
): Promise<Answer<P, M>> {
  const response = await send(method, fill(path, options), options);
  const answer = await readAnswer(response);
  if (response.ok) return answer as Answer<P, M>;
  if (response.status === 401 && !String(path).startsWith("/api/session")) whenSignedOut();
  throw new ApiError(response.status, messageOf(response, answer), answer);
}

export const get = <P extends PathOf<"get">>(path: P, options: Options<Operation<P, "get">> = {}) =>
  request("get", path, options);
export const post = <P extends PathOf<"post">>(path: P, options: Options<Operation<P, "post">> = {}) =>
  request("post", path, options);
export const patch = <P extends PathOf<"patch">>(path: P, options: Options<Operation<P, "patch">> = {}) =>
  request("patch", path, options);
export const remove = <P extends PathOf<"delete">>(path: P, options: Options<Operation<P, "delete">> = {}) =>
  request("delete", path, options);

/** The address of a path, with its parameters filled in. */
export function fill(path: string, options: { path?: unknown; query?: unknown }): string {
  const values = (options.path ?? {}) as Record<string, unknown>;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((options.query ?? {}) as object)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

async function send(
  method: Method,
  address: string,
  options: { body?: unknown; signal?: AbortSignal },
): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "get") headers["X-CSRF-Token"] = csrf;
  let body: BodyInit | undefined;
  if (options.body instanceof FormData) body = options.body;
  else if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(options.body);
  }
  try {
    return await fetch(address, {
      method: method.toUpperCase(),
      headers,
      body,
      signal: options.signal,
      credentials: "same-origin",
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new OfflineError();
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function messageOf(response: Response, answer: unknown): string {
  const error = (answer as { error?: unknown } | null)?.error;
  if (typeof error === "string" && error !== "") return error;
  if (response.status >= 500) return `The server failed (status ${response.status})`;
  return `The server refused the request (status ${response.status})`;
}

/** What to show of any error. */
export function plainMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
