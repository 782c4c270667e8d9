import type { Tx } from "@emissions/kit/db/transactions";
import { COUNTED_MAX } from "../list/totals.ts";

export interface Count {
  count: number;
  /** Null without rows. */
  last: Date | null;
}

/** The number of rows of a table whose migration calls `count_rows`. Its cost does not grow with the rows. */
export async function selectCount(tx: Tx, org: string, table: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select coalesce(sum(count), 0)::int as count from row_counts where organization_id = ${org} and table_name = ${table}`;
  return row.count;
}

/** Ids grow with time, so two index look-ups find the latest creation or change. */
export async function selectSummary(tx: Tx, org: string, table: string): Promise<Count> {
  const [count, [row]] = await Promise.all([
    selectCount(tx, org, table),
    tx<[{ last: Date | null }]>`
      select greatest(
        (select created_at from ${tx(table)} where organization_id = ${org} order by id desc limit 1),
        (select max(updated_at) from ${tx(table)} where organization_id = ${org})) as last`,
  ]);
  return { count, last: row.last };
}

/** The recharges of a project, counted up to `COUNTED_MAX`. */
export async function selectRechargesOf(tx: Tx, org: string, projectId: string): Promise<Count> {
  const [row] = await tx<[Count]>`
    select count(*)::int as count, max(greatest(created_at, updated_at)) as last from (
      select created_at, updated_at from logistics_recharges
      where organization_id = ${org} and project_id = ${projectId}::uuid limit ${COUNTED_MAX}) as counted`;
  return row;
}

/** The linked requests of a project, counted up to `COUNTED_MAX`. */
export async function selectRequestsOf(tx: Tx, org: string, projectId: string): Promise<Count> {
  const [row] = await tx<[Count]>`
    select count(*)::int as count, max(greatest(created_at, updated_at)) as last from (
      select r.created_at, r.updated_at from project_links l
      join logistics_requests r on r.organization_id = l.organization_id and r.id = l.entity_id
      where l.organization_id = ${org} and l.project_id = ${projectId} and l.entity_type = 'logistics_requests'
      limit ${COUNTED_MAX}) as counted`;
  return row;
}
