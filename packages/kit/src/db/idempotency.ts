import { createHash } from "node:crypto";
import { type Message, toBinary } from "@bufbuild/protobuf";
import type { Call } from "../wire/call.ts";
import { busy, conflict, unprocessable } from "../wire/errors.ts";
import { DRY_RUN, IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY, RESTATEMENT_REASON } from "../wire/headers.ts";
import { CALL_LOCK_TIMEOUT_MS, isLockTimeout } from "./locks.ts";
import type { Tx } from "./pool.ts";
import { STATEMENT_TIMEOUT_MS } from "./settings.ts";

/** Stored replies are deleted after this time. */
export const REPLY_DAYS = 30;

/** How long a repeat waits for the first request with its key. */
export const WAIT_MS = 8_000;
/** The statement timeout is longer than the lock timeout, so that the lock timeout is the one that ends the wait. */
const SLACK_MS = 1_000;

export interface Claim {
  org: string;
  route: string;
  key: string;
  fingerprint: string;
}

/** A dry run rolls back. It claims no key, so a repeated dry run executes again. */
export const isDryRun = (call: Call): boolean => call.requestHeader.get(DRY_RUN) === "true";

/** Null if the caller sent no key. */
export function claimOf(call: Call, request: Message, org: string): Claim | null {
  const key = call.requestHeader.get(IDEMPOTENCY_KEY);
  if (key === null || isDryRun(call)) return null;
  // The gateway has the exact bytes of its client. Other callers are compared by the message.
  const fingerprint = call.requestHeader.get(IDEMPOTENCY_FINGERPRINT) ?? digestOf(call, request);
  return { org, route: call.method.name, key, fingerprint };
}

const digestOf = (call: Call, request: Message) =>
  createHash("sha256")
    .update(toBinary(call.method.input, request))
    .update(call.requestHeader.get(RESTATEMENT_REASON) ?? "")
    .digest("hex");

const inProgress = () => busy("IDEMPOTENCY_KEY_IN_PROGRESS", "The first request with this key is still at work.");

/**
 * First requests in progress in this process. A repeat waits here for its first request and holds no connection
 * meanwhile. A client that sends one request fifty times must not take fifty connections.
 */
export class InFlightRequests {
  readonly #first = new Map<string, Promise<unknown>>();
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** `work` gets the rest of the wait limit, for a first request in another process. */
  async run<R>({ org, route, key }: Claim, work: (waitMs: number) => Promise<R>): Promise<R> {
    const name = `${org} ${route} ${key}`;
    const first = this.#first.get(name);
    if (first !== undefined) {
      const begun = performance.now();
      if (!(await endsWithin(first, this.#waitMs))) throw inProgress();
      return work(Math.max(this.#waitMs - (performance.now() - begun), 1));
    }
    const own = work(this.#waitMs);
    this.#first.set(name, own);
    return own.finally(() => this.#first.delete(name));
  }
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

/** Timeouts while a claim waits, and the reset to those of a call. */
export const waitLimits = (ms: number) =>
  `set local lock_timeout = ${Math.ceil(ms)}; set local statement_timeout = ${Math.ceil(ms) + SLACK_MS}`;
export const USUAL_LIMITS = `set local lock_timeout = ${CALL_LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`;

/**
 * Answers the stored reply, or null for a new key. The insert waits for a request in flight with the same key, whose
 * row is not committed yet.
 */
export async function claim(tx: Tx, { org, route, key, fingerprint }: Claim): Promise<Uint8Array | null> {
  const claimed = await tx`
    insert into idempotency_keys (organization_id, route, key, fingerprint)
    values (${org}, ${route}, ${key}, ${fingerprint})
    on conflict do nothing
    returning key`.catch((error) => {
    throw isLockTimeout(error) ? inProgress() : error;
  });
  return claimed.length === 1 ? null : storedReply(tx, { org, route, key, fingerprint });
}

/** The stored reply to the first request with the key. Null if no request with it succeeded. */
export async function storedReply(tx: Tx, { org, route, key, fingerprint }: Claim): Promise<Uint8Array | null> {
  const [row] = await tx<{ fingerprint: string; reply: Uint8Array | null }[]>`
    select fingerprint, reply from idempotency_keys
    where organization_id = ${org} and route = ${route} and key = ${key}`;
  if (row === undefined) return null;
  if (row.reply === null)
    throw conflict("IDEMPOTENT_REPLY_ERASED", "The first answer was about a person who is erased.");
  if (row.fingerprint !== fingerprint) {
    throw unprocessable("IDEMPOTENCY_KEY_REUSED", "The idempotency key was used for another request.");
  }
  return row.reply;
}

/** The sealer binds a stored reply to its row (`sealing.ts`). */
export const replyContext = ({ org, route, key }: Omit<Claim, "fingerprint">) => `reply/${org}/${route}/${key}`;

export const storeReply = (tx: Tx, { org, route, key }: Claim, reply: Uint8Array) => tx`
  update idempotency_keys set reply = ${reply as Buffer}
  where organization_id = ${org} and route = ${route} and key = ${key}`;

/**
 * Erases stored replies that contain one of the texts, and the digests of their requests. The keys stay: a repeat is
 * refused, because it would create again what was erased. Reads all replies of these routes.
 */
export const eraseReplies = (tx: Tx, org: string, { routes, texts }: { routes: string[]; texts: string[] }) => tx`
  update idempotency_keys set reply = null, fingerprint = ''
  where organization_id = ${org} and route = any(${routes}::text[]) and reply is not null and exists (
    select from unnest(${texts}::text[]) as text where position(convert_to(text, 'UTF8') in reply) > 0)`;
