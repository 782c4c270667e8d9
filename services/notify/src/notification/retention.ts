import type { Sweep } from "@emissions/kit/sweep";
import type { Context } from "../context.ts";
import { deleteNotificationsById, selectOld } from "./queries.ts";

const EVERY_MS = 10 * 60 * 1000;
/** Removed at once. */
export const STEP_ROWS_MAX = 1_000;
/** Of one round; what is left waits for the next. */
const STEPS_MAX = 100;

type Needs = Pick<Context, "db" | "notificationRetentionDays">;

/** Removes what nobody will look at any more. */
export const notificationRetention = (context: Needs): Sweep => ({
  name: "notification-retention",
  everyMs: EVERY_MS,
  work: (signal) => removeOld(context, signal),
});

async function removeOld({ db, notificationRetentionDays: days }: Needs, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step++) {
    const old = await db.machinery((tx) => selectOld(tx, { days, limit: STEP_ROWS_MAX }));
    for (const [org, rows] of Map.groupBy(old, ({ organizationId }) => organizationId)) {
      const ids = rows.map(({ id }) => id);
      await db.enter(org, ({ tx }) => deleteNotificationsById(tx, org, ids));
    }
    if (old.length < STEP_ROWS_MAX) return;
  }
}
