import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";

export interface ChildRow {
  id: string;
  parentId: string;
  name: string;
  country: string;
  status: string;
  managed: boolean;
  createdAt: Date;
  updatedAt: Date | null;
  archivedAt: Date | null;
}

/** Read from the tree itself, because the principal may be some seconds old. */
const children = (tx: Tx) => tx`
  select id, parent_id, name, country, manageable as managed, created_at, updated_at, archived_at,
    case when archived_at is null then 'active' else 'archived' end as status
  from group_children()`;

export async function selectChildren(tx: Tx, { limit, offset }: Page) {
  const rows = await tx<ChildRow[]>`${children(tx)} order by depth, name, id limit ${limit} offset ${offset}`;
  const [{ total }] = await tx<[{ total: number }]>`select count(*)::int as total from group_children()`;
  return { rows, total };
}

export async function selectChild(tx: Tx, id: string): Promise<ChildRow | null> {
  const [row] = await tx<ChildRow[]>`${children(tx)} where id = ${id}`;
  return row ?? null;
}

/** The root of the group, in which the changes of places run one after the other. */
export async function selectRoot(tx: Tx): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    select coalesce((select id from group_ancestors() order by depth desc limit 1), current_organization()) as id`;
  return row.id;
}

export const lockRoot = (tx: Tx, root: string) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`group ${root}`}, 0))`;

interface NewChild {
  id: string;
  name: string;
  country: string;
  slug: string;
  parentId: string;
}

/** With the settings of the parent, whose rows the transaction reads. */
export const insertChild = (tx: Tx, { id, name, country, slug, parentId }: NewChild) => tx`
  insert into organizations (id, parent_id, accepted, name, slug, country, gwp_set, radiative_forcing,
    sector_edition)
  select ${id}, o.id, true, ${name}, ${slug}, ${country}, o.gwp_set, o.radiative_forcing,
    o.sector_edition
  from organizations o where o.id = ${parentId}`;

/** Runs for the organization itself. */
export const updatePlace = (tx: Tx, org: string, { name, parentId }: { name: string; parentId: string }) => tx`
  update organizations set name = ${name}, parent_id = ${parentId}, updated_at = now() where id = ${org}`;

export const archive = (tx: Tx, org: string) => tx`
  update organizations set archived_at = now(), updated_at = now() where id = ${org} and archived_at is null`;

export const restore = (tx: Tx, org: string) => tx`
  update organizations set archived_at = null, updated_at = now() where id = ${org}`;

/** Places the organization below another one that it agreed with. */
export const join = (tx: Tx, org: string, parentId: string) => tx`
  update organizations set parent_id = ${parentId}, accepted = true, managed = false, updated_at = now()
  where id = ${org}`;

export const leave = (tx: Tx, org: string) => tx`
  update organizations set parent_id = null, accepted = false, managed = true, updated_at = now() where id = ${org}`;

export interface PlaceRow {
  name: string;
  /** Null outside of a group. */
  parentId: string | null;
  managed: boolean;
  archivedAt: Date | null;
}

/** The place of an organization, locked until the transaction ends. */
export async function lockPlace(tx: Tx, org: string): Promise<PlaceRow> {
  const [row] = await tx<[PlaceRow]>`
    select name, case when accepted then parent_id end as parent_id, managed, archived_at
    from organizations where id = ${org} for no key update`;
  return row;
}

/** Keys of the transaction's group that are neither revoked nor expired. */
export async function countGroupKeys(tx: Tx): Promise<number> {
  const [row] = await tx<[{ count: number }]>`select group_active_keys() as count`;
  return row.count;
}
