import type { Tx } from "@emissions/kit/db/transactions";
import type { Layouts } from "./layouts.ts";
import type { WidgetValues } from "./widgets.ts";

/** Where a dashboard stands, without what it shows. */
export interface PlaceRow {
  organizationId: string;
  id: string;
  projectId: string;
  revision: number;
  bytes: number;
  isOwn: boolean;
}

export interface DashboardRow {
  organizationId: string;
  id: string;
  projectId: string;
  revision: number;
  layouts: Layouts;
  createdAt: Date;
  updatedAt: Date | null;
}

export interface WidgetRow extends WidgetValues {
  dashboardId: string;
  updatedAt: Date | null;
}

/** Of the transaction's organization, or of one above it. */
export async function selectPlace(tx: Tx, id: string): Promise<PlaceRow | null> {
  const [row] = await tx<PlaceRow[]>`
    select organization_id, id, project_id, revision, bytes, organization_id = current_organization() as is_own
    from dashboards where organization_id = any (visible_organizations()) and id = ${id}`;
  return row ?? null;
}

/** The same for many, by id, which is the order of creation. */
export const selectPlaces = (tx: Tx, after: string | null, limit: number) => tx<PlaceRow[]>`
  select organization_id, id, project_id, revision, bytes, organization_id = current_organization() as is_own
  from dashboards where organization_id = any (visible_organizations()) ${after === null ? tx`` : tx`and id > ${after}`}
  order by id limit ${limit}`;

type Key = Pick<PlaceRow, "organizationId" | "id">;

/** Those of the dashboards that still exist, by id. */
export async function selectDashboards(tx: Tx, keys: readonly Key[]): Promise<DashboardRow[]> {
  const [owners, ids] = columnsOf(keys);
  const rows = await tx<(Omit<DashboardRow, "layouts"> & { layouts: string })[]>`
    select organization_id, id, project_id, revision, layouts, created_at, updated_at from dashboards
    where (organization_id, id) in (select * from unnest(${owners}::uuid[], ${ids}::uuid[])) order by id`;
  return rows.map((row) => ({ ...row, layouts: JSON.parse(row.layouts) as Layouts }));
}

/** The widgets of the dashboards, in their order. */
export const selectWidgets = (tx: Tx, keys: readonly Key[]) => {
  const [owners, ids] = columnsOf(keys);
  return tx<WidgetRow[]>`
    select dashboard_id, id, name, type, tab_id, config, categories, updated_at from dashboard_widgets
    where (organization_id, dashboard_id) in (select * from unnest(${owners}::uuid[], ${ids}::uuid[]))
    order by dashboard_id, position`;
};

const columnsOf = (keys: readonly Key[]) =>
  [keys.map(({ organizationId }) => organizationId), keys.map(({ id }) => id)] as const;

/** Locks the dashboard until the transaction ends. */
export async function lockDashboard(tx: Tx, org: string, id: string): Promise<DashboardRow | null> {
  await tx`select from dashboards where organization_id = ${org} and id = ${id} for update`;
  const [row] = await selectDashboards(tx, [{ organizationId: org, id }]);
  return row ?? null;
}

export async function selectChangeNumber(tx: Tx): Promise<bigint> {
  const [row] = await tx<[{ change: string }]>`select nextval('dashboard_changes')::text as change`;
  return BigInt(row.change);
}

/** Serializes creations of an organization with each other and with deletions of its projects. */
export const lockDashboards = (tx: Tx, org: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`dashboards of ${org}`}, 0))`;

interface Existing {
  dashboards: number;
  /** The project has a dashboard. */
  isTaken: boolean;
  /** The project was deleted after the request looked it up. */
  isDeleted: boolean;
}

export async function selectExisting(tx: Tx, org: string, projectId: string): Promise<Existing> {
  const [row] = await tx<[Existing]>`
    select count(*)::int as dashboards, coalesce(bool_or(project_id = ${projectId}), false) as is_taken,
      exists (select from deleted_projects where organization_id = ${org} and id = ${projectId}) as is_deleted
    from dashboards where organization_id = ${org}`;
  return row;
}

/** Bytes of the other dashboards of the organization. */
export async function selectOtherBytes(tx: Tx, org: string, id: string): Promise<number> {
  const [row] = await tx<[{ bytes: number }]>`
    select coalesce(sum(bytes), 0)::int as bytes from dashboards where organization_id = ${org} and id <> ${id}`;
  return row.bytes;
}

export const insertDashboard = (
  tx: Tx,
  { organizationId, id, projectId }: Pick<PlaceRow, "organizationId" | "id" | "projectId">,
  { layouts, bytes }: { layouts: Layouts; bytes: number },
) => tx`
  insert into dashboards (organization_id, id, project_id, layouts, bytes)
  values (${organizationId}, ${id}, ${projectId}, ${JSON.stringify(layouts)}, ${bytes})`;

export const updateDashboard = (
  tx: Tx,
  { organizationId, id }: Key,
  { layouts, bytes }: { layouts: Layouts; bytes: number },
) => tx`
  update dashboards set revision = revision + 1, updated_at = clock_timestamp(), bytes = ${bytes},
    layouts = ${JSON.stringify(layouts)}
  where organization_id = ${organizationId} and id = ${id}`;

/** A widget that stays keeps its comments. Those of `changed` have a new time of change. */
export async function replaceWidgets(
  tx: Tx,
  { organizationId: org, id }: Key,
  widgets: readonly WidgetValues[],
  changed: ReadonlySet<string>,
): Promise<void> {
  const rows = widgets.map((widget, position) => ({ ...widget, position, changed: changed.has(widget.id) }));
  await tx`
    delete from dashboard_widgets
    where organization_id = ${org} and dashboard_id = ${id} and id <> all (${rows.map((row) => row.id)}::text[])`;
  await tx`
    insert into dashboard_widgets
      (organization_id, dashboard_id, id, position, name, type, tab_id, config, categories, updated_at)
    select ${org}::uuid, ${id}::uuid, w.id, w.position, w.name, w.type, w."tabId", w.config, w.categories,
      case when w.changed then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as w
      (id text, position int, name text, type text, "tabId" text, config text, categories text[], changed bool)
    on conflict (organization_id, dashboard_id, id) do update set
      position = excluded.position, name = excluded.name, type = excluded.type, tab_id = excluded.tab_id,
      config = excluded.config, categories = excluded.categories,
      updated_at = coalesce(excluded.updated_at, dashboard_widgets.updated_at)`;
}

export async function deleteDashboard(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from dashboards where organization_id = ${org} and id = ${id}`;
  return count === 1;
}

export const deleteOfProject = (tx: Tx, org: string, projectId: string) =>
  tx`delete from dashboards where organization_id = ${org} and project_id = ${projectId}`;

export const insertDeletedProject = (tx: Tx, org: string, id: string) =>
  tx`insert into deleted_projects (organization_id, id) values (${org}, ${id}) on conflict do nothing`;
