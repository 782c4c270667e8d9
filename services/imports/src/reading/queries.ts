import type { Message } from "@bufbuild/protobuf";
import { plainColumn } from "@emissions/kit/db/columns";
import { digestColumns, filterHash, type Matches } from "@emissions/kit/db/filter-hash";
import { pageOf } from "@emissions/kit/db/page";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import {
  type ListReadingsRequest,
  ReadingCategorySchema,
  type ReadingFilter,
} from "@emissions/proto/imports/v1/reading_service";
import { folderFilter } from "../file/folder-access.ts";
import type { Waiting } from "../rotation/turns.ts";
import type { Category, Item } from "./document.ts";

export type Status = "pending" | "reading" | "review" | "success" | "error" | "confirmed";

export interface ReadingRow {
  id: string;
  fileId: string;
  fileName: string;
  forPeople: boolean;
  /** Of the content of the file. */
  sha256: string;
  status: Status;
  category: Category | null;
  confidence: string | null;
  items: Item[];
  supplierName: string | null;
  supplierTaxId: string | null;
  warnings: string[];
  source: string | null;
  errorCode: string | null;
  errorDetail: string | null;
  corrected: boolean;
  revision: number;
  confirmation: unknown;
  recordType: "invoices" | "wastes" | null;
  recordIds: string[];
  jobId: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** Values that a new reading has, and one that is made again. */
const UNREAD = {
  status: "pending",
  category: null,
  confidence: null,
  items: [],
  supplierName: null,
  supplierTaxId: null,
  warnings: [],
  source: null,
  errorCode: null,
  errorDetail: null,
} as const satisfies Partial<ReadingRow>;

const from = (tx: Tx) => tx`
  from readings r join files f on f.organization_id = r.organization_id and f.id = r.file_id`;

export async function selectReading(tx: Tx, org: string, id: string, lock?: "to change"): Promise<ReadingRow | null> {
  const [row] = await tx<ReadingRow[]>`
    select r.*, f.file_name, f.for_people, f.sha256 ${from(tx)} where r.organization_id = ${org} and r.id = ${id}
    ${lock ? tx`for update of r` : tx``}`;
  return row ?? null;
}

export async function selectReadingOfFile(tx: Tx, org: string, fileId: string): Promise<ReadingRow | null> {
  const [row] = await tx<ReadingRow[]>`
    select r.*, f.file_name, f.for_people, f.sha256 ${from(tx)} where r.organization_id = ${org} and r.file_id = ${fileId}
    for update of r`;
  return row ?? null;
}

interface FolderRow {
  id: string;
  name: string;
}

/** Only a list of one folder has folders, unless a filter that folders do not have excludes them. */
export async function selectFolders(tx: Tx, org: string, request: ListReadingsRequest, visible: boolean[]) {
  const { fileId, category, linked, name, folderId, projectId } = request;
  const parent = folderFilter(folderId);
  const isFiltered = fileId.length > 0 || category.length > 0 || linked !== undefined || projectId !== undefined;
  if (parent === undefined || isFiltered) return { folders: [], total: 0 };
  const { limit, offset } = pageOf(request);
  const where = tx`
    where organization_id = ${org} and parent_id is not distinct from ${parent}
      and for_people = any(${plainColumn(visible)}::boolean[])
      ${name ? tx`and strpos(search_name, plain_text(${name})) > 0` : tx``}`;
  const folders = await tx<FolderRow[]>`
    select id, name from folders ${where} order by lower(name), id limit ${limit} offset ${offset}`;
  const [{ total }] = await tx<[{ total: number }]>`select count(*)::int as total from folders ${where}`;
  return { folders, total };
}

interface Page {
  limit: number;
  offset: number;
}

/** The fields that a list and a request by filters have in common. */
export type Filters = Omit<ReadingFilter, keyof Message>;

/** The readings among which a caller may select. */
export interface Selected {
  visible: boolean[];
  /** The readings of a project; null for all. */
  linkedIds: readonly string[] | null;
}

const matching = (tx: Tx, org: string, filters: Filters, { visible, linkedIds }: Selected): Fragment => {
  const { fileId, category, linked, name } = filters;
  const folder = folderFilter(filters.folderId);
  const categories = category.map((one) => enumText(ReadingCategorySchema, one));
  return tx`
    where r.organization_id = ${org} and f.state = 'stored' and f.for_people = any(${plainColumn(visible)}::boolean[])
      ${folder === undefined ? tx`` : tx`and f.folder_id is not distinct from ${folder}`}
      ${fileId.length > 0 ? tx`and r.file_id = any(${fileId}::uuid[])` : tx``}
      ${categories.length > 0 ? tx`and r.category = any(${categories}::text[])` : tx``}
      ${linkedIds === null ? tx`` : tx`and r.id = any(${linkedIds as string[]}::uuid[])`}
      ${linked === undefined ? tx`` : tx`and (r.status = 'confirmed') = ${linked}`}
      ${name ? tx`and strpos(f.search_name, plain_text(${name})) > 0` : tx``}`;
};

export async function selectReadings(
  tx: Tx,
  org: string,
  filters: Filters,
  { limit, offset, ...selected }: Selected & Page,
) {
  const where = matching(tx, org, filters, selected);
  const [rows, [matches]] = await Promise.all([
    tx<ReadingRow[]>`
      select r.*, f.file_name, f.for_people, f.sha256 ${from(tx)} ${where}
      order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`,
    tx<[Matches]>`select ${digestOf(tx)} ${from(tx)} ${where}`,
  ]);
  return { rows, total: matches.total, filterHash: hashOf(org, filters, selected, matches) };
}

/** The readings that match, with the hash that their list has. */
export async function selectMatching(
  tx: Tx,
  org: string,
  filters: Filters,
  { limit, ...selected }: Selected & Pick<Page, "limit">,
) {
  const [matches] = await tx<[Matches & { ids: string[]; fileIds: string[] }]>`
    with found as (select r.id, r.file_id ${from(tx)} ${matching(tx, org, filters, selected)} limit ${limit})
    select ${digestOf(tx)}, coalesce(array_agg(r.id), '{}') as ids, coalesce(array_agg(r.file_id), '{}') as file_ids
    from found r`;
  const readings = matches.ids.map((id, at): ReadingOfFile => ({ id, fileId: matches.fileIds[at]! }));
  return { readings, filterHash: hashOf(org, filters, selected, matches) };
}

const digestOf = (tx: Tx): Fragment => digestColumns(tx, (seed) => tx`uuid_hash_extended(r.id, ${seed})`);

/** The order of ids and the case of texts are no difference. */
function hashOf(org: string, filters: Filters, { visible }: Selected, matches: Matches): string {
  const { fileId, category, linked, name, folderId, projectId } = filters;
  const ids = [...new Set(fileId.map((id) => id.toLowerCase()))].sort();
  const rest = [linked, name, folderId?.toLowerCase(), projectId?.toLowerCase()].map((one) => one ?? null);
  return filterHash({ org, ids, category: [...new Set(category)].sort(), rest, visible }, matches);
}

export interface ReadingOfFile {
  id: string;
  fileId: string;
}

/** The readings with these ids. */
export const selectReadingFiles = (tx: Tx, org: string, ids: readonly string[], visible: boolean[]) => tx<
  ReadingOfFile[]
>`
  select r.id, r.file_id ${from(tx)}
  where r.organization_id = ${org} and r.id = any(${ids as string[]}::uuid[])
    and f.state = 'stored' and f.for_people = any(${plainColumn(visible)}::boolean[])`;

export async function selectIdsOfFiles(tx: Tx, org: string, fileIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from readings where organization_id = ${org} and file_id = any(${fileIds as string[]}::uuid[]) order by id`;
  return rows.map(({ id }) => id);
}

/** Adds nothing if the file has a reading. */
export async function insertReading(tx: Tx, org: string, { id, fileId }: { id: string; fileId: string }) {
  const rows = await tx`
    insert into readings (organization_id, id, file_id) values (${org}, ${id}, ${fileId})
    on conflict (organization_id, file_id) do nothing returning 1`;
  return rows.length === 1;
}

export const enqueue = (tx: Tx, org: string, { id, groupId }: { id: string; groupId: string }) => tx`
  insert into reading_queue (organization_id, reading_id, group_id) values (${org}, ${id}, ${groupId})
  on conflict do nothing`;

/** Counts under a lock of the organization, so that concurrent calls count one after the other. */
export async function countWaiting(tx: Tx, org: string): Promise<number> {
  await tx`insert into file_totals (organization_id) values (${org}) on conflict do nothing`;
  await tx`select from file_totals where organization_id = ${org} for update`;
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from reading_queue where organization_id = ${org}`;
  return count;
}

export const resetReading = (tx: Tx, org: string, id: string) => updateReading(tx, org, id, UNREAD);

type Changes = Partial<
  Omit<ReadingRow, "id" | "fileId" | "fileName" | "forPeople" | "sha256" | "revision" | "createdAt">
>;

export async function updateReading(tx: Tx, org: string, id: string, changes: Changes): Promise<void> {
  const columns = Object.entries(changes).map(([key, value]) => {
    const isJson = key === "items" || (key === "confirmation" && value !== null);
    return [columnOf(key), isJson ? tx.json(value as never) : value] as const;
  });
  await tx`
    update readings set ${tx(Object.fromEntries(columns) as never)}, revision = revision + 1, updated_at = now()
    where organization_id = ${org} and id = ${id}`;
}

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const deleteReading = (tx: Tx, org: string, id: string) =>
  tx`delete from readings where organization_id = ${org} and id = ${id}`;

/** The first document of each organization that no process reads, the oldest first. */
export const selectFirstWaiting = (tx: Tx, { running, limit }: { running: readonly string[]; limit: number }) => tx<
  Waiting[]
>`
  select organization_id, coalesce(group_id, organization_id) as group_id, id from (
    select distinct on (organization_id) organization_id, group_id, reading_id as id, since from reading_queue
    where (leased_until is null or leased_until < now()) and reading_id <> all(${running as string[]}::uuid[])
    order by organization_id, since, reading_id) first
  order by since, id limit ${limit}`;

/** The number of the attempt; null if another process reads the document. */
export async function claimReading(tx: Tx, org: string, id: string, leaseS: number): Promise<number | null> {
  const [row] = await tx<{ attempts: number }[]>`
    update reading_queue set leased_until = now() + make_interval(secs => ${leaseS}), attempts = attempts + 1
    where organization_id = ${org} and reading_id = ${id} and (leased_until is null or leased_until < now())
    returning attempts`;
  return row?.attempts ?? null;
}

/** False if another process has claimed the document since. */
export async function endAttempt(tx: Tx, org: string, id: string, attempt: number): Promise<boolean> {
  const rows = await tx`
    delete from reading_queue where organization_id = ${org} and reading_id = ${id} and attempts = ${attempt} returning 1`;
  return rows.length === 1;
}

export const insertConfirmation = (tx: Tx, org: string, id: string) => tx`
  insert into reading_confirmations (organization_id, reading_id) values (${org}, ${id})
  on conflict (organization_id, reading_id) do update set since = now()`;

export const deleteConfirmation = (tx: Tx, org: string, id: string) =>
  tx`delete from reading_confirmations where organization_id = ${org} and reading_id = ${id}`;

/** Confirmations of all organizations that have not ended, the oldest first. */
export const selectStaleConfirmations = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<
  { organizationId: string; readingId: string }[]
>`
  select organization_id, reading_id from reading_confirmations
  where since < now() - make_interval(secs => ${afterS}) order by since, reading_id limit ${limit}`;
