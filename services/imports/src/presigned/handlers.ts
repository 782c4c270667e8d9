import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import { isDryRun } from "@emissions/kit/db/idempotency";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, exhausted } from "@emissions/kit/wire/errors";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { ProjectEntityType } from "@emissions/proto/activity/v1/project_service";
import {
  FileStatus,
  type NewPresignedFile,
  type PresignedFileSchema,
  type PresignedFileService,
} from "@emissions/proto/imports/v1/presigned_file_service";
import type { Context } from "../context.ts";
import { requireFile, requireStoredFile, uploadsForPeople } from "../file/access.ts";
import { folderFor } from "../file/folder-access.ts";
import { contentUrl, toFile } from "../file/messages.ts";
import { lockTotals } from "../file/queries.ts";
import { fileTypeOf, isDocument } from "../file/types.ts";
import { quotaExceeded, typeNotAllowed } from "../file/upload.ts";
import { link, requireProject } from "../reading/project.ts";
import { selectIdsOfFiles } from "../reading/queries.ts";
import { refuseTooManyReadings, startReading } from "../reading/start.ts";
import { PENDING_MAX, URL_LIFETIME_S } from "./limits.ts";
import { countPresigned, giveUpPresigned, insertPresigned, selectPresigned } from "./queries.ts";
import { checkNewFiles, checkUpdate, nameOf, pendingBytes } from "./rules.ts";
import type { Purpose } from "./token.ts";
import { openHandlers, openToken } from "./upload.ts";

const SECOND_MS = 1_000;

export const presignedFileHandlers = (context: Context): ServiceImpl<typeof PresignedFileService> => {
  const { db } = context;
  return {
    ...openHandlers(context),

    createPresignedFiles: (request, call) => {
      refuse(checkNewFiles(request.files));
      const { files } = request;
      if (files.some((file) => fileTypeOf(nameOf(file)) === null)) throw typeNotAllowed();
      return db.write(call, request, async (write) => {
        await reserve(context, write, files);
        return { files: await Promise.all(files.map((file, index) => register(context, write, file, index))) };
      });
    },

    updatePresignedFiles: async (request, call) => {
      refuse(checkUpdate(request));
      const { fileIds, status, projectId } = request;
      // A repeat gets its earlier answer, whatever became of the project.
      if (projectId !== undefined && (await db.earlier(call, request)) === null)
        await requireProject(context, projectId, call);
      const answer = await db.write(call, request, async (write) => {
        const caller = principalOf(call);
        // In order of id, so that two such requests cannot wait for each other.
        for (const id of [...fileIds].sort()) await setStatus(write, caller, id, status);
        if (status === FileStatus.UPLOADED) {
          await refuseTooManyReadings(write);
          write.afterCommit(() => context.documentWaits.poke());
        }
        return { files: fileIds.map((id) => ({ id, status })) };
      });
      // After the commit, because the activity service looks the readings up. A repeat links them again.
      if (projectId !== undefined && status === FileStatus.UPLOADED && !isDryRun(call))
        await linkReadings(context, call, projectId, fileIds);
      return answer;
    },

    createPresignedDownload: ({ id }, call) =>
      db.read(call, async (tx, org) => {
        const { id: fileId } = await requireStoredFile(tx, principalOf(call), id);
        return { download: { id: fileId, ...signedUrl(context, { org, id: fileId, purpose: "download" }) } };
      }),

    openPresignedDownload: ({ token }, call) => {
      const { id } = openToken(context, call, token, "download");
      return db.read(call, async (tx) => {
        const file = await requireStoredFile(tx, principalOf(call), id);
        return { file: toFile(file, context.publicUrl) };
      });
    },
  };
};

/** A project that was deleted meanwhile has no links. */
async function linkReadings(
  context: Context,
  call: HandlerContext,
  projectId: string,
  fileIds: readonly string[],
): Promise<void> {
  const entityType = ProjectEntityType.FILE_READINGS;
  const ids = await context.db.read(call, (tx, org) => selectIdsOfFiles(tx, org, fileIds));
  await link(context, { projectId, entityType, ids }, principalOf(call)).catch((error) => {
    if (!(error instanceof ConnectError) || error.code !== Code.NotFound) throw error;
  });
}

/** Checks the limits of the organization for all new files together. The lock holds until the rows are inserted. */
async function reserve({ fileQuotaBytes }: Context, { tx, org }: Write, files: readonly NewPresignedFile[]) {
  const { storedBytes, pendingBytes: pending } = await lockTotals(tx, org);
  if ((await countPresigned(tx, org)) + files.length > PENDING_MAX) {
    throw exhausted("TOO_MANY_UPLOADS", `At most ${PENDING_MAX} registered files of an organization at once.`);
  }
  if (storedBytes + pending + pendingBytes(files) > fileQuotaBytes) throw quotaExceeded();
}

async function register(
  context: Context,
  { tx, org, principal, about }: Write,
  file: NewPresignedFile,
  index: number,
): Promise<MessageInitShape<typeof PresignedFileSchema>> {
  const id = newId();
  const folder = await folderFor(tx, principal, file.folderId, ["body", String(index), "folder_id"]);
  about(id);
  const fileName = nameOf(file);
  const signed = signedUrl(context, { org, id, purpose: "upload" });
  await insertPresigned(tx, org, {
    id,
    fileName,
    contentType: fileTypeOf(fileName)!.contentType,
    mimeType: file.mimeType,
    sizeKb: file.sizeKb,
    uploadedBy: principal.userId,
    forPeople: folder?.forPeople ?? uploadsForPeople(principal),
    folderId: folder?.id ?? null,
    expiresAt: signed.date,
  });
  return { id, status: FileStatus.PENDING, url: contentUrl(id, context.publicUrl), ...signed };
}

function signedUrl({ fileTokens, publicUrl }: Context, grant: { org: string; id: string; purpose: Purpose }) {
  const date = new Date(Date.now() + URL_LIFETIME_S * SECOND_MS);
  const token = fileTokens.sign({ ...grant, expiresAt: date });
  return { presignedUrl: `${publicUrl}/v1/files/presigned/${token}`, expiresAt: timestampFromDate(date), date };
}

async function setStatus(write: Write, caller: Principal, id: string, status: FileStatus) {
  const { tx, org, about } = write;
  const file = await requireFile(tx, caller, id, "to change");
  const isStored = file.state === "stored";
  if (status === FileStatus.UPLOADED) {
    if (!isStored) throw conflict("FILE_NOT_UPLOADED", "The content of a file has not arrived.");
    // Data of people is no invoice.
    if (isDocument(file.fileName) && !file.forPeople) await startReading(write, id);
    return;
  }
  if (isStored) throw conflict("FILE_ALREADY_UPLOADED", "The content of a file has arrived; delete the file instead.");
  const registered = await selectPresigned(tx, org, id);
  if (registered === null) throw conflict("FILE_NOT_UPLOADED", "A file is uploaded without a signed URL.");
  if (registered.status === "error") return;
  about(id);
  await giveUpPresigned(tx, org, id);
}
