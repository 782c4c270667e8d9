import { bytesOf, textOf } from "./answer.ts";
import { RefusedError } from "./errors.ts";
import { parseExact } from "./exact-json.ts";
import { answers } from "./gen/decimals.ts";
import { operations } from "./gen/operations.ts";
import type { Operations } from "./gen/types.ts";
import { cursorIn, itemsOf, pagesOf } from "./paging.ts";
import { addressOf, bodyOf, headersOf, type Input } from "./request.ts";
import { ATTEMPTS_MAX, withRetries } from "./retry.ts";

export { RefusedError, type Violation } from "./errors.ts";
export type { Decimal, ErrorCode, Operations } from "./gen/types.ts";

/** The time for one attempt, with the whole answer. */
const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;
/** Repeats of these have no further effect. A repeated DELETE would be answered with 404. */
const SAFE_VERBS = ["GET", "PUT"];

export interface ClientOptions {
  /** Such as `https://emissions.example`. */
  baseUrl: string;
  /** Absent for operations outside of organizations, such as `login`. */
  organizationId?: string;
  /** A key of the organization, or a bearer token. A function is asked for each attempt. Absent for `login`. */
  credential?: { apiKey: string } | { token: string | (() => string | Promise<string>) };
  /** Requests of one call at most; 5 by default. */
  attempts?: number;
  /** Milliseconds for one attempt; one minute by default. */
  timeoutMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Only for operations that take one. Each call has its own by default, which its repeats share. */
  idempotencyKey?: string;
}

type OperationId = keyof Operations;
type With<Part extends string> = { [O in OperationId]: Part extends keyof Operations[O] ? O : never }[OperationId];
type Part<O extends OperationId, P extends string> = P extends keyof Operations[O] ? Operations[O][P] : never;
export type InputOf<O extends OperationId> = Pick<
  Operations[O],
  Extract<keyof Operations[O], "path" | "query" | "headers" | "body">
> &
  CallOptions;
export type AnswerOf<O extends OperationId> = Part<O, "answer">;
/** Optional where the operation needs no input. */
type Arguments<O extends OperationId> =
  Partial<InputOf<O>> extends InputOf<O> ? [input?: InputOf<O>] : [input: InputOf<O>];

export interface LinkedPage<O extends OperationId> {
  answer: AnswerOf<O>;
  cursor: string | undefined;
}

export interface Client {
  /** Calls an operation. Throws a RefusedError for an answer that is no success. */
  call<O extends OperationId>(operation: O, ...input: Arguments<O>): Promise<AnswerOf<O>>;
  /** Checks a request. Nothing is stored. */
  dryRun<O extends With<"dry">>(operation: O, ...input: Arguments<O>): Promise<Part<O, "dry">>;
  /** One page, and the cursor of the page after it. The cursor is undefined after the last page. */
  page<O extends With<"item">>(operation: O, ...input: Arguments<O>): Promise<LinkedPage<O>>;
  /** The pages of a list, from the one that the query names. After the first one they have no number: `page` is 1. */
  pages<O extends With<"item">>(operation: O, ...input: Arguments<O>): AsyncGenerator<AnswerOf<O>, void>;
  /** The items of all these pages, each once. Only in lists without cursors may changes meanwhile move items to another page. */
  items<O extends With<"item">>(operation: O, ...input: Arguments<O>): AsyncGenerator<Part<O, "item">, void>;
  /** The answer itself, for large files and lists: its body has not been read. */
  response<O extends OperationId>(operation: O, ...input: Arguments<O>): Promise<Response>;
}

type Given = Input & CallOptions;

export function createClient(options: ClientOptions): Client {
  const base = options.baseUrl.replace(/\/+$/, "");

  async function send(id: OperationId, input: Given, signal: AbortSignal): Promise<Response> {
    const operation = operations[id];
    const { body, type } = bodyOf(operation, input.body);
    const headers = {
      ...headersOf(input.headers),
      ...(await credentialOf(options)),
      ...(type && { "content-type": type }),
      ...(input.idempotencyKey !== undefined && { "idempotency-key": input.idempotencyKey }),
    };
    // A redirect would carry the credential to another server.
    const request = { method: operation.verb, headers, signal, redirect: "error" } as const;
    return fetch(base + addressOf(operation, input), { ...request, ...(body !== undefined && { body }) });
  }

  /** Reading is part of an attempt, because a connection may be lost in the middle of an answer. */
  async function respond<T>(id: OperationId, given: Given, read: (response: Response) => Promise<T>): Promise<T> {
    const { verb, takesKey } = operations[id];
    const idempotencyKey = given.idempotencyKey ?? (takesKey ? crypto.randomUUID() : undefined);
    const input = { ...given, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const { signal, timeoutMs = options.timeoutMs ?? TIMEOUT_MS } = given;
    const attempt = async () => {
      const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
      const response = await send(id, input, limit);
      return { response, ...(response.ok && { value: await read(response) }) };
    };
    const { response, ...answer } = await withRetries(attempt, {
      attempts: options.attempts ?? ATTEMPTS_MAX,
      repeatable: takesKey === true || SAFE_VERBS.includes(verb) || given.query?.dry_run === true,
      signal,
    });
    if ("value" in answer) return answer.value as T;
    throw new RefusedError(id, response, await textOf(response, ANSWER_BYTES_MAX));
  }

  const call = (id: OperationId, input: Given = {}) => respond(id, input, (response) => answerOf(id, response));

  const page = (id: OperationId, input: Given = {}) =>
    respond(id, input, async (response) => ({
      answer: await answerOf(id, response),
      cursor: cursorIn(response.headers.get("link")),
    }));

  const pages = (id: OperationId, input: Given = {}) =>
    pagesOf(operations[id].paging!, input.query ?? {}, (query) => page(id, { ...input, query }));

  async function* items(id: OperationId, input: Given = {}): AsyncGenerator<unknown, void> {
    for await (const page of pages(id, input)) yield* itemsOf(operations[id].paging!.style, page);
  }

  const dryRun = (id: OperationId, input: Given = {}) =>
    call(id, { ...input, query: { ...input.query, dry_run: true } });
  const response = (id: OperationId, input: Given = {}) => respond(id, input, async (received) => received);
  // The table of operations holds what the types promise: both are generated from one document.
  return { call, dryRun, page, pages, items, response } as Client;
}

async function answerOf(id: OperationId, response: Response): Promise<unknown> {
  if (operations[id].bytes) return bytesOf(response, ANSWER_BYTES_MAX);
  const text = await textOf(response, ANSWER_BYTES_MAX);
  return text === "" ? undefined : parseExact(text, answers[id]);
}

async function credentialOf({ organizationId, credential }: ClientOptions): Promise<Record<string, string>> {
  const organization: Record<string, string> =
    organizationId === undefined ? {} : { "x-organization-id": organizationId };
  if (credential === undefined) return organization;
  if ("apiKey" in credential) return { ...organization, "x-api-key": credential.apiKey };
  const { token } = credential;
  const text = typeof token === "string" ? token : await token();
  return { ...organization, authorization: `Bearer ${text}` };
}
