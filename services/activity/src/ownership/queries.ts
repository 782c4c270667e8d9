import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Days, ShareRow } from "./boundary.ts";

/** Whether the organization is directly below the calling one. */
export async function isChild(tx: Tx, org: string, id: string): Promise<boolean> {
  const rows = await tx`select from group_tree() where id = ${id} and parent_id = ${org}`;
  return rows.length > 0;
}

/** A row of the last release has the boolean alone. */
const columns = (tx: Tx) => tx`
  organization_id, child_id, start_date, equity_share, operational_control,
  coalesce(financial_control_kind, case when financial_control then 'full' else 'none' end) as financial_control`;

export const selectShares = (tx: Tx, org: string, childId: string) => tx<ShareRow[]>`
  select ${columns(tx)} from ownership_shares
  where organization_id = ${org} and child_id = ${childId} order by start_date`;

/** The shares of the visible organizations. */
export const selectGroupShares = (tx: Tx) => tx<ShareRow[]>`
  select ${columns(tx)} from ownership_shares where organization_id = any (visible_organizations())
  order by organization_id, child_id, start_date`;

export const deleteShares = (tx: Tx, org: string, childId: string) => tx`
  delete from ownership_shares where organization_id = ${org} and child_id = ${childId}`;

export const insertShares = (
  tx: Tx,
  org: string,
  childId: string,
  shares: readonly Omit<ShareRow, "organizationId" | "childId">[],
) => tx`
  insert into ownership_shares (
    organization_id, child_id, start_date, equity_share, operational_control, financial_control,
    financial_control_kind)
  select ${org}::uuid, ${childId}::uuid, s.*
  from unnest(
    ${plainColumn(shares.map(({ startDate }) => startDate))}::date[],
    ${plainColumn(shares.map(({ equityShare }) => equityShare))}::numeric[],
    ${plainColumn(shares.map(({ operationalControl }) => operationalControl))}::boolean[],
    ${plainColumn(shares.map(({ financialControl }) => financialControl !== "none"))}::boolean[],
    ${plainColumn(shares.map(({ financialControl }) => financialControl))}::text[]
  ) as s`;

/** Records that wait for a result, of the visible organizations. */
export async function countWaiting(tx: Tx, table: string, { startDate, endDate }: Days): Promise<number> {
  const [row] = await tx<[{ count: number }]>`select waiting_records(${table}, ${startDate}, ${endDate}) as count`;
  return row.count;
}
