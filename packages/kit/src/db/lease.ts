import { randomUUID } from "node:crypto";
import type { Db } from "./transactions.ts";

/** A holder that says nothing for this long has lost the lease. */
const LEASE_SECONDS = 15;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;

/** Tells holders apart; a restarted process is another one. */
const holder = randomUUID();

/**
 * Does the work if nobody else is at it, and answers whether it did. The signal
 * is aborted when the lease is lost; the fence grows with every new holder, so
 * that what a late one writes can be told and refused.
 */
export async function withLease(
  db: Db,
  name: string,
  work: (signal: AbortSignal, fence: bigint) => Promise<void>,
): Promise<boolean> {
  const fence = await take(db, name);
  if (fence === null) return false;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    take(db, name).then(
      (renewed) => renewed === fence || lost.abort(new Error(`the lease ${name} is lost`)),
      (error) => lost.abort(error),
    );
  }, RENEW_MS);
  try {
    await work(lost.signal, fence);
    return true;
  } finally {
    clearInterval(renewal);
    await give(db, name, fence);
  }
}

/** The database's clock decides, so that processes need not agree about the time. */
export async function take(db: Db, name: string, by: string = holder): Promise<bigint | null> {
  const rows = await db.systemWide(
    (tx) => tx<{ fence: string }[]>`
      insert into leases as held (name, holder, fence, expires_at)
      values (${name}, ${by}, 1, now() + make_interval(secs => ${LEASE_SECONDS}))
      on conflict (name) do update set
        holder     = excluded.holder,
        fence      = held.fence + (held.holder <> excluded.holder or held.expires_at <= now())::int,
        expires_at = excluded.expires_at
      where held.holder = excluded.holder or held.expires_at <= now()
      returning fence`,
  );
  return rows[0] === undefined ? null : BigInt(rows[0].fence);
}

const give = (db: Db, name: string, fence: bigint) =>
  db.systemWide((tx) => tx`update leases set expires_at = now() where name = ${name} and fence = ${fence.toString()}`);
