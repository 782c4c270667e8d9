import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import type {
  CustomDatabaseSchema,
  ListCustomDatabasesRequest,
} from "@emissions/proto/factors/v1/custom_database_service";
import type { DatabaseValues } from "./rules.ts";

export interface DatabaseRow extends DatabaseValues {
  id: string;
  organizationId: string;
  createdAt: Date;
  updatedAt: Date | null;
}

/** The message for a principal of the owner or of a descendant organization. */
export function toDatabase(
  row: DatabaseRow,
  { organizationId, ancestors }: Principal,
): MessageInitShape<typeof CustomDatabaseSchema> {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    organizationId: row.organizationId,
    isOwner: row.organizationId === organizationId,
    parent: ancestors.find(({ id }) => id === row.organizationId),
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}

/** With `lock`, nobody else can change the row until the transaction ends. */
export async function selectDatabase(tx: Tx, id: string, lock?: "to change"): Promise<DatabaseRow | null> {
  const [row] = await tx<DatabaseRow[]>`
    select * from custom_databases
    where organization_id = any(visible_organizations()) and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export async function selectDatabases(tx: Tx, request: ListCustomDatabasesRequest) {
  const { search } = request;
  const { limit, offset } = pageOf(request);
  const where = tx`
    where organization_id = any(visible_organizations())
      ${search ? tx`and strpos(search_name, plain_text(${search})) > 0` : tx``}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<DatabaseRow[]>`
      select * from custom_databases ${where} order by search_name, id limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from custom_databases ${where}`,
  ]);
  return { rows, total };
}

export async function countDatabases(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<[{ total: number }]>`
    select count(*)::int as total from custom_databases where organization_id = ${org}`;
  return row.total;
}

export async function insertDatabase(
  tx: Tx,
  org: string,
  id: string,
  { name, description }: DatabaseValues,
): Promise<DatabaseRow> {
  const [row] = await tx<[DatabaseRow]>`
    insert into custom_databases (organization_id, id, name, description)
    values (${org}, ${id}, ${name}, ${description})
    returning *`;
  return row;
}

export async function updateDatabase(
  tx: Tx,
  org: string,
  id: string,
  { name, description }: DatabaseValues,
): Promise<DatabaseRow> {
  const [row] = await tx<[DatabaseRow]>`
    update custom_databases set name = ${name}, description = ${description}, updated_at = now()
    where organization_id = ${org} and id = ${id}
    returning *`;
  return row;
}

export const deleteDatabase = (tx: Tx, org: string, id: string) =>
  tx`delete from custom_databases where organization_id = ${org} and id = ${id}`;

export async function countVersions(tx: Tx, owner: string, databaseId: string): Promise<number> {
  const [row] = await tx<[{ total: number }]>`
    select count(*)::int as total from custom_versions
    where organization_id = ${owner} and database_id = ${databaseId}`;
  return row.total;
}
