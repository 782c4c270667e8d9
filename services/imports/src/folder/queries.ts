import { plainColumn } from "@emissions/kit/db/columns";
import { pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import type { ListFoldersRequest } from "@emissions/proto/imports/v1/folder_service";
import { FOLDER_COLUMNS, type FolderRow, folderFilter } from "../file/folder-access.ts";

export interface PlacedFolder extends FolderRow {
  path: string;
  depth: number;
}

const PLACED: string[] = [...FOLDER_COLUMNS, "path", "depth"];

/** All folders with their paths. */
const tree = (tx: Tx, org: string) => tx`
  with recursive tree as (
    select f.*, f.name as path, 1 as depth from folders f where organization_id = ${org} and parent_id is null
    union all
    select f.*, tree.path || '/' || f.name, tree.depth + 1 from folders f
    join tree on f.organization_id = tree.organization_id and f.parent_id = tree.id)`;

export async function selectPlaced(tx: Tx, org: string, id: string): Promise<PlacedFolder> {
  const [row] = await tx<[PlacedFolder]>`
    ${tree(tx, org)} select ${tx(PLACED)} from tree where id = ${id}`;
  return row;
}

export async function selectFolders(tx: Tx, org: string, request: ListFoldersRequest, visible: boolean[]) {
  const { search } = request;
  const { limit, offset } = pageOf(request);
  const parent = folderFilter(request.parentId);
  const where = tx`
    where for_people = any(${plainColumn(visible)}::boolean[])
      ${parent === undefined ? tx`` : tx`and parent_id is not distinct from ${parent}`}
      ${search ? tx`and strpos(search_name, plain_text(${search})) > 0` : tx``}`;
  const rows = await tx<(PlacedFolder & { total: number })[]>`
    ${tree(tx, org)}
    select ${tx(PLACED)}, count(*) over ()::int as total from tree ${where}
    order by lower(path), id limit ${limit} offset ${offset}`;
  if (rows.length > 0) return { rows, total: rows[0]!.total };
  const [{ total }] = await tx<[{ total: number }]>`${tree(tx, org)} select count(*)::int as total from tree ${where}`;
  return { rows, total };
}

interface NewFolder {
  id: string;
  name: string;
  parentId: string | null;
  forPeople: boolean;
  createdBy: string | null;
}

export const insertFolder = (tx: Tx, org: string, { id, name, parentId, forPeople, createdBy }: NewFolder) => tx`
  insert into folders (organization_id, id, name, parent_id, for_people, created_by)
  values (${org}, ${id}, ${name}, ${parentId}, ${forPeople}, ${createdBy})`;

export const updateFolder = (
  tx: Tx,
  org: string,
  { id, name, parentId }: Pick<NewFolder, "id" | "name" | "parentId">,
) =>
  tx`update folders set name = ${name}, parent_id = ${parentId}, updated_at = now()
     where organization_id = ${org} and id = ${id}`;

export async function countFolders(tx: Tx, org: string): Promise<number> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from folders where organization_id = ${org}`;
  return count;
}

export async function isNameTaken(tx: Tx, org: string, folder: Omit<NewFolder, "createdBy">): Promise<boolean> {
  const { id, name, parentId, forPeople } = folder;
  const rows = await tx`
    select from folders where organization_id = ${org} and parent_id is not distinct from ${parentId}
      and for_people = ${forPeople} and lower(name) = lower(${name}) and id <> ${id}`;
  return rows.length > 0;
}

/** The folder with all folders in it, the deepest first; `level` is 1 for the folder itself. */
export const selectBelow = (tx: Tx, org: string, id: string) => tx<{ id: string; level: number }[]>`
  with recursive below as (
    select id, 1 as level from folders where organization_id = ${org} and id = ${id}
    union all
    select f.id, below.level + 1 from folders f join below on f.parent_id = below.id
    where f.organization_id = ${org})
  select id, level from below order by level desc, id`;

/** The deepest first, as returned by `selectBelow`: a folder is referred to by those in it. */
export async function deleteFolders(tx: Tx, org: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await tx`delete from folders where organization_id = ${org} and id = ${id}`;
}

export const selectFilesIn = (tx: Tx, org: string, ids: readonly string[], limit: number) => tx<{ id: string }[]>`
  select id from files where organization_id = ${org} and folder_id = any(${plainColumn(ids)}::uuid[])
  order by id limit ${limit}`;
