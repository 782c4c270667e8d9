import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { UPLOAD_TIMEOUT_S } from "./limits.ts";
import { deleteUpload, selectExpiredUploads } from "./queries.ts";

const EVERY_MS = 60_000;
/** Files removed in one run, each in its own transaction. */
const FILES_MAX = 100;

type SweepOptions = Pick<Context, "db"> & { afterS?: number };

/** Removes uploads that a client or the gateway began and never finished. */
export const uploadSweep = (options: SweepOptions): Sweep => ({
  name: "unfinished-uploads",
  everyMs: EVERY_MS,
  work: (signal) => sweepUploads(options, signal),
});

export async function sweepUploads({ db, afterS = UPLOAD_TIMEOUT_S }: SweepOptions, signal: AbortSignal) {
  const expired = await db.systemWide((tx) => selectExpiredUploads(tx, { afterS, limit: FILES_MAX }));
  for (const { organizationId, fileId } of expired) {
    if (signal.aborted) return;
    await db.asService(organizationId, ({ tx, org }) => deleteUpload(tx, org, fileId));
  }
}
