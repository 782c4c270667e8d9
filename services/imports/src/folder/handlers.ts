import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { checkPage } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type Check, checkId, checkText, placed, refuse } from "@emissions/kit/wire/checks";
import { conflict } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type FolderSchema,
  type FolderService,
  type ListFoldersRequest,
  UpdateFolderRequestSchema,
} from "@emissions/proto/imports/v1/folder_service";
import type { Context } from "../context.ts";
import { uploadsForPeople, visibleFiles } from "../file/access.ts";
import { type FolderRow, folderFor, refuseOtherAudience, requireFolder } from "../file/folder-access.ts";
import { SEARCH_LENGTH_MAX } from "../file/limits.ts";
import { lockTotals } from "../file/queries.ts";
import { checkName } from "../file/rules.ts";
import { folderDeletionHandler } from "./deletion.ts";
import { DEPTH_MAX, FOLDERS_MAX } from "./limits.ts";
import {
  countFolders,
  insertFolder,
  isNameTaken,
  type PlacedFolder,
  selectBelow,
  selectFolders,
  selectPlaced,
  updateFolder,
} from "./queries.ts";

const PARENT = ["body", "parent_id"];

export const folderHandlers = (context: Context): ServiceImpl<typeof FolderService> => {
  const { db } = context;
  return {
    ...folderDeletionHandler(context),

    createFolder: (request, call) => {
      const name = request.name.trim();
      refuse(checkFolderName(name));
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        // Concurrent changes of folders wait for each other here.
        await lockTotals(tx, org);
        if ((await countFolders(tx, org)) >= FOLDERS_MAX) {
          throw conflict("FOLDER_LIMIT_REACHED", `An organization has at most ${FOLDERS_MAX} folders.`);
        }
        const parent = await folderFor(tx, principal, request.parentId, PARENT);
        const forPeople = parent?.forPeople ?? uploadsForPeople(principal);
        const folder = { id: newId(), name, parentId: parent?.id ?? null, forPeople };
        if (await isNameTaken(tx, org, folder)) throw nameTaken();
        if (parent !== null) refuseDepth((await selectPlaced(tx, org, parent.id)).depth + 1);
        about(folder.id);
        await insertFolder(tx, org, { ...folder, createdBy: principal.userId });
        return { folder: toFolder(await selectPlaced(tx, org, folder.id)) };
      });
    },

    listFolders: (request, call) =>
      db.read(call, async (tx, org) => {
        refuse(checkListRequest(request));
        const { rows, total } = await selectFolders(tx, org, request, visibleFiles(principalOf(call)));
        return { folders: rows.map(toFolder), total };
      }),

    getFolder: ({ id }, call) =>
      db.read(call, async (tx, org) => {
        const folder = await requireFolder(tx, principalOf(call), id);
        return { folder: toFolder(await selectPlaced(tx, org, folder.id)) };
      }),

    updateFolder: (request, call) => {
      const sent = { name: request.name.trim(), parentId: request.parentId };
      const changes = masked(UpdateFolderRequestSchema, request.updateMask, sent);
      if (changes.name !== undefined) refuse(checkFolderName(changes.name));
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        await lockTotals(tx, org);
        const before = await requireFolder(tx, principal, request.id, "to change");
        const moves = "parentId" in changes;
        const parent = moves ? await folderFor(tx, principal, changes.parentId, PARENT) : undefined;
        if (parent !== undefined) await refuseMove(tx, org, before, parent);
        const parentId = parent === undefined ? before.parentId : (parent?.id ?? null);
        const after = { ...before, name: changes.name ?? before.name, parentId };
        if (await isNameTaken(tx, org, after)) throw nameTaken();
        about(before.id, fieldChanges(before, after));
        await updateFolder(tx, org, after);
        return { folder: toFolder(await selectPlaced(tx, org, before.id)) };
      });
    },
  };
};

async function refuseMove(tx: Tx, org: string, folder: FolderRow, parent: FolderRow | null): Promise<void> {
  refuseOtherAudience(folder, parent);
  if (parent === null) return;
  const below = await selectBelow(tx, org, folder.id);
  if (below.some(({ id }) => id === parent.id)) {
    throw conflict("FOLDER_CYCLE", "A folder cannot be moved into itself or into a folder in it.");
  }
  const { depth } = await selectPlaced(tx, org, parent.id);
  refuseDepth(depth + Math.max(...below.map(({ level }) => level)));
}

function refuseDepth(depth: number): void {
  if (depth > DEPTH_MAX) throw conflict("FOLDER_TOO_DEEP", `Folders are nested at most ${DEPTH_MAX} levels deep.`);
}

const nameTaken = () => conflict("FOLDER_NAME_TAKEN", "The folder that contains it has another folder of this name.");

const checkFolderName = (name: string): Check[] =>
  checkName(name).map(({ type, msg }) => ({ loc: ["body", "name"], type, msg }));

function checkListRequest({ search, parentId, page, size }: ListFoldersRequest): Check[] {
  const found = [...checkText("search", search, { max: SEARCH_LENGTH_MAX }), ...checkId("parent_id", parentId || null)];
  return [...placed(found, "query"), ...checkPage({ page, size })];
}

const toFolder = (row: PlacedFolder): MessageInitShape<typeof FolderSchema> => ({
  id: row.id,
  name: row.name,
  parentId: row.parentId ?? undefined,
  path: row.path,
  depth: row.depth,
  createdBy: row.createdBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt === null ? undefined : timestampFromDate(row.updatedAt),
});
