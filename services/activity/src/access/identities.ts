import type { Message } from "@bufbuild/protobuf";
import type { Call, Db, Tx } from "@emissions/kit/db/transactions";
import { accountAddress } from "@emissions/kit/process/account-address";
import { forbidden } from "@emissions/kit/wire/errors";
import type { Identity } from "@emissions/proto/activity/v1/access_service";
import { group, type MembershipRow, selectCredential } from "./queries.ts";
import { endSessions } from "./sessions.ts";

const ISSUER_LENGTH_MAX = 2_048;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

interface UserRow {
  userId: string;
}

interface Attempt {
  db: Db;
  call: Call;
  request: Message;
  identity: Identity;
}

type Find<R> = (tx: Tx, org: string) => Promise<R | null>;

/**
 * Finds the user of an identity with `find`. An unknown subject is linked to the user of its verified address first.
 * Null if nobody is linked.
 */
export async function findOrLink<R extends UserRow>(attempt: Attempt, find: Find<R>): Promise<R | null> {
  const { db, call, request, identity } = attempt;
  const { issuer, subject, verifiedEmail } = identity;
  if (issuer.length > ISSUER_LENGTH_MAX || issuer.includes("\0") || !SUBJECT.test(subject)) return null;
  const { known, isUser } = await db.read(call, async (tx, org) => {
    const row = await find(tx, org);
    const needsUser = row === null && verifiedEmail !== "" && !verifiedEmail.includes("\0");
    return { known: row, isUser: needsUser && (await selectCredential(tx, verifiedEmail)) !== null };
  });
  if (!isUser) return known;
  return db.write(call, request, async ({ tx, org, about }) => {
    await tx`select link_identity(${issuer}, ${subject}, ${accountAddress(verifiedEmail)})`;
    const row = await find(tx, org);
    if (row === null) throw notMember();
    about(row.userId);
    return row;
  });
}

export const notMember = () => forbidden("LOGGED_USER_NOT_MEMBER", "The user is not a member of the organization.");

export async function selectMemberOfIdentity(tx: Tx, org: string, { issuer, subject }: Identity) {
  const [row] = await tx<MembershipRow[]>`
    select u.id as user_id, m.role, m.enabled as member_enabled, ${group(tx)}
    from user_by_identity(${issuer}, ${subject}) u
    left join members m on m.organization_id = ${org} and m.user_id = u.id`;
  return row ?? null;
}

export async function selectUserOfIdentity(tx: Tx, { issuer, subject }: Identity) {
  const [row] = await tx<{ userId: string; email: string }[]>`
    select id as user_id, email from user_by_identity(${issuer}, ${subject})`;
  return row ?? null;
}

/** The links of the user with this address, in the order of their issuers. */
export const selectIdentities = (tx: Tx, email: string) => tx<{ issuer: string; subject: string; linkedAt: Date }[]>`
  select issuer, subject, linked_at from identities_of(${accountAddress(email)})`;

/** Removes a link and ends the sessions of the user, because the subject may have begun them. False without such a link. */
export async function unlinkIdentity(
  tx: Tx,
  email: string,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
): Promise<boolean> {
  const [row] = await tx<
    [{ userId: string | null }]
  >`select unlink_identity(${issuer}, ${subject}, ${accountAddress(email)}) as user_id`;
  if (row.userId === null) return false;
  await endSessions(tx, row.userId, null);
  return true;
}
