import type { ServiceImpl } from "@connectrpc/connect";
import { isDryRun } from "@emissions/kit/db/idempotency";
import { conflict } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import type { FolderService } from "@emissions/proto/imports/v1/folder_service";
import type { Context } from "../context.ts";
import { requireFile } from "../file/access.ts";
import {
  type Attempt,
  changedMeanwhile,
  countUses,
  isUsed,
  markFile,
  mayDelete,
  removeFile,
  textOf,
  unmarkFile,
} from "../file/deletion.ts";
import { requireFolder } from "../file/folder-access.ts";
import { lockTotals } from "../file/queries.ts";
import { COUNTED_AT_ONCE, DELETED_FILES_MAX } from "./limits.ts";
import { deleteFolders, selectBelow, selectFilesIn } from "./queries.ts";

type Handler = Pick<ServiceImpl<typeof FolderService>, "deleteFolder">;
type Uses = Awaited<ReturnType<typeof countUses>>;

/** Files are deleted as one by one: marked, counted, then removed, here all in one transaction. */
export const folderDeletionHandler = (context: Context): Handler => ({
  deleteFolder: async (request, call) => {
    const caller = principalOf(call);
    const attempts = request.recursive ? await markFiles(context, caller, request.id, isDryRun(call)) : [];
    const release = () => Promise.all(attempts.map((attempt) => unmarkFile(context, attempt)));
    try {
      const uses = await countAll(attempts, (attempt) => countUses(context, attempt, forward(call)));
      if (isUsed(uses)) throw conflict("FILE_IN_USE", `${textOf(uses)} files in the folder.`);
      return await context.db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        await lockTotals(tx, org);
        const { id } = await requireFolder(tx, caller, request.id, "to change");
        about(id);
        const folders = (await selectBelow(tx, org, id)).map((folder) => folder.id);
        const files = await selectFilesIn(tx, org, folders, DELETED_FILES_MAX + 1);
        if (!request.recursive && folders.length + files.length > 1) throw notEmpty();
        if (files.length > DELETED_FILES_MAX) throw tooLarge();
        for (const { id: fileId } of files) {
          const file = await requireFile(tx, caller, fileId, "to change");
          const attempt = attempts.find((one) => one.id === fileId) ?? null;
          if (!(await mayDelete(write, file, attempt))) throw changedMeanwhile();
          about(fileId);
          await removeFile(write, file);
        }
        await deleteFolders(tx, org, folders);
        return {};
      });
    } catch (error) {
      await release();
      throw error;
    }
  },
});

/** The attempts to delete the finished files in the folder. Those of a dry run mark nothing. */
async function markFiles(context: Context, caller: Principal, folderId: string, dry: boolean): Promise<Attempt[]> {
  const { organizationId: org } = caller;
  const files = await context.db.asService(org, async ({ tx }) => {
    const folder = await requireFolder(tx, caller, folderId).catch(() => null);
    if (folder === null) return [];
    const folders = (await selectBelow(tx, org, folder.id)).map(({ id }) => id);
    return selectFilesIn(tx, org, folders, DELETED_FILES_MAX + 1);
  });
  if (files.length > DELETED_FILES_MAX) throw tooLarge();
  if (dry) return files.map(({ id }) => ({ org, id, number: 0 }));
  const attempts: Attempt[] = [];
  for (const { id } of files) {
    const attempt = await markFile(context, org, id);
    if (attempt !== null) attempts.push(attempt);
  }
  return attempts;
}

async function countAll(attempts: readonly Attempt[], count: (attempt: Attempt) => Promise<Uses>): Promise<Uses> {
  const sum = { records: 0, factors: 0 };
  for (let from = 0; from < attempts.length; from += COUNTED_AT_ONCE) {
    for (const { records, factors } of await Promise.all(attempts.slice(from, from + COUNTED_AT_ONCE).map(count))) {
      sum.records += records;
      sum.factors += factors;
    }
  }
  return sum;
}

const notEmpty = () => conflict("FOLDER_NOT_EMPTY", "The folder contains folders or files.");
const tooLarge = () =>
  conflict("FOLDER_TOO_LARGE", `With a folder at most ${DELETED_FILES_MAX} files are deleted; delete files first.`);
