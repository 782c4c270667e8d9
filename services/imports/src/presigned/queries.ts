import type { Tx } from "@emissions/kit/db/transactions";

export interface PresignedRow {
  fileId: string;
  status: "pending" | "error";
  contentType: string;
  sizeKb: number;
  expiresAt: Date;
}

interface NewRow {
  id: string;
  fileName: string;
  /** By the extension. */
  contentType: string;
  mimeType: string;
  sizeKb: number;
  uploadedBy: string | null;
  forPeople: boolean;
  expiresAt: Date;
  folderId: string | null;
}

export const insertPresigned = (tx: Tx, org: string, row: NewRow) => tx`
  with file as (
    insert into files (organization_id, id, file_name, content_type, uploaded_by, for_people, folder_id)
    values (${org}, ${row.id}, ${row.fileName}, ${row.contentType}, ${row.uploadedBy}, ${row.forPeople}, ${row.folderId})
    returning organization_id, id)
  insert into presigned_files (organization_id, file_id, content_type, size_kb, expires_at)
  select organization_id, id, ${row.mimeType}, ${row.sizeKb}, ${row.expiresAt} from file`;

export async function countPresigned(tx: Tx, org: string): Promise<number> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from presigned_files where organization_id = ${org} and status = 'pending'`;
  return count;
}

export async function selectPresigned(tx: Tx, org: string, id: string): Promise<PresignedRow | null> {
  const [row] = await tx<PresignedRow[]>`
    select file_id, status, content_type, size_kb, expires_at from presigned_files
    where organization_id = ${org} and file_id = ${id}`;
  return row ?? null;
}

/** The file must be locked. Chunks of earlier attempts are dropped and refused from now on. */
export async function beginAttempt(tx: Tx, org: string, id: string): Promise<number> {
  await tx`delete from file_chunks where organization_id = ${org} and file_id = ${id}`;
  const [{ uploadAttempt }] = await tx<[{ uploadAttempt: number }]>`
    update files set upload_attempt = upload_attempt + 1, size_bytes = 0
    where organization_id = ${org} and id = ${id} returning upload_attempt`;
  return uploadAttempt;
}

export const deletePresigned = (tx: Tx, org: string, id: string) =>
  tx`delete from presigned_files where organization_id = ${org} and file_id = ${id}`;

/** Its URL ends with it. */
export const giveUpPresigned = (tx: Tx, org: string, id: string) => tx`
  update presigned_files set status = 'error', expires_at = least(expires_at, now())
  where organization_id = ${org} and file_id = ${id}`;

/** Registered files of all organizations whose content never arrived, the longest expired first. */
export const selectExpiredPresigned = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<
  { organizationId: string; fileId: string }[]
>`
  select organization_id, file_id from presigned_files
  where expires_at < now() - make_interval(secs => ${afterS}) order by expires_at limit ${limit}`;
