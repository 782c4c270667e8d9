import type { CallOptions, ServiceImpl } from "@connectrpc/connect";
import { isDryRun } from "@emissions/kit/db/idempotency";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { busy, conflict } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { callAs, principalOf, servicePrincipal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema, type FileService } from "@emissions/proto/imports/v1/file_service";
import { ReadingDeletedSchema } from "@emissions/proto/imports/v1/reading_service";
import type { Context } from "../context.ts";
import { requireFile, visibleFiles } from "./access.ts";
import {
  deleteFile,
  deleteMark,
  deleteReadingOfFile,
  type FileRow,
  hasMark,
  insertMark,
  selectFile,
  subtractStoredBytes,
} from "./queries.ts";

/**
 * A file is deleted in three steps (ADR 0028). It is marked, so that no lookup finds it. The services whose rows name
 * files count those rows. Then the file is deleted, or the mark is removed. A mark that is left over by a killed process
 * is handled by a sweep.
 */

/** An attempt to delete a file. */
export interface Attempt {
  org: string;
  id: string;
  /** From 1; 0 for a dry run, which marks nothing. */
  number: number;
}

interface FileUses {
  records: number;
  factors: number;
}

export const deletionHandler = (context: Context): Pick<ServiceImpl<typeof FileService>, "deleteFile"> => ({
  deleteFile: async (request, call) => {
    const { id } = request;
    const caller = principalOf(call);
    const { organizationId: org } = caller;
    const attempt = isDryRun(call) ? { org, id, number: 0 } : await markFile(context, org, id, visibleFiles(caller));
    if (attempt !== null) {
      const uses = await countUses(context, attempt, forward(call)).catch(async (error) => {
        await unmarkFile(context, attempt);
        throw error;
      });
      if (isUsed(uses)) {
        await unmarkFile(context, attempt);
        throw conflict("FILE_IN_USE", `${textOf(uses)} the file.`);
      }
    }
    return context.db.write(call, request, async (write) => {
      const { tx, about } = write;
      // Inside the transaction, so that replays of an earlier request skip it.
      const file = await requireFile(tx, caller, id, "to change");
      about(id);
      if (!(await mayDelete(write, file, attempt))) throw changedMeanwhile();
      await removeFile(write, file);
      return {};
    });
  },
});

/** Null for a file that does not exist, that the caller does not see, or that is not finished. */
export const markFile = (
  { db }: Pick<Context, "db">,
  org: string,
  id: string,
  visible: readonly boolean[] = [true, false],
): Promise<Attempt | null> =>
  db.asService(org, async ({ tx }) => {
    const file = isId(id) ? await selectFile(tx, org, id, "to change") : null;
    return file?.state === "stored" && visible.includes(file.forPeople)
      ? { org, id, number: await insertMark(tx, org, id) }
      : null;
  });

/** Leaves the mark of a later attempt. */
export const unmarkFile = ({ db }: Pick<Context, "db">, { org, id, number }: Attempt): Promise<void> =>
  db.asService(org, async ({ tx }) => {
    const file = await selectFile(tx, org, id, "to change");
    if (file?.deletionAttempts === number) await deleteMark(tx, org, id);
  });

/** The rows of all services that name the file. */
export async function countUses(
  { fileUsers }: Pick<Context, "fileUsers">,
  { org, id, number }: Attempt,
  options: CallOptions = {},
): Promise<FileUses> {
  const request = { fileId: id, deletionAttempt: number };
  const all = { ...options, ...callAs(servicePrincipal(org)) };
  const counts = await Promise.all(fileUsers.map((user) => user.countFileUses(request, all)));
  const sum = (count: (uses: FileUses) => number) => counts.reduce((total, uses) => total + count(uses), 0);
  return { records: sum(({ records }) => records), factors: sum(({ factors }) => factors) };
}

export const isUsed = ({ records, factors }: FileUses): boolean => records + factors > 0;

/** Whether the file is still marked by this attempt, so that the counts are still right. The file must be locked. */
export async function mayDelete({ tx, org }: Write, file: FileRow, attempt: Attempt | null): Promise<boolean> {
  if (file.state === "uploading" || attempt?.number === 0) return true;
  return attempt?.number === file.deletionAttempts && (await hasMark(tx, org, file.id));
}

export async function removeFile({ tx, org, emit }: Write, { id, state, sizeBytes }: FileRow): Promise<void> {
  const readingId = await deleteReadingOfFile(tx, org, id);
  if (readingId !== null) emit(ReadingDeletedSchema, { readingId });
  await deleteFile(tx, org, id);
  // Rows can only name finished files, so an unfinished one needs no event.
  if (state === "uploading") return;
  await subtractStoredBytes(tx, org, Number(sizeBytes));
  emit(FileDeletedSchema, { fileId: id });
}

export const changedMeanwhile = () =>
  busy("FILE_CHANGED_MEANWHILE", "Another upload or deletion of the file came in between.");

export function textOf({ records, factors }: FileUses): string {
  const parts = [count(records, "record"), count(factors, "custom factor")].filter((part) => part !== null);
  return `${parts.join(" and ")} ${records + factors === 1 ? "names" : "name"}`;
}

const count = (number: number, noun: string) => (number === 0 ? null : `${number} ${noun}${number === 1 ? "" : "s"}`);
