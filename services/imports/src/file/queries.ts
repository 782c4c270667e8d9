import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";

export interface FileRow {
  id: string;
  state: "uploading" | "stored";
  fileName: string;
  contentType: string;
  sizeBytes: string;
  sha256: string | null;
  uploadedBy: string | null;
  /** Uploaded by human_resources. */
  forPeople: boolean;
  createdAt: Date;
  /** How many attempts to delete it have begun. */
  deletionAttempts: number;
  /** Number of the upload by a signed URL; 0 before the first, and for other uploads. */
  uploadAttempt: number;
  /** Null at the top. */
  folderId: string | null;
}

export const COLUMNS = [
  "id",
  "state",
  "file_name",
  "content_type",
  "size_bytes",
  "sha256",
  "uploaded_by",
  "for_people",
  "created_at",
  "deletion_attempts",
  "upload_attempt",
  "folder_id",
];

interface Totals {
  storedBytes: number;
  pendingBytes: number;
  uploads: number;
}

/** Locks the totals row of the organization, so concurrent calls count its uploads one after the other. */
export async function lockTotals(tx: Tx, org: string): Promise<Totals> {
  await tx`insert into file_totals (organization_id) values (${org}) on conflict do nothing`;
  const [{ storedBytes }] = await tx<[{ storedBytes: string }]>`
    select stored_bytes from file_totals where organization_id = ${org} for update`;
  const [{ uploads }] = await tx<[{ uploads: number }]>`
    select count(*)::int as uploads from file_uploads where organization_id = ${org}`;
  return { storedBytes: Number(storedBytes), pendingBytes: await selectPendingBytes(tx, org), uploads };
}

/** Declared sizes of registered files whose content may still arrive. */
export async function selectPendingBytes(tx: Tx, org: string): Promise<number> {
  const [{ bytes }] = await tx<[{ bytes: string }]>`
    select coalesce(sum(size_kb), 0)::bigint * 1024 as bytes from presigned_files
    where organization_id = ${org} and status = 'pending' and expires_at > now()`;
  return Number(bytes);
}

export async function selectStoredBytes(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<{ storedBytes: string }[]>`
    select stored_bytes from file_totals where organization_id = ${org}`;
  return Number(row?.storedBytes ?? 0);
}

/** Returns false, and adds nothing, if the total would exceed `max`. */
export async function addStoredBytes(tx: Tx, org: string, bytes: number, max: number): Promise<boolean> {
  const rows = await tx`
    update file_totals set stored_bytes = stored_bytes + ${bytes}
    where organization_id = ${org} and stored_bytes + ${bytes} <= ${max} returning 1`;
  return rows.length === 1;
}

export const subtractStoredBytes = (tx: Tx, org: string, bytes: number) =>
  tx`update file_totals set stored_bytes = stored_bytes - ${bytes} where organization_id = ${org}`;

interface NewFile {
  id: string;
  fileName: string;
  contentType: string;
  uploadedBy: string | null;
  forPeople: boolean;
}

export const insertUpload = (tx: Tx, org: string, { id, fileName, contentType, uploadedBy, forPeople }: NewFile) => tx`
  with file as (
    insert into files (organization_id, id, file_name, content_type, uploaded_by, for_people)
    values (${org}, ${id}, ${fileName}, ${contentType}, ${uploadedBy}, ${forPeople}) returning organization_id, id)
  insert into file_uploads (organization_id, file_id) select organization_id, id from file`;

