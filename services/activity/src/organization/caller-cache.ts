import type { Call, Db } from "@emissions/kit/db/transactions";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { LRUCache } from "lru-cache";
import { selectRecorder } from "./queries.ts";

type Recorder = NonNullable<Awaited<ReturnType<typeof selectRecorder>>>;

const RECORDERS_MAX = 10_000;
/** How long a record may still show the former name, or be priced for the former country or warming potentials. */
const REMEMBERED_MS = 5_000;

/**
 * The organization and the person behind a call: the same for thousands of records, so not asked for with each. Refuses
 * with ORGANIZATION_NOT_FOUND.
 */
export function callerCache(db: Db): (call: Call) => Promise<Recorder> {
  const recorders = new LRUCache<string, Promise<Recorder>>({ max: RECORDERS_MAX, ttl: REMEMBERED_MS });
  return (call) => {
    const { organizationId, userId } = principalOf(call);
    const key = `${organizationId} ${userId}`;
    const known = recorders.get(key);
    if (known !== undefined) return known;
    const asked = db.read(call, async (tx, org) => {
      const found = await selectRecorder(tx, org, userId);
      if (found === null) throw notFound("organization");
      return found;
    });
    recorders.set(key, asked);
    // Only what was found is remembered.
    asked.catch(() => recorders.peek(key) === asked && recorders.delete(key));
    return asked;
  };
}
