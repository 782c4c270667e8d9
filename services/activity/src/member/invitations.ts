import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { accountAddress } from "@emissions/kit/process/account-address";
import { isId, newId } from "@emissions/kit/process/id";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { type Check, checkEnum, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import { busy, conflict, notFound, unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, RoleSchema } from "@emissions/proto/activity/v1/access_service";
import {
  type InviteMemberRequest,
  type ListMemberInvitationsRequest,
  MemberInvitationSchema,
  type MemberService,
} from "@emissions/proto/activity/v1/member_service";
import { lockMembers, putMember } from "../access/members.ts";
import { callerOf, type HashCaller, hashPassword, isPassword, isTooLong } from "../access/passwords.ts";
import { type CredentialRow, selectCredential } from "../access/queries.ts";
import { requireSignIn } from "../access/sign-in.ts";
import type { Context } from "../context.ts";
import { EMAIL } from "../employee/rules.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { refuseArchived, selectOrganizationName } from "../organization/queries.ts";
import { checkNewPassword } from "../password/rules.ts";
import { rowWriter } from "../rows.ts";
import {
  countAttempt,
  countInvitations,
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  insertUser,
  selectInvitation,
  takeInvitation,
} from "./invitation-queries.ts";
import { isMemberByEmail } from "./queries.ts";

/** Days until a link expires. */
const EXPIRES_IN_DAYS = 7;
const EXPIRES_IN_DAYS_MAX = 30;
/** Invitations of one organization. */
const INVITATIONS_MAX = 1_000;
/** Acceptances of one link that may fail, such as by wrong passwords. */
const ATTEMPTS_MAX = 10;
const EMAIL_MAX = 254;
const NAME_MAX = 255;

const toInvitation = rowWriter(MemberInvitationSchema);
const shown = (row: InvitationRow) => toInvitation({ ...row, token: null });

const invitationList: List<ListMemberInvitationsRequest> = {
  table: "member_invitations",
  filters: {},
  // Ids are made in the order of time.
  order: [{ by: "id", descending: true }],
};

/**
 * A link proves that its holder was invited, and not that an address is theirs: admins see the links that they make. So a
 * link never changes the password of a known person, who confirms with it instead.
 */
export function invitationHandlers({ db, keys }: Pick<Context, "db" | "keys">) {
  return {
    inviteMember: async (request, call) => {
      // Folded first, because some letters are longer in lower case.
      const email = accountAddress(request.email);
      refuse(checkInvitation({ ...request, email }));
      const { firstName = null, lastName = null, expiresInDays = EXPIRES_IN_DAYS } = request;
      const [id, token] = [newId(), newLinkToken(principalOf(call).organizationId)];
      const { memberInvitation } = await db.write(call, request, async ({ tx, org, principal, about }) => {
        requireSignIn(principal);
        await lockMembers(tx, org);
        await refuseMember(tx, org, email);
        if ((await countInvitations(tx, org)) >= INVITATIONS_MAX)
          throw conflict(
            "MEMBER_INVITATION_LIMIT_REACHED",
            `There are ${INVITATIONS_MAX} invitations; delete one first.`,
          );
        about(id);
        const person = { email, firstName, lastName, role: enumText(RoleSchema, request.role) };
        const link = { id, tokenHash: keys.hash(token), expiresInDays, createdBy: principal.userId };
        return { memberInvitation: shown(await insertInvitation(tx, org, { ...person, ...link })) };
      });
      return { memberInvitation: memberInvitation.id === id ? { ...memberInvitation, token } : memberInvitation };
    },

    listMemberInvitations: async (request, call) => {
      const query = parseListQuery(invitationList, request, principalOf(call));
      const { rows, total } = await db.read(call, (tx) => selectList<InvitationRow>(tx, query));
      return { memberInvitations: rows.map(shown), total };
    },

    withdrawMemberInvitation: (request, call) =>
      db.write(
        call,
        request,
        async ({ tx, org, about }) => {
          if (!isId(request.id) || !(await deleteInvitation(tx, org, request.id))) throw notFound("member invitation");
          about(request.id);
          return {};
        },
        { allowsArchived: true },
      ),

    getMemberInvitation: ({ token }, call) => {
      return db.read(call, async (tx, org) => {
        const invitation = found(await selectInvitation(tx, org, keys.hashes(token)));
        const { email, role, expiresAt } = invitation;
        return {
          form: {
            organizationName: await selectOrganizationName(tx, org),
            email,
            role: enumNumber(RoleSchema, role),
            expiresAt: timestampFromDate(expiresAt),
          },
        };
      });
    },

    acceptMemberInvitation: async (request, call) => {
      const { token, password = null } = request;
      const tokenHashes = keys.hashes(token);
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier;
      // Outside of the transaction of the acceptance: it commits with a wrong password, too, and hashes take long.
      const { known, invited } = await db.asService(principalOf(call).organizationId, async ({ tx, org }) => {
        const email = await countAttempt(tx, org, { tokenHashes, attemptsMax: ATTEMPTS_MAX });
        if (email === null) throw notFound("link");
        return { known: await selectCredential(tx, email), invited: email };
      });
      const passwordHash =
        known === null
          ? await chosen(password, invited, callerOf(call))
          : await confirm(known, password, callerOf(call));
      return db.write(call, request, async ({ tx, org, about, emit }) => {
        await refuseArchived(tx, [org]);
        await lockMembers(tx, org);
        const { email, firstName, lastName, role } = found(await takeInvitation(tx, org, tokenHashes));
        await refuseMember(tx, org, email);
        const present = await selectCredential(tx, email);
        if (present?.passwordHash !== known?.passwordHash) throw changedMeanwhile();
        const id = present?.id ?? newId();
        const user = { id, email, firstName, lastName, passwordHash };
        if (present === null && !(await insertUser(tx, user))) throw changedMeanwhile();
        await putMember(tx, org, id, role);
        about(id);
        emit(AccessChangedSchema, {});
        const organizationName = await selectOrganizationName(tx, org);
        return { joined: { organizationId: org, organizationName, email, role: enumNumber(RoleSchema, role) } };
      });
    },
  } satisfies Partial<ServiceImpl<typeof MemberService>>;
}

/** Acceptance must not change the role of a member. */
async function refuseMember(tx: Tx, org: string, email: string): Promise<void> {
  if (await isMemberByEmail(tx, org, email))
    throw conflict("MEMBER_ALREADY_EXISTS", "The organization has a member with this address.");
}

/** The hash of the password of a new person. People who sign in elsewhere choose none. */
async function chosen(password: string | null, email: string, caller: HashCaller): Promise<string | null> {
  if (password === null) return null;
  refuse(checkNewPassword("password", password, email));
  return hashPassword(password, caller);
}

/** A known person with a password confirms with it, and keeps it. */
async function confirm({ passwordHash }: CredentialRow, password: string | null, caller: HashCaller): Promise<null> {
  if (passwordHash === null) return null;
  const fits = password !== null && !isTooLong(password);
  if (!fits || !(await isPassword(password, passwordHash, caller)))
    throw unauthenticated("INVALID_CREDENTIALS", "Confirm with the password of your account.");
  return null;
}

const changedMeanwhile = () =>
  busy("RECORD_CHANGED_MEANWHILE", "Another request changed the account of the person. Try again.");

function checkInvitation({ email, firstName, lastName, role, expiresInDays = 1 }: InviteMemberRequest): Check[] {
  return [
    ...checkText("email", email, { max: EMAIL_MAX, required: true }),
    ...(email === "" || EMAIL.test(email)
      ? []
      : [violation("email", "value_error.email", "value is not a valid email address")]),
    ...checkText("first_name", firstName ?? null, { max: NAME_MAX }),
    ...checkText("last_name", lastName ?? null, { max: NAME_MAX }),
    ...checkEnum("role", enumText(RoleSchema, role), enumTexts(RoleSchema)),
    ...(expiresInDays >= 1 && expiresInDays <= EXPIRES_IN_DAYS_MAX
      ? []
      : [violation("expires_in_days", "value_error.number.not_le", `from 1 to ${EXPIRES_IN_DAYS_MAX}`)]),
  ];
}

function found(row: InvitationRow | null): InvitationRow {
  if (row === null) throw notFound("link");
  return row;
}
