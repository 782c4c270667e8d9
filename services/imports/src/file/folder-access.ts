import type { Tx } from "@emissions/kit/db/transactions";
import { isId, NIL_ID } from "@emissions/kit/process/id";
import { checkId, unknown } from "@emissions/kit/wire/checks";
import { conflict, invalid, notFound } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import { visibleFiles } from "./access.ts";

export interface FolderRow {
  id: string;
  parentId: string | null;
  name: string;
  forPeople: boolean;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** `to change` excludes all others; `to use` lets nobody delete the folder before the transaction ends. */
type Lock = "to change" | "to use";

export const FOLDER_COLUMNS = ["id", "parent_id", "name", "for_people", "created_by", "created_at", "updated_at"];

async function selectFolder(tx: Tx, org: string, id: string, lock?: Lock): Promise<FolderRow | null> {
  const locking = lock === "to change" ? tx`for update` : lock === "to use" ? tx`for key share` : tx``;
  const [row] = await tx<FolderRow[]>`
    select ${tx(FOLDER_COLUMNS)} from folders where organization_id = ${org} and id = ${id} ${locking}`;
  return row ?? null;
}

/** Same error for a malformed id, a missing folder, a hidden one and another organization's folder. */
export async function requireFolder(tx: Tx, caller: Principal, id: string, lock?: Lock): Promise<FolderRow> {
  const row = isId(id) ? await selectFolder(tx, caller.organizationId, id, lock) : null;
  if (row === null || !visibleFiles(caller).includes(row.forPeople)) throw notFound("folder");
  return row;
}

/** The folder in a field of a request, which files or folders will be in; null for the top. */
export async function folderFor(
  tx: Tx,
  caller: Principal,
  id: string | undefined,
  loc: string[],
): Promise<FolderRow | null> {
  if (id === undefined || id === "") return null;
  const [malformed] = checkId(loc.at(-1)!, id);
  if (malformed) throw invalid([{ ...malformed, loc }]);
  const row = await selectFolder(tx, caller.organizationId, id, "to use");
  if (row === null || !visibleFiles(caller).includes(row.forPeople)) {
    throw invalid([{ ...unknown(loc.at(-1)!), loc }]);
  }
  return row;
}

/** Otherwise a move would show data of people to viewers, or hide other data from them. */
export function refuseOtherAudience(moved: { forPeople: boolean }, folder: FolderRow | null): void {
  if (folder === null || folder.forPeople === moved.forPeople) return;
  throw conflict("FOLDER_AUDIENCE_DIFFERS", "Files about people and other files are in different folders.");
}

/** The value of a filter by folder: undefined for no filter, null for the top. */
export const folderFilter = (id: string | undefined): string | null | undefined =>
  id === undefined || id === "" ? undefined : id === NIL_ID ? null : id;
