import type { Call, Db } from "@emissions/kit/db/transactions";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { LRUCache } from "lru-cache";
import { selectCaller } from "./queries.ts";

type Caller = NonNullable<Awaited<ReturnType<typeof selectCaller>>>;

const CALLERS_MAX = 10_000;
/** For this time, answers can have the former name of the user. Settings that price records are read by each write. */
const TTL_MS = 5_000;

/** Caches the organization and the user of calls for `TTL_MS`. Refuses with ORGANIZATION_NOT_FOUND. */
export function callerCache(db: Db): (call: Call) => Promise<Caller> {
  const callers = new LRUCache<string, Promise<Caller>>({ max: CALLERS_MAX, ttl: TTL_MS });
  return (call) => {
    const { organizationId, userId } = principalOf(call);
    const key = `${organizationId} ${userId}`;
    const cached = callers.get(key);
    if (cached !== undefined) return cached;
    const loading = db.read(call, async (tx, org) => {
      const caller = await selectCaller(tx, org, userId);
      if (caller === null) throw notFound("organization");
      return caller;
    });
    callers.set(key, loading);
    // Failures are not cached.
    loading.catch(() => callers.peek(key) === loading && callers.delete(key));
    return loading;
  };
}
