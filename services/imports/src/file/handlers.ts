import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import type { FileService } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "../context.ts";
import { requireStoredFile } from "./access.ts";
import { deletionHandler } from "./deletion.ts";
import { LOOKUP_IDS_MAX } from "./limits.ts";
import { toFile } from "./messages.ts";
import { selectContent, selectFiles, selectStoredById } from "./queries.ts";
import { checkListRequest, checkPosition } from "./rules.ts";
import { uploadHandlers } from "./upload.ts";

export const fileHandlers = (context: Context): ServiceImpl<typeof FileService> => {
  const { db, publicUrl } = context;
  return {
    ...uploadHandlers(context),
    ...deletionHandler(context),

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

    lookUpFiles: ({ ids }, call) =>
      db.read(call, async (tx, org) => {
        if (ids.length > LOOKUP_IDS_MAX) {
          const msg = `at most ${LOOKUP_IDS_MAX}`;
          throw invalid([{ loc: ["body", "ids"], type: "value_error.list.max_items", msg }]);
        }
        const rows = await selectStoredById(tx, org, ids.filter(isId));
        return {
          files: rows.map((row) => toFile(row, publicUrl)),
          deletionAttempts: rows.map(({ deletionAttempts }) => deletionAttempts),
        };
      }),
  };
};
