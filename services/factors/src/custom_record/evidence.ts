import type { Tx } from "@emissions/kit/db/transactions";

/** The table of the files that document records or groups. */
export interface EvidenceTable {
  name: string;
  /** The column with the id of the record or group. */
  key: string;
}

export const RECORD_EVIDENCE: EvidenceTable = { name: "custom_record_evidence", key: "record_id" };
export const GROUP_EVIDENCE: EvidenceTable = { name: "custom_group_evidence", key: "group_id" };

/** Per record or group. */
export const EVIDENCE_MAX = 20;

export interface EvidenceRow {
  /** The record or group. */
  ownerId: string;
  fileId: string;
  fileName: string;
  sizeKb: number;
}

/** Sorted by the order of attachment. */
export const selectEvidence = (tx: Tx, { name, key }: EvidenceTable, orgs: readonly string[], ids: readonly string[]) =>
  tx<EvidenceRow[]>`
    select ${tx(key)} as owner_id, file_id, file_name, size_kb from ${tx(name)}
    where organization_id = any(${orgs as string[]}::uuid[]) and ${tx(key)} = any(${ids as string[]}::uuid[])
    order by ${tx(key)}, position, file_id`;

type File = Omit<EvidenceRow, "ownerId">;

/** Appends files. The caller must have locked the record or group. */
export const insertEvidence = (
  tx: Tx,
  { name, key }: EvidenceTable,
  org: string,
  id: string,
  files: readonly File[],
) => tx`
  insert into ${tx(name)} (organization_id, ${tx(key)}, file_id, position, file_name, size_kb)
  select ${org}::uuid, ${id}::uuid, f.file_id, last.position + f.nth, f.file_name, f.size_kb
  from unnest(
      ${files.map(({ fileId }) => fileId)}::uuid[], ${files.map(({ fileName }) => fileName)}::text[],
      ${files.map(({ sizeKb }) => sizeKb)}::int[]
    ) with ordinality as f (file_id, file_name, size_kb, nth),
    (select coalesce(max(position), 0) as position from ${tx(name)}
      where organization_id = ${org} and ${tx(key)} = ${id}) as last`;

export async function deleteEvidence(
  tx: Tx,
  { name, key }: EvidenceTable,
  org: string,
  id: string,
  fileId: string,
): Promise<boolean> {
  const rows = await tx`
    delete from ${tx(name)} where organization_id = ${org} and ${tx(key)} = ${id} and file_id = ${fileId}
    returning file_id`;
  return rows.length > 0;
}

/** Returns the number of files. */
export const deleteAllEvidence = async (tx: Tx, { name, key }: EvidenceTable, org: string, id: string) =>
  (await tx`delete from ${tx(name)} where organization_id = ${org} and ${tx(key)} = ${id}`).count;

export async function countEvidenceOfFile(tx: Tx, org: string, fileId: string): Promise<number> {
  const counts = [RECORD_EVIDENCE, GROUP_EVIDENCE].map(async ({ name }) => {
    const [row] = await tx<[{ count: number }]>`
      select count(*)::int as count from ${tx(name)} where organization_id = ${org} and file_id = ${fileId}`;
    return row.count;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count);
}

export async function deleteEvidenceOfFile(tx: Tx, org: string, fileId: string): Promise<void> {
  for (const { name } of [RECORD_EVIDENCE, GROUP_EVIDENCE]) {
    await tx`delete from ${tx(name)} where organization_id = ${org} and file_id = ${fileId}`;
  }
}
