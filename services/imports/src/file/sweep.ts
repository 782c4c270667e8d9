import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { countUses, isUsed, markFile, mayDelete, removeFile, unmarkFile } from "./deletion.ts";
import { DELETION_TIMEOUT_S, UPLOAD_TIMEOUT_S } from "./limits.ts";
import { deleteUpload, selectExpiredUploads, selectFile, selectStaleDeletions } from "./queries.ts";

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

type DeletionSweepOptions = Pick<Context, "db" | "fileUsers"> & { afterS?: number };

/** Ends deletions of files whose process was killed, or whose request failed at its end. */
export const deletionSweep = (options: DeletionSweepOptions): Sweep => ({
  name: "unfinished-file-deletions",
  everyMs: EVERY_MS,
  work: (signal) => sweepDeletions(options, signal),
});

/** A failure does not hold up other files. The next run tries again. */
export async function sweepDeletions(options: DeletionSweepOptions, signal: AbortSignal) {
  const { db, afterS = DELETION_TIMEOUT_S } = options;
  const stale = await db.systemWide((tx) => selectStaleDeletions(tx, { afterS, limit: FILES_MAX }));
  const failures: unknown[] = [];
  for (const { organizationId, fileId } of stale) {
    if (signal.aborted) break;
    await endDeletion(options, organizationId, fileId).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

export async function endDeletion(options: DeletionSweepOptions, org: string, id: string): Promise<void> {
  const attempt = await markFile(options, org, id);
  if (attempt === null) return;
  if (isUsed(await countUses(options, attempt))) return unmarkFile(options, attempt);
  await options.db.asService(org, async (write) => {
    const file = await selectFile(write.tx, org, id, "to change");
    if (file !== null && (await mayDelete(write, file, attempt))) await removeFile(write, file);
  });
}
