import { type FieldChanges, fieldChanges } from "@emissions/kit/db/audit";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { lockMembers } from "../access/members.ts";
import { revokeKeysOf } from "../api_key/queries.ts";
import { deleteGroupInvitationsOf } from "../group/invitation-queries.ts";
import { deleteResetsOf } from "../password/reset-queries.ts";
import { deleteInvitationsOf } from "./invitation-queries.ts";
import { hasActiveAdmin, type MemberRow, removeMember, selectMemberById, updateMember } from "./queries.ts";

type Changing = Pick<Write, "tx" | "org" | "about" | "emit">;

export interface MemberChange {
  role?: string;
  status?: string;
}

/** Locks the members, so that two requests do not remove the last two admins. */
export async function changeMember(write: Changing, userId: string, change: MemberChange): Promise<MemberRow> {
  const { tx, org } = write;
  const before = await lockMember(tx, org, userId);
  const after = { ...before, ...change };
  await updateMember(tx, org, userId, after);
  await recordChange(write, before, isAdmin(after), fieldChanges(before, after, { fields: ["role", "status"] }));
  return (await selectMemberById(tx, org, userId))!;
}

/** The row stays, because its name stands on records. Its keys must not work again if the person returns. */
export async function endMembership(write: Changing, userId: string): Promise<void> {
  const { tx, org } = write;
  const before = await lockMember(tx, org, userId);
  await removeMember(tx, org, userId);
  await revokeKeysOf(tx, org, userId);
  await recordChange(write, before, false, { status: { old: before.status, new: "removed" } });
}

async function recordChange(
  { tx, org, about, emit }: Changing,
  before: MemberRow,
  staysAdmin: boolean,
  changes: FieldChanges,
): Promise<void> {
  if (isAdmin(before) && !staysAdmin) {
    if (!(await hasActiveAdmin(tx, org)))
      throw conflict("LAST_ADMIN", "The member is the only active admin of the organization.");
    // A former admin may know the secrets of these links.
    await deleteInvitationsOf(tx, org, before.userId);
    await deleteGroupInvitationsOf(tx, org, before.userId);
  }
  await deleteResetsOf(tx, org, before.userId);
  about(before.userId, changes);
  emit(AccessChangedSchema, {});
}

const isAdmin = ({ role, status }: Pick<MemberRow, "role" | "status">) => role === "admin" && status === "active";

async function lockMember(tx: Tx, org: string, userId: string): Promise<MemberRow> {
  await lockMembers(tx, org);
  const row = await selectMemberById(tx, org, userId);
  if (row === null) throw notFound("member");
  return row;
}
