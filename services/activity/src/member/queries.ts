import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";

export interface MemberRow {
  userId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: string;
  status: string;
  createdAt: Date;
  updatedAt: Date | null;
}

const shown = (tx: Tx) => tx`m.user_id, u.email, u.first_name, u.last_name, m.role, m.created_at, m.updated_at,
  case when m.enabled then 'active' else 'disabled' end as status`;

const members = (tx: Tx, org: string) => tx`
  from members m join users u on u.id = m.user_id where m.organization_id = ${org} and m.removed_at is null`;

export async function selectMembers(tx: Tx, org: string, { limit, offset }: Page) {
  const rows = await tx<MemberRow[]>`
    select ${shown(tx)} ${members(tx, org)} order by u.email, m.user_id limit ${limit} offset ${offset}`;
  const [{ total }] = await tx<[{ total: number }]>`select count(*)::int as total ${members(tx, org)}`;
  return { rows, total };
}

export async function selectMemberById(tx: Tx, org: string, userId: string): Promise<MemberRow | null> {
  const [row] = await tx<MemberRow[]>`select ${shown(tx)} ${members(tx, org)} and m.user_id = ${userId}`;
  return row ?? null;
}

export async function isMemberByEmail(tx: Tx, org: string, email: string): Promise<boolean> {
  const rows = await tx`select ${members(tx, org)} and u.email = ${email}`;
  return rows.length > 0;
}

export const updateMember = (
  tx: Tx,
  org: string,
  userId: string,
  { role, status }: Pick<MemberRow, "role" | "status">,
) =>
  tx`
    update members set role = ${role}, enabled = ${status === "active"}, updated_at = now()
    where organization_id = ${org} and user_id = ${userId}`;

export const removeMember = (tx: Tx, org: string, userId: string) => tx`
  update members set enabled = false, removed_at = now(), updated_at = now()
  where organization_id = ${org} and user_id = ${userId}`;

export async function hasActiveAdmin(tx: Tx, org: string): Promise<boolean> {
  const rows = await tx`
    select from members where organization_id = ${org} and role = 'admin' and enabled limit 1`;
  return rows.length > 0;
}
