import { createHash } from "node:crypto";
import { type Message, toBinary } from "@bufbuild/protobuf";
import type { Call } from "./db.ts";
import { unprocessable } from "./errors.ts";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY } from "./headers.ts";
import type { Tx } from "./pool.ts";

/** How long an answer is kept for a repeat of its request. */
export const KEPT_DAYS = 30;

export interface Claim {
  route: string;
  key: string;
  fingerprint: string;
}

/** Null when the caller did not ask for protection against repeats. */
export function claimOf(call: Call, request: Message): Claim | null {
  const key = call.requestHeader.get(IDEMPOTENCY_KEY);
  if (key === null) return null;
  // The gateway knows the exact bytes of its client; for others the message is what was asked.
  const fingerprint = call.requestHeader.get(IDEMPOTENCY_FINGERPRINT) ?? digestOf(call, request);
  return { route: call.method.name, key, fingerprint };
}

const digestOf = (call: Call, request: Message) =>
  createHash("sha256").update(toBinary(call.method.input, request)).digest("hex");

/**
 * Answers with the earlier reply, or null for a new key. The insert waits for a
 * request in flight with the same key: its row is there, but not yet committed.
 */
export async function claim(tx: Tx, org: string, { route, key, fingerprint }: Claim): Promise<Uint8Array | null> {
  const claimed = await tx`
    insert into idempotency_keys (organization_id, route, key, fingerprint)
    values (${org}, ${route}, ${key}, ${fingerprint})
    on conflict do nothing
    returning key`;
  if (claimed.length === 1) return null;

  const [row] = await tx<{ fingerprint: string; reply: Uint8Array }[]>`
    select fingerprint, reply from idempotency_keys
    where organization_id = ${org} and route = ${route} and key = ${key}`;
  if (row?.fingerprint !== fingerprint) {
    throw unprocessable("IDEMPOTENCY_KEY_REUSED", "The idempotency key was used for another request.");
  }
  return row.reply;
}

export const keepReply = (tx: Tx, org: string, { route, key }: Claim, reply: Uint8Array) => tx`
  update idempotency_keys set reply = ${reply as Buffer}
  where organization_id = ${org} and route = ${route} and key = ${key}`;
