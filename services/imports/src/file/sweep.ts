import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { UPLOAD_SECONDS_MAX } from "./limits.ts";
import { deleteUpload, selectOldUploads } from "./queries.ts";

const EVERY_MS = 60_000;
/** Files removed in one round, each in a transaction of its own. */
const FILES_MAX = 100;

type Sweeping = Pick<Context, "db"> & { afterS?: number };

/** Removes what a client or a gateway began to upload and never finished. */
export const uploadSweep = (sweeping: Sweeping): Sweep => ({
  name: "unfinished-uploads",
  everyMs: EVERY_MS,
  work: (signal) => sweepUploads(sweeping, signal),
});

export async function sweepUploads({ db, afterS = UPLOAD_SECONDS_MAX }: Sweeping, signal: AbortSignal): Promise<void> {
  const old = await db.systemWide((tx) => selectOldUploads(tx, { afterS, limit: FILES_MAX }));
  for (const { organizationId, fileId } of old) {
    if (signal.aborted) return;
    await db.asService(organizationId, ({ tx, org }) => deleteUpload(tx, org, fileId));
  }
}
