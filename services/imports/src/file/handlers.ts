import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { conflict, exhausted, invalid, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { FileDeletedSchema, type FileService } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "../context.ts";
import { inspectContent } from "./content.ts";
import { FILE_BYTES_MAX, LOOK_UP_MAX, UPLOADS_MAX } from "./limits.ts";
import { toFile } from "./messages.ts";
import {
  addStoredBytes,
  commitLater,
  deleteFile,
  type FileRow,
  finishFile,
  insertChunk,
  insertUpload,
  isChunkThere,
  lockTotals,
  selectContent,
  selectFile,
  selectFiles,
  selectStoredById,
  subtractStoredBytes,
  updateSize,
} from "./queries.ts";
import { checkChunk, checkListing, checkName, checkPosition, refuse } from "./rules.ts";
import { ENDINGS, typeOf } from "./types.ts";

export const fileHandlers = ({ db, publicUrl, fileQuotaBytes }: Context): ServiceImpl<typeof FileService> => ({
  beginFile: (request, call) => {
    const fileName = request.fileName.trim();
    refuse(checkName(fileName));
    const type = typeOf(fileName);
    if (type === null) throw typeNotAllowed();
    return db.write(call, request, async ({ tx, org, principal, about }) => {
      const { storedBytes, uploads } = await lockTotals(tx, org);
      if (uploads >= UPLOADS_MAX) {
        throw exhausted("TOO_MANY_UPLOADS", `At most ${UPLOADS_MAX} uploads of an organization at once.`);
      }
      if (storedBytes >= fileQuotaBytes) throw quotaExceeded();
      const id = newId();
      about(id);
      await insertUpload(tx, org, { id, fileName, contentType: type.contentType, uploadedBy: principal.userId });
      return { id };
    });
  },

  // Not through `write`: who uploads is on record with the first and the last call, and a repeat is known by its position.
  appendFileChunk: (request, call) =>
    db.asService(principalOf(call).organizationId, async ({ tx, org, send }) => {
      const { id, position, content } = request;
      refuse(checkChunk(request));
      send(commitLater(tx));
      const file = await existing(tx, org, id, "to change");
      const size = BigInt(file.sizeBytes);
      const end = position + BigInt(content.length);
      if (file.state === "stored" || position !== size) {
        if (end <= size && (await isChunkThere(tx, org, id, position, content))) return { sizeBytes: size };
        throw conflict("FILE_CHUNK_OUT_OF_ORDER", "Chunks come one after the other, each once.");
      }
      if (end > BigInt(FILE_BYTES_MAX)) {
        throw unprocessable("FILE_TOO_LARGE", `A file has at most ${FILE_BYTES_MAX} bytes.`);
      }
      await Promise.all([insertChunk(tx, org, id, position, content), updateSize(tx, org, id, end)]);
      return { sizeBytes: end };
    }),

  finishFile: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      const file = await existing(tx, org, id, "to change");
      about(id);
      if (file.state === "stored") return { file: toFile(file, publicUrl) };
      const { sizeBytes, sha256, head } = await inspectContent(tx, org, id);
      if (sizeBytes === 0) throw unprocessable("FILE_EMPTY", "The file is empty.");
      if (!typeOf(file.fileName)?.matches(head)) {
        throw unprocessable("FILE_TYPE_MISMATCH", "The content is not what the ending of the name says.");
      }
      if (!(await addStoredBytes(tx, org, sizeBytes, fileQuotaBytes))) throw quotaExceeded();
      return { file: toFile(await finishFile(tx, org, id, sha256), publicUrl) };
    }),

  listFiles: (request, call) =>
    db.read(call, async (tx, org) => {
      refuse(checkListing(request));
      const { rows, total } = await selectFiles(tx, org, request);
      return { files: rows.map((row) => toFile(row, publicUrl)), total };
    }),

  getFile: ({ id }, call) => db.read(call, async (tx, org) => ({ file: toFile(await stored(tx, org, id), publicUrl) })),

  readFileChunk: ({ id, position }, call) =>
    db.read(call, async (tx, org) => {
      refuse(checkPosition(position));
      const { sizeBytes } = await stored(tx, org, id);
      if (position >= BigInt(sizeBytes)) return {};
      return { content: await selectContent(tx, org, id, Number(position)) };
    }),

  deleteFile: (request, call) =>
    db.write(call, request, async ({ tx, org, emit, about }) => {
      const { id } = request;
      const file = await existing(tx, org, id, "to change");
      about(id);
      await deleteFile(tx, org, id);
      // Nobody can refer to a file that was never finished.
      if (file.state === "stored") {
        await subtractStoredBytes(tx, org, Number(file.sizeBytes));
        emit(FileDeletedSchema, { fileId: id });
      }
      return {};
    }),

  lookUpFiles: ({ ids }, call) =>
    db.read(call, async (tx, org) => {
      if (ids.length > LOOK_UP_MAX) {
        throw invalid([{ loc: ["body", "ids"], type: "value_error.list.max_items", msg: `at most ${LOOK_UP_MAX}` }]);
      }
      const rows = await selectStoredById(tx, org, ids.filter(isId));
      return { files: rows.map((row) => toFile(row, publicUrl)) };
    }),
});

async function existing(tx: Tx, org: string, id: string, lock?: "to change"): Promise<FileRow> {
  const row = isId(id) ? await selectFile(tx, org, id, lock) : null;
  if (row === null) throw notFound("file");
  return row;
}

async function stored(tx: Tx, org: string, id: string): Promise<FileRow> {
  const row = await existing(tx, org, id);
  if (row.state !== "stored") throw notFound("file");
  return row;
}

const typeNotAllowed = () =>
  unprocessable("FILE_TYPE_NOT_ALLOWED", `The name must end in one of: ${ENDINGS.map((one) => `.${one}`).join(", ")}.`);

const quotaExceeded = () =>
  unprocessable("FILE_QUOTA_EXCEEDED", "The organization keeps as many bytes as it may; delete files first.");
