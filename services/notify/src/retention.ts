import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Fragment, Tx } from "@emissions/kit/db/transactions";

const EVERY_MS = 10 * 60 * 1000;
/** Removed at once. */
export const STEP_ROWS_MAX = 1_000;
/** Of one kind in one round; what is left waits for the next. */
const STEPS_MAX = 100;

export interface Age {
  days: number;
  limit: number;
}

export interface Old {
  organizationId: string;
  id: string;
}

/** Rows of one table that are kept for some time. */
export interface Kind {
  /** Of all organizations, the oldest first. */
  select(tx: Tx, age: Age): Promise<Old[]>;
  /** May leave out what is no longer old, or what somebody else is changing. */
  remove(tx: Tx, org: string, ids: readonly string[]): Fragment;
}

interface Retention {
  name: string;
  db: Db;
  days: number;
  /** In the order in which they are removed. */
  kinds: readonly Kind[];
}

/** Removes what is older than so many days, in steps that are a transaction for each organization. */
export const retention = ({ name, kinds, ...kept }: Retention): Sweep => ({
  name,
  everyMs: EVERY_MS,
  work: async (signal) => {
    for (const kind of kinds) await removeOld(kept, kind, signal);
  },
});

async function removeOld({ db, days }: Pick<Retention, "db" | "days">, kind: Kind, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step++) {
    const old = await db.systemWide((tx) => kind.select(tx, { days, limit: STEP_ROWS_MAX }));
    for (const [org, rows] of Map.groupBy(old, ({ organizationId }) => organizationId)) {
      const ids = rows.map(({ id }) => id);
      await db.asService(org, ({ tx }) => kind.remove(tx, org, ids));
    }
    if (old.length < STEP_ROWS_MAX) return;
  }
}
