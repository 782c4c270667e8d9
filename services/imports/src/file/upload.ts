import type { ServiceImpl } from "@connectrpc/connect";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, exhausted, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { FileService } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "../context.ts";
import { requireFile, uploadsForPeople } from "./access.ts";
import { summarizeContent } from "./content.ts";
import { insertDatabaseContent } from "./content-queries.ts";
import { folderFor } from "./folder-access.ts";
import { FILE_BYTES_MAX, UPLOADS_MAX } from "./limits.ts";
import { toFile } from "./messages.ts";
import {
  addStoredBytes,
  type FileRow,
  finishFile,
  hasChunk,
  insertChunk,
  insertUpload,
  lockTotals,
  moveFile,
  updateSize,
  useAsynchronousCommit,
} from "./queries.ts";
import { checkChunk, checkName } from "./rules.ts";
import { EXTENSIONS, fileTypeOf } from "./types.ts";

type Uploads = Pick<ServiceImpl<typeof FileService>, "beginFile" | "appendFileChunk" | "finishFile">;

export const uploadHandlers = (context: Context): Uploads => {
  const { db, publicUrl, fileQuotaBytes } = context;
  return {
    beginFile: (request, call) => {
      const fileName = request.fileName.trim();
      refuse(checkName(fileName));
      const type = fileTypeOf(fileName);
      if (type === null) throw typeNotAllowed();
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        const { storedBytes, pendingBytes, uploads } = await lockTotals(tx, org);
        if (uploads >= UPLOADS_MAX) {
          throw exhausted("TOO_MANY_UPLOADS", `At most ${UPLOADS_MAX} uploads of an organization at once.`);
        }
        if (storedBytes + pendingBytes >= fileQuotaBytes) throw quotaExceeded();
        const id = newId();
        about(id);
        const { contentType } = type;
        const forPeople = uploadsForPeople(principal);
        await insertUpload(tx, org, { id, fileName, contentType, uploadedBy: principal.userId, forPeople });
        return { id };
      });
    },

    // Without `db.write`: the first and the last call are in the audit log, and the position identifies a repeat.
    appendFileChunk: (request, call) =>
      db.asService(principalOf(call).organizationId, async ({ tx, org, send }) => {
        const { id, position, content, attempt } = request;
        refuse(checkChunk(request));
        send(useAsynchronousCommit(tx));
        const file = await requireFile(tx, principalOf(call), id, "to change");
        const size = BigInt(file.sizeBytes);
        const end = position + BigInt(content.length);
        if (file.state === "stored" || position !== size || file.uploadAttempt !== attempt) {
          if (end <= size && file.uploadAttempt === attempt && (await hasChunk(tx, org, id, position, content)))
            return { sizeBytes: size };
          throw conflict("FILE_CHUNK_OUT_OF_ORDER", "Chunks come one after the other, each once.");
        }
        if (end > BigInt(FILE_BYTES_MAX)) {
          throw unprocessable("FILE_TOO_LARGE", `A file has at most ${FILE_BYTES_MAX} bytes.`);
        }
        await Promise.all([insertChunk(tx, org, id, position, content), updateSize(tx, org, id, end)]);
        return { sizeBytes: end };
      }),

    finishFile: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        const file = await requireFile(write.tx, principalOf(call), id, "to change");
        write.about(id);
        // An upload by a signed URL ends by its own call.
        if (file.uploadAttempt > 0 && file.state === "uploading") throw notFound("file");
        if (file.state === "stored") return { file: toFile(file, publicUrl) };
        const folder = await folderFor(write.tx, write.principal, request.folderId, ["body", "folder_id"]);
        if (folder !== null)
          await moveFile(write.tx, write.org, id, { folderId: folder.id, forPeople: folder.forPeople });
        const stored = await storeUpload(context, write, file);
        return { file: toFile(stored, publicUrl) };
      }),
  };
};

/** Checks the content of a locked upload, and makes the file visible. */
export async function storeUpload({ fileQuotaBytes }: Context, { tx, org }: Write, file: FileRow): Promise<FileRow> {
  const { id } = file;
  const { sizeBytes, sha256, firstChunk } = await summarizeContent(tx, org, id);
  if (sizeBytes === 0) throw unprocessable("FILE_EMPTY", "The file is empty.");
  if (!fileTypeOf(file.fileName)?.matches(firstChunk)) {
    throw unprocessable("FILE_TYPE_MISMATCH", "The content is not what the ending of the name says.");
  }
  const { pendingBytes } = await lockTotals(tx, org);
  if (!(await addStoredBytes(tx, org, sizeBytes, fileQuotaBytes - pendingBytes))) throw quotaExceeded();
  const stored = await finishFile(tx, org, id, sha256);
  await insertDatabaseContent(tx, org, id);
  return stored;
}

export const typeNotAllowed = () =>
  unprocessable(
    "FILE_TYPE_NOT_ALLOWED",
    `The name must end in one of: ${EXTENSIONS.map((extension) => `.${extension}`).join(", ")}.`,
  );

export const quotaExceeded = () =>
  unprocessable("FILE_QUOTA_EXCEEDED", "The organization keeps as many bytes as it may; delete files first.");
