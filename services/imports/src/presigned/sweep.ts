import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { deleteUpload } from "../file/queries.ts";
import { EXPIRED_S } from "./limits.ts";
import { selectExpiredPresigned } from "./queries.ts";

const EVERY_MS = 60_000;
/** Files removed in one run, each in its own transaction. */
const FILES_MAX = 500;

type SweepOptions = Pick<Context, "db"> & { afterS?: number };

/** Removes registered files whose content never arrived. */
export const presignedSweep = (options: SweepOptions): Sweep => ({
  name: "expired-presigned-files",
  everyMs: EVERY_MS,
  work: (signal) => sweepPresigned(options, signal),
});

export async function sweepPresigned({ db, afterS = EXPIRED_S }: SweepOptions, signal: AbortSignal): Promise<void> {
  const expired = await db.systemWide((tx) => selectExpiredPresigned(tx, { afterS, limit: FILES_MAX }));
  for (const { organizationId, fileId } of expired) {
    if (signal.aborted) return;
    await db.asService(organizationId, ({ tx, org }) => deleteUpload(tx, org, fileId));
  }
}
