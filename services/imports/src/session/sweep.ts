import type { Sweep } from "@emissions/kit/db/sweep";
import { isUnavailable } from "@emissions/kit/wire/errors";
import type { Context } from "../context.ts";
import { endDeletion } from "../file/sweep.ts";
import { deleteCleanup, postponeCleanup, selectDueCleanups } from "./cleanup-queries.ts";
import { selectSession } from "./queries.ts";
import { deleteRows } from "./row-queries.ts";

const CLEANUPS_EVERY_MS = 60_000;
/** Sessions of one round. */
const ROUND_MAX = 100;
/** Before a session that is being submitted, or a file whose users do not answer, is tried again. */
const POSTPONED_MIN = 10;

/** Removes rows of expired sessions, and files that no record names. */
export const cleanupSweep = (context: Context): Sweep => ({
  name: "import-cleanups",
  everyMs: CLEANUPS_EVERY_MS,
  work: (signal) => sweepCleanups(context, signal),
});

export async function sweepCleanups(context: Context, signal: AbortSignal): Promise<void> {
  const due = await context.db.systemWide((tx) => selectDueCleanups(tx, ROUND_MAX));
  const failures: unknown[] = [];
  for (const { organizationId, sessionId, fileId } of due) {
    if (signal.aborted) break;
    await cleanUp(context, organizationId, { sessionId, fileId }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function cleanUp(
  context: Context,
  org: string,
  { sessionId, fileId }: { sessionId: string; fileId: string | null },
): Promise<void> {
  const isEnded = await context.db.asService(org, async ({ tx }) => {
    const session = await selectSession(tx, org, sessionId, "to change");
    if (session?.status === "submitting") return false;
    await deleteRows(tx, org, sessionId);
    return true;
  });
  const later = () => context.db.asService(org, ({ tx }) => postponeCleanup(tx, org, sessionId, POSTPONED_MIN));
  if (!isEnded) return void (await later());
  if (fileId !== null) {
    // A file that a record names stays.
    await endDeletion(context, org, fileId).catch(async (error) => {
      if (isUnavailable(error)) await later();
      throw error;
    });
  }
  await context.db.asService(org, ({ tx }) => deleteCleanup(tx, org, sessionId));
}
