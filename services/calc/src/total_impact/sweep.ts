import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { totalsVerified } from "../metrics.ts";
import { organizations, verifyTotals } from "./verify.ts";

const EVERY_MS = 10 * 60 * 1000;
/** UTC. */
const NIGHT = { fromHour: 1, toHour: 5 };
/** Less than a day, so that each organization is verified every night. */
const CHECKED_HOURS = 20;
/** Differences in one log line. */
const LOGGED_MAX = 10;

/** Compares the totals of all organizations with their impacts every night. Corrects and reports differences. */
export const totalsSweep = (context: Pick<Context, "db" | "log">): Sweep => ({
  name: "verify-totals",
  everyMs: EVERY_MS,
  work: async (signal) => {
    const hour = new Date().getUTCHours();
    if (hour >= NIGHT.fromHour && hour < NIGHT.toHour) await sweepTotals(context, signal);
  },
});

export async function sweepTotals({ db, log }: Pick<Context, "db" | "log">, signal: AbortSignal): Promise<void> {
  for await (const org of organizations(db)) {
    if (signal.aborted) return;
    if (await wasChecked(db, org)) continue;
    try {
      const found = await verifyTotals(db, org, { repair: true, signal });
      totalsVerified.add(1, { result: found.length === 0 ? "equal" : "mended" });
      if (found.length > 0) {
        const differences = found.slice(0, LOGGED_MAX);
        log.error({ organization: org, rows: found.length, differences }, "totals differed from impacts; corrected");
      }
    } catch (error) {
      // The next round tries again.
      totalsVerified.add(1, { result: "failed" });
      log.warn({ err: error, organization: org }, "totals could not be verified");
    }
  }
}

async function wasChecked(db: Db, org: string): Promise<boolean> {
  const rows = await db.asService(
    org,
    ({ tx }) => tx`
      select from total_checks
      where organization_id = ${org} and checked_at > now() - make_interval(hours => ${CHECKED_HOURS})`,
  );
  return rows.length > 0;
}
