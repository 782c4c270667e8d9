import { randomUUID } from "node:crypto";
import type { Db } from "./transactions.ts";

/** A lease that is not renewed for this long expires. */
const LEASE_SECONDS = 15;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;

/** A restarted process is a new holder. */
const holder = randomUUID();

/**
 * Runs `work` if no other process holds the lease, and answers whether it ran. The signal aborts when the lease is
 * lost. The fence grows with every new holder, so that late writes of an old holder can be refused.
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

/** Expiry is compared by the clock of the database, so the clocks of processes need not agree. */
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
