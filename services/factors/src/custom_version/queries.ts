import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import type {
  CustomVersionSchema,
  ListCustomVersionsRequest,
} from "@emissions/proto/factors/v1/custom_database_service";
import { countVersions } from "../custom_database/queries.ts";
import type { VersionValues } from "./rules.ts";

export interface VersionRow extends VersionValues {
  id: string;
  organizationId: string;
  databaseId: string;
  recordsCount: number;
  createdAt: Date;
  updatedAt: Date | null;
}

export interface VersionPath {
  databaseId: string;
  sourceId: string;
}

export const toVersion = (row: VersionRow): MessageInitShape<typeof CustomVersionSchema> => ({
  id: row.id,
  databaseId: row.databaseId,
  name: row.name,
  startDate: row.startDate ?? undefined,
  endDate: row.endDate ?? undefined,
  recordsCount: row.recordsCount,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
});

const withCount = (tx: Tx) => tx`
  v.*, (select count(*)::int from custom_records r
    where r.organization_id = v.organization_id and r.version_id = v.id) as records_count`;

export async function selectVersion(
  tx: Tx,
  owner: string,
  { databaseId, sourceId }: VersionPath,
): Promise<VersionRow | null> {
  const [row] = await tx<VersionRow[]>`
    select ${withCount(tx)} from custom_versions v
    where v.organization_id = ${owner} and v.id = ${sourceId} and v.database_id = ${databaseId}`;
  return row ?? null;
}

/** Locks the version until the transaction ends: against changes, or only against deletion. */
export async function lockVersion(
  tx: Tx,
  org: string,
  { databaseId, sourceId }: VersionPath,
  purpose: "to change" | "to refer to",
): Promise<boolean> {
  const locking = { "to change": tx`for update`, "to refer to": tx`for key share` }[purpose];
  const rows = await tx`
    select from custom_versions
    where organization_id = ${org} and id = ${sourceId} and database_id = ${databaseId} ${locking}`;
  return rows.length > 0;
}

export async function selectVersions(tx: Tx, owner: string, request: ListCustomVersionsRequest) {
  const { databaseId } = request;
  const { limit, offset } = pageOf(request);
  const [rows, total] = await Promise.all([
    tx<VersionRow[]>`
      select ${withCount(tx)} from custom_versions v
      where v.organization_id = ${owner} and v.database_id = ${databaseId}
      order by v.start_date desc nulls last, v.id desc limit ${limit} offset ${offset}`,
    countVersions(tx, owner, databaseId),
  ]);
  return { rows, total };
}

interface Version extends VersionValues {
  id: string;
}

export const insertVersion = (tx: Tx, org: string, databaseId: string, v: Version) => tx`
  insert into custom_versions (organization_id, id, database_id, name, start_date, end_date)
  values (${org}, ${v.id}, ${databaseId}, ${v.name}, ${v.startDate}, ${v.endDate})`;

export const updateVersion = (tx: Tx, org: string, v: Version) => tx`
  update custom_versions set name = ${v.name}, start_date = ${v.startDate}, end_date = ${v.endDate}, updated_at = now()
  where organization_id = ${org} and id = ${v.id}`;

export const deleteVersion = (tx: Tx, org: string, id: string) =>
  tx`delete from custom_versions where organization_id = ${org} and id = ${id}`;
