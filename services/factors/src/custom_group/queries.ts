import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import type { FactorValues, GasValue, GroupValues } from "./rules.ts";

/** A group in one of its revisions. */
export interface GroupKey {
  organizationId: string;
  id: string;
  revision: number;
}

export interface GroupRow extends GroupKey, GroupValues {
  uploadedBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  deletedAt: Date | null;
}

/** The state of a factor since a revision of its group. */
export interface FactorRow extends FactorValues {
  groupId: string;
  id: string;
  revision: number;
  deleted: boolean;
  createdAt: Date;
}

type Gases = Record<"co2e" | "co2" | "ch4" | "n2o", string | null>;
type StoredFactor = Omit<FactorRow, "gases"> & Gases;

const GASES = ["co2e", "co2", "ch4", "n2o"] as const;

const fromColumns = ({ co2e, co2, ch4, n2o, ...row }: StoredFactor): FactorRow => {
  const values: Gases = { co2e, co2, ch4, n2o };
  return { ...row, gases: GASES.flatMap((gas) => (values[gas] === null ? [] : [{ gas, value: values[gas] }])) };
};

const gasIn = (gases: readonly GasValue[], wanted: string) => gases.find(({ gas }) => gas === wanted)?.value ?? null;

/** The advisory lock serializes inserts for an organization, so that the limit holds. */
export async function lockAndCountGroups(tx: Tx, org: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`custom groups of ${org}`}, 0))`;
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from custom_groups where organization_id = ${org} and deleted_at is null`;
  return row.count;
}

export async function insertGroup(
  tx: Tx,
  org: string,
  group: GroupValues & { id: string; uploadedBy: string | null },
): Promise<GroupRow> {
  const { id, name, category, description, startDate, endDate, uploadedBy } = group;
  const [row] = await tx<[GroupRow]>`
    insert into custom_groups (organization_id, id, name, category, description, start_date, end_date, uploaded_by)
    values (${org}, ${id}, ${name}, ${category}, ${description}, ${startDate}, ${endDate}, ${uploadedBy})
    returning *`;
  return row;
}

/** A group that is not deleted, of any organization that the transaction can see. */
export async function selectGroup(tx: Tx, id: string): Promise<GroupRow | null> {
  const [row] = await tx<GroupRow[]>`
    select * from custom_groups
    where organization_id = any(visible_organizations()) and id = ${id} and deleted_at is null`;
  return row ?? null;
}

/** A group of the organization that is not deleted, locked until the transaction ends. */
export async function selectGroupToChange(tx: Tx, org: string, id: string): Promise<GroupRow | null> {
  const [row] = await tx<GroupRow[]>`
    select * from custom_groups where organization_id = ${org} and id = ${id} and deleted_at is null for update`;
  return row ?? null;
}

/** Includes deleted groups. */
export const selectGroupsById = (tx: Tx, ids: readonly string[]) => tx<GroupRow[]>`
  select * from custom_groups
  where organization_id = any(visible_organizations()) and id = any(${ids as string[]}::uuid[])`;

interface GroupFilter extends Page {
  search: string;
  category: readonly string[];
}

export async function selectGroups(tx: Tx, { search, category, limit, offset }: GroupFilter) {
  const where = tx`
    where organization_id = any(visible_organizations()) and deleted_at is null
      ${search ? tx`and strpos(search_name, plain_text(${search})) > 0` : tx``}
      ${category.length ? tx`and category = any(${category as string[]})` : tx``}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<GroupRow[]>`select * from custom_groups ${where} order by name, id limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from custom_groups ${where}`,
  ]);
  return { rows, total };
}

/** Own groups first, then those of each ancestor, the nearest first. */
export const selectLightGroups = (tx: Tx, { category, limit }: { category: string; limit: number }) => tx<GroupRow[]>`
  select * from custom_groups
  where organization_id = any(visible_organizations()) and deleted_at is null
    ${category ? tx`and category = ${category}` : tx``}
  order by array_position(visible_organizations(), organization_id), name, id limit ${limit}`;

export async function updateGroup(tx: Tx, group: GroupRow): Promise<GroupRow> {
  const { organizationId, id, name, description, deletedAt } = group;
  const [row] = await tx<[GroupRow]>`
    update custom_groups set name = ${name}, description = ${description}, deleted_at = ${deletedAt},
      revision = revision + 1, updated_at = now()
    where organization_id = ${organizationId} and id = ${id}
    returning *`;
  return row;
}

/** Evidence belongs to the group, not to a revision. */
export const touchGroup = (tx: Tx, { organizationId, id }: GroupKey) => tx<[GroupRow]>`
  update custom_groups set updated_at = now() where organization_id = ${organizationId} and id = ${id} returning *`;

/** The state of each factor in the given revisions of the groups. */
const factorsAt = (tx: Tx, groups: readonly GroupKey[]) => tx`
  select distinct on (f.organization_id, f.group_id, f.id) f.*
  from unnest(
    ${groups.map(({ organizationId }) => organizationId)}::uuid[], ${groups.map(({ id }) => id)}::uuid[],
    ${groups.map(({ revision }) => revision)}::int[]) as g (organization_id, id, revision)
  join custom_group_factors f
    on f.organization_id = g.organization_id and f.group_id = g.id and f.revision <= g.revision
  order by f.organization_id, f.group_id, f.id, f.revision desc`;

/** Factors of the groups that are not deleted, sorted by name. */
export async function selectFactors(tx: Tx, groups: readonly GroupKey[]): Promise<FactorRow[]> {
  const rows = await tx<StoredFactor[]>`
    select * from (${factorsAt(tx, groups)}) states where not deleted order by name, id`;
  return rows.map(fromColumns);
}

/** The units of the enabled factors, per group. */
export const selectUnitIds = (tx: Tx, groups: readonly GroupKey[]) => tx<{ groupId: string; unitIds: string[] }[]>`
  select group_id, array_agg(distinct unit_id order by unit_id) as unit_ids
  from (${factorsAt(tx, groups)}) states where enabled and not deleted group by group_id order by group_id`;

/** Appends a state. Former revisions keep their states. */
export async function insertFactor(tx: Tx, org: string, factor: FactorRow): Promise<FactorRow> {
  const { groupId, id, revision, gases, createdAt, ...values } = factor;
  const { name, unitId, tag, startDate, endDate, enabled, isBiogenic, uncertaintyGrade, deleted } = values;
  const [row] = await tx<[StoredFactor]>`
    insert into custom_group_factors (organization_id, group_id, id, revision, name, unit_id, tag, co2e, co2, ch4, n2o,
      start_date, end_date, enabled, is_biogenic, uncertainty_grade, deleted, created_at)
    values (${org}, ${groupId}, ${id}, ${revision}, ${name}, ${unitId}, ${tag}, ${gasIn(gases, "co2e")},
      ${gasIn(gases, "co2")}, ${gasIn(gases, "ch4")}, ${gasIn(gases, "n2o")}, ${startDate}, ${endDate}, ${enabled},
      ${isBiogenic}, ${uncertaintyGrade}, ${deleted}, ${createdAt})
    returning *`;
  return fromColumns(row);
}
