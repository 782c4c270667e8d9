import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../../context.ts";
import { CONFIRMATION_STALE_S, SWEEP_CONFIRMATIONS_MAX, SWEEP_EVERY_MS } from "../limits.ts";
import { selectReading, selectStaleConfirmations } from "../queries.ts";
import { type Confirmation, createRecords, recordCreated } from "./confirmation.ts";
import { isRefusal } from "./send.ts";

/** Finishes confirmations whose process was killed, or whose caller got no answer. */
export const confirmationSweep = (context: Context): Sweep => ({
  name: "unfinished-reading-confirmations",
  everyMs: SWEEP_EVERY_MS,
  work: (signal) => sweepConfirmations(context, signal),
});

/** A failure does not hold up other confirmations. The next run tries again. */
export async function sweepConfirmations(context: Context, signal: AbortSignal, afterS = CONFIRMATION_STALE_S) {
  const limit = SWEEP_CONFIRMATIONS_MAX;
  const stale = await context.db.systemWide((tx) => selectStaleConfirmations(tx, { afterS, limit }));
  const failures: unknown[] = [];
  for (const { organizationId, readingId } of stale) {
    if (signal.aborted) break;
    await finish(context, organizationId, readingId).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function finish(context: Context, org: string, id: string): Promise<void> {
  const reading = await context.db.asService(org, ({ tx }) => selectReading(tx, org, id));
  const confirmation = reading?.confirmation as Confirmation | null | undefined;
  if (!confirmation) return;
  try {
    const created = await createRecords(context, org, { id, confirmation });
    await context.db.asService(org, (write) => recordCreated(write, id, created));
  } catch (error) {
    // The caller was not told, and can change the reading again.
    if (!isRefusal(error)) throw error;
  }
}
