import type { Tx } from "@emissions/kit/db/transactions";
import type { LinkedTable } from "./queries.ts";

/** Records of one kind in one project. */
export interface LinksOf {
  org: string;
  projectId: string;
  table: LinkedTable;
}

/** The ids among some that have a record. */
export async function selectExisting(tx: Tx, { org, table }: LinksOf, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from ${tx(table)} where organization_id = ${org} and id = any(${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export async function insertLinks(tx: Tx, { org, projectId, table }: LinksOf, ids: readonly string[]): Promise<number> {
  const { count } = await tx`
    insert into project_links (organization_id, project_id, entity_type, entity_id)
    select ${org}, ${projectId}, ${table}, unnest(${ids as string[]}::uuid[]) on conflict do nothing`;
  return count;
}

export async function deleteLinks(tx: Tx, { org, projectId, table }: LinksOf, ids: readonly string[]): Promise<number> {
  const { count } = await tx`
    delete from project_links where organization_id = ${org} and project_id = ${projectId}
      and entity_type = ${table} and entity_id = any(${ids as string[]}::uuid[])`;
  return count;
}

/** Linked records that still exist. */
export async function countLinks(tx: Tx, { org, projectId, table }: LinksOf): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from project_links l
    join ${tx(table)} r on r.organization_id = l.organization_id and r.id = l.entity_id
    where l.organization_id = ${org} and l.project_id = ${projectId} and l.entity_type = ${table}`;
  return row.count;
}

/** A project as linked records show it. */
export interface LinkedProject {
  projectId: string;
  projectName: string;
  organizationId: string;
  organizationName: string;
}

/** The projects of each record. */
export async function selectProjectsOf(
  tx: Tx,
  orgs: readonly string[],
  table: LinkedTable,
  ids: readonly string[],
): Promise<Map<string, LinkedProject[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx<(LinkedProject & { entityId: string })[]>`
    select l.entity_id, p.id as project_id, p.name as project_name, o.id as organization_id, o.name as organization_name
    from project_links l join projects p on p.organization_id = l.organization_id and p.id = l.project_id
    join organizations o on o.id = p.organization_id
    where l.organization_id = any(${orgs as string[]}::uuid[]) and l.entity_type = ${table}
      and l.entity_id = any(${ids as string[]}::uuid[])
    order by p.name, p.id`;
  const projects = new Map<string, LinkedProject[]>();
  for (const { entityId, ...project } of rows) projects.set(entityId, [...(projects.get(entityId) ?? []), project]);
  return projects;
}
