import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import { FileDeletedSchema, type FileService } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "../context.ts";
import { requireFile, requireStoredFile } from "./access.ts";
import { LOOKUP_IDS_MAX } from "./limits.ts";
import { toFile } from "./messages.ts";
import { deleteFile, selectContent, selectFiles, selectStoredById, subtractStoredBytes } from "./queries.ts";
import { checkListRequest, checkPosition } from "./rules.ts";
import { uploadHandlers } from "./upload.ts";

export const fileHandlers = (context: Context): ServiceImpl<typeof FileService> => {
  const { db, publicUrl } = context;
  return {
    ...uploadHandlers(context),

    listFiles: (request, call) =>
      db.read(call, async (tx, org) => {
        refuse(checkListRequest(request));
        const { rows, total } = await selectFiles(tx, org, request);
        return { files: rows.map((row) => toFile(row, publicUrl)), total };
      }),

    getFile: ({ id }, call) =>
      db.read(call, async (tx, org) => ({ file: toFile(await requireStoredFile(tx, org, id), publicUrl) })),

    readFileChunk: ({ id, position }, call) =>
      db.read(call, async (tx, org) => {
        refuse(checkPosition(position));
        const { sizeBytes } = await requireStoredFile(tx, org, id);
        if (position >= BigInt(sizeBytes)) return {};
        return { content: await selectContent(tx, org, id, Number(position)) };
      }),

    deleteFile: (request, call) =>
      db.write(call, request, async ({ tx, org, emit, about }) => {
        const { id } = request;
        const file = await requireFile(tx, org, id, "to change");
        about(id);
        await deleteFile(tx, org, id);
        // Records can only refer to finished files, so an unfinished one needs no event.
        if (file.state === "stored") {
          await subtractStoredBytes(tx, org, Number(file.sizeBytes));
          emit(FileDeletedSchema, { fileId: id });
        }
        return {};
      }),

    lookUpFiles: ({ ids }, call) =>
      db.read(call, async (tx, org) => {
        if (ids.length > LOOKUP_IDS_MAX) {
          const msg = `at most ${LOOKUP_IDS_MAX}`;
          throw invalid([{ loc: ["body", "ids"], type: "value_error.list.max_items", msg }]);
        }
        const rows = await selectStoredById(tx, org, ids.filter(isId));
        return { files: rows.map((row) => toFile(row, publicUrl)) };
      }),
  };
};