export async function selectFile(tx: Tx, org: string, id: string, lock?: "to change"): Promise<FileRow | null> {
  const [row] = await tx<FileRow[]>`
    select ${tx(COLUMNS)} from files where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

/** Omits files that are being deleted. */
export const selectStoredById = (tx: Tx, org: string, ids: readonly string[], visible: boolean[]) => tx<FileRow[]>`
  select ${tx(COLUMNS)} from files f
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) and state = 'stored'
    and for_people = any(${plainColumn(visible)}::boolean[])
    and not exists (
      select from file_deletions d where d.organization_id = f.organization_id and d.file_id = f.id)
  order by id`;

/** Asynchronous commit is safe for chunks: the synchronous commit of `FinishFile` flushes all earlier WAL. */
export const useAsynchronousCommit = (tx: Tx) => tx`set local synchronous_commit = off`;

export const insertChunk = (tx: Tx, org: string, id: string, position: bigint, content: Uint8Array) => tx`
  insert into file_chunks (organization_id, file_id, position, content)
  values (${org}, ${id}, ${position.toString()}, ${content as Buffer})`;

export const updateSize = (tx: Tx, org: string, id: string, bytes: bigint) =>
  tx`update files set size_bytes = ${bytes.toString()} where organization_id = ${org} and id = ${id}`;

/** Tells whether the same bytes are already stored at this position. */
export async function hasChunk(tx: Tx, org: string, id: string, position: bigint, content: Uint8Array) {
  const rows = await tx`
    select from file_chunks
    where organization_id = ${org} and file_id = ${id} and position = ${position.toString()}
      and content = ${content as Buffer}`;
  return rows.length === 1;
}

/** Returns the content from the position to the end of its chunk, and nothing after the last byte. */
export async function selectContent(tx: Tx, org: string, id: string, position: number): Promise<Uint8Array> {
  const [row] = await tx<{ content: Uint8Array }[]>`
    select substring(content from ${position}::int - position::int + 1) as content from (
      select position, content from file_chunks
      where organization_id = ${org} and file_id = ${id} and position <= ${position}
      order by position desc limit 1) as chunk`;
  return row?.content ?? new Uint8Array();
}

/** Also the folder decides who sees a file. */
type NewPlace = Pick<FileRow, "folderId" | "forPeople">;

export async function moveFile(tx: Tx, org: string, id: string, { folderId, forPeople }: NewPlace): Promise<FileRow> {
  const [row] = await tx<[FileRow]>`
    update files set folder_id = ${folderId}, for_people = ${forPeople} where organization_id = ${org} and id = ${id}
    returning ${tx(COLUMNS)}`;
  return row;
}

export async function finishFile(tx: Tx, org: string, id: string, sha256: string): Promise<FileRow> {
  await tx`delete from file_uploads where organization_id = ${org} and file_id = ${id}`;
  const [row] = await tx<[FileRow]>`
    update files set state = 'stored', sha256 = ${sha256} where organization_id = ${org} and id = ${id}
    returning ${tx(COLUMNS)}`;
  return row;
}

/** Foreign keys delete the chunks and the unfinished upload too. */
export const deleteFile = (tx: Tx, org: string, id: string) =>
  tx`delete from files where organization_id = ${org} and id = ${id}`;

/** Marks a locked file as being deleted, and returns the number of the attempt. A second mark joins the first one. */
export async function insertMark(tx: Tx, org: string, id: string): Promise<number> {
  const [{ attempt }] = await tx<[{ attempt: number }]>`
    with begun as (
      insert into file_deletions (organization_id, file_id) values (${org}, ${id}) on conflict do nothing returning 1)
    update files set deletion_attempts = deletion_attempts + (select count(*) from begun)
    where organization_id = ${org} and id = ${id} returning deletion_attempts as attempt`;
  return attempt;
}

export async function hasMark(tx: Tx, org: string, id: string): Promise<boolean> {
  const rows = await tx`select from file_deletions where organization_id = ${org} and file_id = ${id}`;
  return rows.length === 1;
}

export const deleteMark = (tx: Tx, org: string, id: string) =>
  tx`delete from file_deletions where organization_id = ${org} and file_id = ${id}`;

/** Deletions of all organizations that have not ended, the oldest first. */
export const selectStaleDeletions = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<
  { organizationId: string; fileId: string }[]
>`
  select organization_id, file_id from file_deletions
  where since < now() - make_interval(secs => ${afterS}) order by since limit ${limit}`;

/** Unfinished uploads of all organizations, the oldest first. */
export const selectExpiredUploads = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<
  { organizationId: string; fileId: string }[]
>`
  select organization_id, file_id from file_uploads
  where since < now() - make_interval(secs => ${afterS}) order by since limit ${limit}`;

/** Keeps a file that was finished in the meantime. */
export const deleteUpload = (tx: Tx, org: string, id: string) =>
  tx`delete from files where organization_id = ${org} and id = ${id} and state = 'uploading'`;

/** Before the deletion of its file. Returns the id of the deleted reading. */
export async function deleteReadingOfFile(tx: Tx, org: string, fileId: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    delete from readings where organization_id = ${org} and file_id = ${fileId} returning id`;
  return row?.id ?? null;
}
