import type { Sealer } from "../process/sealing.ts";
import { replyContext } from "./idempotency.ts";
import type { Tx } from "./pool.ts";
import type { Db } from "./transactions.ts";

/** Rows of one transaction. */
const STEP_ROWS_MAX = 500;

interface StoredReply {
  organizationId: string;
  route: string;
  key: string;
  reply: Uint8Array;
}

/** Seals stored replies again with the first key if they are sealed with another one. Answers their number. */
export async function resealReplies(db: Db, sealer: Sealer): Promise<number> {
  let count = 0;
  let last: StoredReply | undefined;
  do {
    const step = await db.systemWide((tx) => resealStep(tx, sealer, last));
    count += step.count;
    last = step.last;
  } while (last !== undefined);
  return count;
}

/** A stored reply never changes, so the read takes no lock. */
async function resealStep(tx: Tx, sealer: Sealer, after: StoredReply | undefined) {
  const rows = await tx<StoredReply[]>`
    select organization_id, route, key, reply from idempotency_keys
    where reply is not null
      ${after ? tx`and (organization_id, route, key) > (${after.organizationId}, ${after.route}, ${after.key})` : tx``}
    order by organization_id, route, key limit ${STEP_ROWS_MAX}`;
  const old = rows.filter(({ reply }) => sealer.isOld(reply));
  for (const { organizationId: org, route, key, reply } of old) {
    const about = replyContext({ org, route, key });
    await tx`
      update idempotency_keys set reply = ${sealer.renew(reply, about)}
      where organization_id = ${org} and route = ${route} and key = ${key}`;
  }
  return { count: old.length, last: rows.length === STEP_ROWS_MAX ? rows.at(-1) : undefined };
}

/** Why stored replies do not open: one reply for each key that sealed some. */
export async function faultsOfReplies(db: Db, sealer: Sealer): Promise<string[]> {
  const rows = await db.systemWide(
    (tx) => tx<StoredReply[]>`
      select distinct on (substring(reply from 1 for 1 + get_byte(reply, 0))) organization_id, route, key, reply
      from idempotency_keys where reply is not null`,
  );
  return rows.flatMap(
    ({ organizationId: org, route, key, reply }) => sealer.faultOf(reply, replyContext({ org, route, key })) ?? [],
  );
}
