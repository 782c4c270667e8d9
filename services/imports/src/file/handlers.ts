import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import { type FileService, UpdateFileRequestSchema } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "../context.ts";
import { requireStoredFile, visibleFiles } from "./access.ts";
import { readContent } from "./content.ts";
import { selectStoredContent } from "./content-queries.ts";
import { deletionHandler } from "./deletion.ts";
import { folderFor, refuseOtherAudience } from "./folder-access.ts";
import { LOOKUP_IDS_MAX } from "./limits.ts";
import { checkListRequest, selectFiles } from "./list.ts";
import { toFile } from "./messages.ts";
import { moveFile, selectPendingBytes, selectStoredById, selectStoredBytes } from "./queries.ts";
import { checkPosition } from "./rules.ts";
import { uploadHandlers } from "./upload.ts";

export const fileHandlers = (context: Context): ServiceImpl<typeof FileService> => {
  const { db, publicUrl } = context;
  return {
    ...uploadHandlers(context),
    ...deletionHandler(context),

    listFiles: (request, call) =>
      db.read(call, async (tx, org) => {
        refuse(checkListRequest(request));
        const { rows, total } = await selectFiles(tx, org, request, visibleFiles(principalOf(call)));
        return { files: rows.map((row) => toFile(row, publicUrl)), total };
      }),

    getFile: ({ id }, call) =>
      db.read(call, async (tx) => ({ file: toFile(await requireStoredFile(tx, principalOf(call), id), publicUrl) })),

    readFileChunk: async ({ id, position }, call) => {
      refuse(checkPosition(position));
      const found = await db.read(call, async (tx, org) => {
        const { sizeBytes } = await requireStoredFile(tx, principalOf(call), id);
        return position >= BigInt(sizeBytes) ? null : selectStoredContent(tx, org, id, Number(position));
      });
      if (found === null) return {};
      const { organizationId: org } = principalOf(call);
      return { content: await readContent(context, { org, id }, found, Number(position)) };
    },

    updateFile: (request, call) => {
      const changes = masked(UpdateFileRequestSchema, request.updateMask, { folderId: request.folderId });
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        const file = await requireStoredFile(tx, principal, request.id, "to change");
        if (!("folderId" in changes)) return { file: toFile(file, publicUrl) };
        const folder = await folderFor(tx, principal, changes.folderId, ["body", "folder_id"]);
        refuseOtherAudience(file, folder);
        const place = { folderId: folder?.id ?? null, forPeople: file.forPeople };
        about(file.id, fieldChanges(file, { ...file, ...place }));
        return { file: toFile(await moveFile(tx, org, file.id, place), publicUrl) };
      });
    },

    getFileUsage: (_, call) =>
      db.read(call, async (tx, org) => {
        const [stored, pending] = await Promise.all([selectStoredBytes(tx, org), selectPendingBytes(tx, org)]);
        const quotaBytes = BigInt(context.fileQuotaBytes);
        return { usage: { storedBytes: BigInt(stored), pendingBytes: BigInt(pending), quotaBytes } };
      }),

    lookUpFiles: ({ ids }, call) =>
      db.read(call, async (tx, org) => {
        if (ids.length > LOOKUP_IDS_MAX) {
          const msg = `at most ${LOOKUP_IDS_MAX}`;
          throw invalid([{ loc: ["body", "ids"], type: "value_error.list.max_items", msg }]);
        }
        const rows = await selectStoredById(tx, org, ids.filter(isId), visibleFiles(principalOf(call)));
        return {
          files: rows.map((row) => toFile(row, publicUrl)),
          deletionAttempts: rows.map(({ deletionAttempts }) => deletionAttempts),
        };
      }),
  };
};
