import type { Tx } from "@emissions/kit/db/transactions";

/** Changes of the members of an organization run one after the other, so that one admin always stays. */
export const lockMembers = (tx: Tx, org: string) => tx`
  select from organizations where id = ${org} for no key update`;

/** Adds a member, or one again that was removed. Not for present members. */
export const putMember = (tx: Tx, org: string, userId: string, role: string) => tx`
  insert into members as m (organization_id, user_id, role) values (${org}, ${userId}, ${role})
  on conflict (organization_id, user_id) do update set
    role = excluded.role, enabled = true, removed_at = null, updated_at = now()`;
