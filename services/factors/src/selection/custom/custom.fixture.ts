import { createClient, createRouterTransport } from "@connectrpc/connect";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { callAs, type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { toService } from "@emissions/testkit/principals";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { selectionHandlers } from "../handlers.ts";
import type { CustomGas, Tag } from "./queries.ts";

/** The real handlers, called with the principal of the request. */
export function selectionClient({ db, catalogue }: { db: Db; catalogue: Catalogue }) {
  const transport = createRouterTransport(
    (router) => void router.service(SelectionService, selectionHandlers({ db, catalogue })),
    toService("factors"),
  );
  return createClient(SelectionService, transport);
}

export const as = (principal: Principal) => callAs(principal);

/** A user of only this organization. */
export const user = (organizationId: string, ancestors: string[] = []): Principal => ({
  ...servicePrincipal(organizationId),
  kind: "user",
  userId: "somebody",
  role: "viewer",
  ancestors: ancestors.map((id) => ({ id, name: "Above" })),
});

export interface RevisionFields {
  unitId: string;
  tag?: Tag;
  enabled?: boolean;
  isBiogenic?: boolean;
  gases?: Partial<Record<CustomGas, string>>;
  startDate?: string;
  endDate?: string | null;
  /** Days of validity of single gases. */
  days?: Partial<Record<CustomGas, [start: string, end: string | null]>>;
}

/** Inserts a record with these revisions; the last one is current. */
export async function record(db: Db, org: string, revisions: readonly RevisionFields[]): Promise<string> {
  const [database, version, id] = [newId(), newId(), newId()];
  await db.asService(org, async ({ tx }) => {
    await tx`insert into custom_databases (organization_id, id, name) values (${org}, ${database}, 'Ours')`;
    await tx`
      insert into custom_versions (organization_id, id, database_id, name) values (${org}, ${version}, ${database}, '1')`;
    await tx`
      insert into custom_records (organization_id, id, version_id, concept_id, revision)
      values (${org}, ${id}, ${version}, ${newId()}, 1)`;
    for (const [at, revision] of revisions.entries()) await insertRevision(tx, { org, id, at: at + 1, ...revision });
  });
  return id;
}

/** Adds a revision and makes it current. */
export const revise = (db: Db, org: string, id: string, at: number, revision: RevisionFields) =>
  db.asService(org, ({ tx }) => insertRevision(tx, { org, id, at, ...revision }));

async function insertRevision(tx: Tx, revision: RevisionFields & { org: string; id: string; at: number }) {
  const { org, id, at, unitId, tag = "simple", enabled = true, isBiogenic = false } = revision;
  const { gases = { co2e: "1" }, startDate = "2020-01-01", endDate = null, days = {} } = revision;
  await tx`
    insert into custom_record_revisions (organization_id, record_id, revision, name, unit_id, tag, activity_categories,
      enabled, is_biogenic, uncertainty_grade)
    values (${org}, ${id}, ${at}, ${`Revision ${at}`}, ${unitId}, ${tag}, ${["stationary"]}, ${enabled}, ${isBiogenic}, 0)`;
  for (const [gas, value] of Object.entries(gases)) {
    const [start, end] = days[gas as CustomGas] ?? [startDate, endDate];
    await tx`
      insert into custom_record_factors (organization_id, record_id, revision, gas, id, value, start_date, end_date)
      values (${org}, ${id}, ${at}, ${gas}, ${newId()}, ${value}, ${start}, ${end})`;
  }
  await tx`update custom_records set revision = ${at} where organization_id = ${org} and id = ${id}`;
}

export interface GroupFields {
  startDate?: string | null;
  endDate?: string | null;
}

export async function group(
  db: Db,
  org: string,
  { startDate = null, endDate = null }: GroupFields = {},
): Promise<string> {
  const id = newId();
  await db.asService(
    org,
    ({ tx }) => tx`
      insert into custom_groups (organization_id, id, name, category, start_date, end_date)
      values (${org}, ${id}, 'Ours', 'purchases', ${startDate}, ${endDate})`,
  );
  return id;
}

export interface GroupFactorFields extends Omit<RevisionFields, "days"> {
  id?: string;
  deleted?: boolean;
}

/** Adds a factor or a change of one to the group, as a new revision of the group. */
export async function groupFactor(db: Db, org: string, groupId: string, factor: GroupFactorFields): Promise<string> {
  const { id = newId(), unitId, tag = "simple", enabled = true, isBiogenic = false, deleted = false } = factor;
  const { gases = { co2e: "1" }, startDate = "2020-01-01", endDate = null } = factor;
  const { co2e = null, co2 = null, ch4 = null, n2o = null } = gases;
  await db.asService(org, async ({ tx }) => {
    const [changed] = await tx<[{ revision: number }]>`
      update custom_groups set revision = revision + 1 where organization_id = ${org} and id = ${groupId}
      returning revision`;
    await tx`
      insert into custom_group_factors (organization_id, group_id, id, revision, name, unit_id, tag, co2e, co2, ch4, n2o,
        start_date, end_date, enabled, is_biogenic, uncertainty_grade, deleted)
      values (${org}, ${groupId}, ${id}, ${changed.revision}, 'One of ours', ${unitId}, ${tag}, ${co2e}, ${co2}, ${ch4},
        ${n2o}, ${startDate}, ${endDate}, ${enabled}, ${isBiogenic}, 0, ${deleted})`;
  });
  return id;
}
