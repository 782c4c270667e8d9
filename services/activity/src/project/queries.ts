import type { Fragment, Tx } from "@emissions/kit/db/transactions";

/** The values that a caller decides. Days are texts. */
export interface ProjectValues {
  name: string;
  description: string | null;
  startDate: string | null;
  endDate: string | null;
  dueDate: string | null;
  projectType: string | null;
  methodology: string | null;
  responsibleUserId: string;
}

export interface ProjectRow extends ProjectValues {
  organizationId: string;
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  numberOfFiles: number;
  numberOfWidgets: number;
  /** Null for an own project. */
  ownerName: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** Tables of the records that projects link. All have `file_id`. */
export const LINKED_TABLES = ["invoices", "logistics_requests"] as const;
export type LinkedTable = (typeof LINKED_TABLES)[number];
/** Readings are rows of the imports service. */
export const LINKED_KINDS = [...LINKED_TABLES, "file_readings"] as const;
export type LinkedKind = (typeof LINKED_KINDS)[number];

const fileIds = (tx: Tx, table: LinkedTable): Fragment => tx`
  select r.file_id from project_links l
  join ${tx(table)} r on r.organization_id = l.organization_id and r.id = l.entity_id
  where l.organization_id = p.organization_id and l.project_id = p.id and l.entity_type = ${table}`;

const fileIdsOfReadings = (tx: Tx): Fragment => tx`
  select l.file_id from project_links l
  where l.organization_id = p.organization_id and l.project_id = p.id and l.entity_type = 'file_readings'`;

const own = (tx: Tx, org: string): Fragment => tx`
  select p.*, u.email, u.first_name, u.last_name, null as owner_name,
    (select count(distinct file_id)::int from (
      ${fileIds(tx, "invoices")} union ${fileIds(tx, "logistics_requests")} union ${fileIdsOfReadings(tx)})
    ) as number_of_files,
    coalesce((select jsonb_array_length(w.categories) from project_widgets w
      where w.organization_id = p.organization_id and w.project_id = p.id), 0) as number_of_widgets
  from projects p join users u on u.id = p.responsible_user_id where p.organization_id = ${org}`;

const shared = (tx: Tx): Fragment => tx`select *, 0 as number_of_files from shared_projects()`;

/** All projects that the organization sees. Own ones are at most `PROJECTS_MAX`, and so are those of each owner above. */
export async function selectProjects(tx: Tx, org: string): Promise<ProjectRow[]> {
  const ownRows = await tx<ProjectRow[]>`${own(tx, org)}`;
  const sharedRows = await tx<ProjectRow[]>`${shared(tx)}`;
  return [...ownRows, ...sharedRows];
}

interface AccessRow {
  id: string;
  organizationId: string;
  allowedViews: string[];
}

/** Those of the projects that the organization owns or was invited to. */
export const selectAccess = (tx: Tx, org: string, ids: readonly string[]) => tx<AccessRow[]>`
  select id, organization_id, '{}'::text[] as allowed_views from projects
  where organization_id = ${org} and id = any (${ids as string[]}::uuid[])
  union all
  select id, organization_id, allowed_views from shared_projects() where id = any (${ids as string[]}::uuid[])`;

/** As many as `group_descendants()` returns, and the owner. */
const GROUP_MAX = 201;

/** The owners with the accepted organizations below each. Owners are the transaction's organization or above it. */
export async function selectGroups(tx: Tx, owners: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx<{ ownerId: string; id: string }[]>`
    with recursive tree as materialized (select id, parent_id from group_tree()),
    down as (
      select owner.id as owner_id, owner.id, 0 as depth from unnest(${owners as string[]}::uuid[]) as owner (id)
      union all
      select down.owner_id, tree.id, down.depth + 1 from down join tree on tree.parent_id = down.id
    )
    select owner_id, id from (
      select *, row_number() over (partition by owner_id order by depth, id) as place from down
    ) ranked where place <= ${GROUP_MAX}`;
  const groups = Map.groupBy(rows, ({ ownerId }) => ownerId);
  return new Map([...groups].map(([owner, members]) => [owner, members.map(({ id }) => id)]));
}

/** An own project, or a shared one. */
export async function selectProject(tx: Tx, org: string, id: string): Promise<ProjectRow | null> {
  const row = await selectOwnProject(tx, org, id);
  if (row !== null) return row;
  const [sharedRow] = await tx<ProjectRow[]>`${shared(tx)} where id = ${id}`;
  return sharedRow ?? null;
}

/** An own project. `for update` prevents other changes and its deletion until the transaction ends. */
export async function selectOwnProject(
  tx: Tx,
  org: string,
  id: string,
  lock?: "for update",
): Promise<ProjectRow | null> {
  const [row] = await tx<ProjectRow[]>`${own(tx, org)} and p.id = ${id} ${lock ? tx`for update of p` : tx``}`;
  return row ?? null;
}

/** Serializes creations, so that two do not exceed the limit together. */
export async function countProjects(tx: Tx, org: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`projects of ${org}`}, 0))`;
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from projects where organization_id = ${org}`;
  return row.count;
}

export const insertProject = (tx: Tx, org: string, id: string, values: ProjectValues) => tx`
  insert into projects (organization_id, id, name, description, start_date, end_date, due_date, project_type,
    methodology, responsible_user_id)
  values (${org}, ${id}, ${values.name}, ${values.description}, ${values.startDate}, ${values.endDate},
    ${values.dueDate}, ${values.projectType}, ${values.methodology}, ${values.responsibleUserId})`;

/** Has no effect after a later change, and without the project. */
export async function putWidgets(
  tx: Tx,
  { org, projectId }: { org: string; projectId: string },
  { change, categories }: { change: string; categories: readonly string[][] },
): Promise<void> {
  await tx`
    insert into project_widgets (organization_id, project_id, change, categories)
    select organization_id, id, ${change}, ${JSON.stringify(categories)}::text::jsonb from projects
    where organization_id = ${org} and id = ${projectId} for key share
    on conflict (organization_id, project_id) do update set change = excluded.change, categories = excluded.categories
    where project_widgets.change < excluded.change`;
}

export const updateProject = (tx: Tx, org: string, id: string, values: ProjectValues) => tx`
  update projects set name = ${values.name}, description = ${values.description}, start_date = ${values.startDate},
    end_date = ${values.endDate}, due_date = ${values.dueDate}, project_type = ${values.projectType},
    methodology = ${values.methodology}, responsible_user_id = ${values.responsibleUserId}, updated_at = now()
  where organization_id = ${org} and id = ${id}`;

export async function deleteProject(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from projects where organization_id = ${org} and id = ${id}`;
  return count === 1;
}

export async function isActiveMember(tx: Tx, org: string, userId: string): Promise<boolean> {
  const rows = await tx`select from members where organization_id = ${org} and user_id = ${userId} and enabled`;
  return rows.length > 0;
}
