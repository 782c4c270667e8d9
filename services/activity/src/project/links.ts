import { chunked } from "@emissions/kit/db/chunked";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import type { LinkedKind, LinkedTable } from "./queries.ts";

/** Ids in one statement. */
const STEP_IDS_MAX = 10_000;

/** Records of one kind in one project. */
export interface LinksOf {
  org: string;
  projectId: string;
  kind: LinkedKind;
}

/** The ids among some that have a record. Protects the records from deletion until the transaction ends. */
export async function lockExisting(
  tx: Tx,
  { org, table }: { org: string; table: LinkedTable },
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from ${tx(table)} where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
    order by id for key share`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the number of new links. */
export async function insertLinks(tx: Tx, { org, projectId, kind }: LinksOf, ids: readonly string[]): Promise<number> {
  const results = await Promise.all(
    chunked(ids, STEP_IDS_MAX).map(
      (chunk) => tx`
        insert into project_links (organization_id, project_id, entity_type, entity_id)
        select ${org}, ${projectId}, ${kind}, unnest(${chunk as string[]}::uuid[]) on conflict do nothing`,
    ),
  );
  return results.reduce((sum, { count }) => sum + count, 0);
}

/** `files` has the file of each reading. */
export async function insertReadingLinks(
  tx: Tx,
  { org, projectId, kind }: LinksOf,
  files: ReadonlyMap<string, string>,
): Promise<number> {
  const { count } = await tx`
    insert into project_links (organization_id, project_id, entity_type, entity_id, file_id)
    select ${org}, ${projectId}, ${kind}, r.id, r.file_id
    from unnest(${[...files.keys()]}::uuid[], ${[...files.values()]}::uuid[]) as r (id, file_id)
    on conflict do nothing`;
  return count;
}

export async function deleteLinks(tx: Tx, { org, projectId, kind }: LinksOf, ids: readonly string[]): Promise<number> {
  const { count } = await tx`
    delete from project_links where organization_id = ${org} and project_id = ${projectId}
      and entity_type = ${kind} and entity_id = any(${ids as string[]}::uuid[])`;
  return count;
}

const ofProject = (tx: Tx, { org, projectId, kind }: LinksOf): Fragment => tx`
  from project_links where organization_id = ${org} and project_id = ${projectId} and entity_type = ${kind}`;

/** Deletions of records delete their links, so every link has its record. */
export async function countLinks(tx: Tx, links: LinksOf): Promise<number> {
  const [row] = await tx<[{ count: number }]>`select count(*)::int as count ${ofProject(tx, links)}`;
  return row.count;
}

export async function selectLinkedIds(tx: Tx, links: LinksOf, limit: number): Promise<string[]> {
  const rows = await tx<{ entityId: string }[]>`
    select entity_id ${ofProject(tx, links)} order by entity_id limit ${limit}`;
  return rows.map(({ entityId }) => entityId);
}

/** Takes a deleted reading out of all projects of the organization. */
export const deleteLinksOfReading = (tx: Tx, org: string, id: string) => tx`
  delete from project_links where organization_id = ${org} and entity_type = 'file_readings' and entity_id = ${id}`;

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
