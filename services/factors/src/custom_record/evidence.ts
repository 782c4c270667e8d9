import type { Tx } from "@emissions/kit/db/transactions";

export interface EvidenceRow {
  recordId: string;
  fileId: string;
  fileName: string;
  sizeKb: number;
}

/** Sorted by the order of attachment. */
export const selectEvidence = (tx: Tx, owner: string, recordIds: readonly string[]) =>
  tx<EvidenceRow[]>`
    select record_id, file_id, file_name, size_kb from custom_record_evidence
    where organization_id = ${owner} and record_id = any(${recordIds as string[]}::uuid[])
    order by record_id, position, file_id`;

type File = Omit<EvidenceRow, "recordId">;

/** Appends files. The caller must have locked the record. */
export const insertEvidence = (tx: Tx, org: string, recordId: string, files: readonly File[]) => tx`
  insert into custom_record_evidence (organization_id, record_id, file_id, position, file_name, size_kb)
  select ${org}::uuid, ${recordId}::uuid, f.file_id, last.position + f.nth, f.file_name, f.size_kb
  from unnest(
      ${files.map(({ fileId }) => fileId)}::uuid[], ${files.map(({ fileName }) => fileName)}::text[],
      ${files.map(({ sizeKb }) => sizeKb)}::int[]
    ) with ordinality as f (file_id, file_name, size_kb, nth),
    (select coalesce(max(position), 0) as position from custom_record_evidence
      where organization_id = ${org} and record_id = ${recordId}) as last`;

export async function deleteEvidence(tx: Tx, org: string, recordId: string, fileId: string): Promise<boolean> {
  const rows = await tx`
    delete from custom_record_evidence
    where organization_id = ${org} and record_id = ${recordId} and file_id = ${fileId}
    returning file_id`;
  return rows.length > 0;
}

export const deleteEvidenceOfFile = (tx: Tx, org: string, fileId: string) =>
  tx`delete from custom_record_evidence where organization_id = ${org} and file_id = ${fileId}`;
