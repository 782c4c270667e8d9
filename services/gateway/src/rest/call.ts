import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { invalid } from "@emissions/kit/wire/errors";
import {
  CLIENT_ADDRESS,
  DRY_RUN,
  EXPECTED_VERSIONS,
  HANDLING,
  IDEMPOTENCY_FINGERPRINT,
  IDEMPOTENCY_KEY,
  IDEMPOTENT_REPLAYED,
  NEXT_CURSOR,
  PAGE_CURSOR,
  RECORD_VERSION,
  REQUEST_ID,
  RESTATEMENT_REASON,
} from "@emissions/kit/wire/headers";
import { STREAM_DEADLINE_MS } from "@emissions/kit/wire/limits";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { STRICT } from "./prefer.ts";

/** The longest wait of a client, however many calls its answer takes. */
export const DEADLINE_MS = 10_000;

/** The transport to a service, by the full name of the gRPC service. */
export type TransportTo = (service: string) => Transport;

/** Makes a call on behalf of the client, within the rest of the deadline. */
export type Caller = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/**
 * Calls a streaming method. The next message is taken from the service when it is asked for. The call ends when the
 * client disconnects, and after `STREAM_DEADLINE_MS`.
 */
export type StreamCaller = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  request: MessageInitShape<I>,
) => AsyncIterable<MessageShape<O>>;

export interface Outgoing {
  transportTo: TransportTo;
}

export interface CallFacts {
  principal: Principal;
  requestId: string;
  /** Of the client, for the audit log. */
  address?: string;
  repeat?: { key: string; fingerprint: string } | undefined;
  /** A dry run: the services do all the work and roll back. */
  dry?: boolean;
  /** Records whose calculation would fail or be marked are refused. */
  strict?: boolean;
  /** The record is changed only if it has one of these versions. */
  versions?: readonly string[] | undefined;
  /** Where the page of a list begins. */
  cursor?: string | undefined;
  /** Why records of locked periods may change. */
  restatement?: string | undefined;
  /** For files: each call has the whole deadline, because the transfer lasts as long as the client sends. */
  deadlinePerCall?: boolean;
  /** Start of the deadline, as a value of `performance.now()`; by default now. */
  since?: number;
  /** Ends the calls when the client has disconnected. */
  signal?: AbortSignal;
}

interface Seen {
  /** The reply was a replay. */
  replayed: boolean;
  version: string | null;
  /** Where the next page of the list begins. */
  nextCursor: string | null;
}

/** Calls on behalf of one request. `seen` has afterwards what the metadata of the replies says. */
export function callerFor({ transportTo }: Outgoing, facts: CallFacts) {
  const { deadlinePerCall, since, signal } = facts;
  const deadline = (since ?? performance.now()) + DEADLINE_MS;
  const seen: Seen = { replayed: false, version: null, nextCursor: null };
  const headers = headersOf(facts);
  const call = async (method: DescMethodUnary, request: never) => {
    const left = deadlinePerCall ? DEADLINE_MS : Math.max(Math.ceil(deadline - performance.now()), 1);
    const { contextValues } = callAs(facts.principal);
    const transport = transportTo(method.parent.typeName);
    const reply = await transport.unary(method, signal, left, headers, request, contextValues);
    seen.replayed ||= reply.header.get(IDEMPOTENT_REPLAYED) === "true";
    seen.nextCursor = reply.header.get(NEXT_CURSOR) ?? seen.nextCursor;
    seen.version = reply.header.get(RECORD_VERSION) ?? seen.version;
    return reply.message;
  };
  const stream = async function* (method: DescMethodServerStreaming, request: never) {
    const requests = (async function* () {
      yield request;
    })();
    const { contextValues } = callAs(facts.principal);
    const transport = transportTo(method.parent.typeName);
    const reply = await transport.stream(method, signal, STREAM_DEADLINE_MS, headers, requests, contextValues);
    yield* reply.message;
  };
  return { call: call as unknown as Caller, stream: stream as unknown as StreamCaller, seen };
}

function headersOf(facts: CallFacts): Record<string, string> {
  const { requestId, address, repeat, dry, strict, versions, cursor, restatement } = facts;
  return {
    [REQUEST_ID]: requestId,
    ...(address !== undefined && isIP(address) !== 0 && { [CLIENT_ADDRESS]: address }),
    ...repeatHeaders(repeat),
    ...(dry && { [DRY_RUN]: "true" }),
    ...(strict && { [HANDLING]: "strict" }),
    ...(versions && { [EXPECTED_VERSIONS]: versions.join(" ") }),
    ...(cursor !== undefined && { [PAGE_CURSOR]: cursor }),
    // Metadata is ASCII.
    ...(restatement !== undefined && { [RESTATEMENT_REASON]: encodeURIComponent(restatement) }),
  };
}

const repeatHeaders = (repeat: CallFacts["repeat"]) =>
  repeat && { [IDEMPOTENCY_KEY]: repeat.key, [IDEMPOTENCY_FINGERPRINT]: repeat.fingerprint };

const KEY = /^[\x21-\x7e]{1,255}$/;
const LOC = ["header", "Idempotency-Key"];

/** The idempotency key of a request without its quotes: the IETF draft writes it as a quoted string. */
export function idempotencyKey({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const header = headers["idempotency-key"];
  if (header === undefined) return undefined;
  const lines = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "idempotency-key").length;
  const text = String(header);
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text;
  if (lines === 1 && KEY.test(key)) return key;
  const msg = "expected one header of 1 to 255 visible ASCII characters";
  throw invalid([{ loc: LOC, msg, type: "value_error.idempotency_key" }]);
}

export const KEY_MISSING = { loc: LOC, msg: "field required", type: "value_error.missing" };

interface Fingerprinted {
  method: string;
  url: string;
  body: Uint8Array;
  strict?: boolean;
  restatement?: string | undefined;
}

/** Identifies a request: the same key with another fingerprint is refused. */
export function fingerprint({ method, url, body, strict, restatement }: Fingerprinted): string {
  const { pathname, searchParams } = new URL(url, "http://gateway");
  // A dry run uses no key, so here it is false, in any spelling.
  for (const name of ["dry_run", "dry_run[]"]) searchParams.delete(name);
  searchParams.sort();
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const parts = [method, pathname, searchParams.toString(), bodyHash, ...(strict ? [STRICT] : [])];
  if (restatement !== undefined) parts.push(`restatement ${restatement}`);
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}
