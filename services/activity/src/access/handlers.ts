import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type AccessService,
  IdentitySchema,
  type MembershipSchema,
  RoleSchema,
} from "@emissions/proto/activity/v1/access_service";
import type { Context } from "../context.ts";
import { requireSecondFactor } from "../second_factor/second-factor.ts";
import { findOrLink, notMember, selectMemberOfIdentity, selectUserOfIdentity } from "./identities.ts";
import { LastUsed } from "./last-used.ts";
import { callerOf, checkPassword, isTooLong } from "./passwords.ts";
import {
  type MembershipRow,
  renewHash,
  selectCredential,
  selectKey,
  selectLineage,
  selectMember,
  selectOrganizationOfKey,
} from "./queries.ts";
import { SessionUse } from "./session-use.ts";
import { actAsUser, requireSession, startSession } from "./sessions.ts";

type Needs = Pick<Context, "db" | "keys" | "sealer">;

export const accessHandlers = ({ db, keys, sealer }: Needs): ServiceImpl<typeof AccessService> => {
  const lastUsed = new LastUsed(db);
  const sessionUse = new SessionUse(db);
  return {
    authenticate: async (request, call) => {
      const { organizationId, credential, sessionId } = request;
      // Row-level security applies to the organization that the call is signed for.
      if (organizationId !== principalOf(call).organizationId) throw invalidKey();
      if (credential.case === "email") {
        const row = await db.read(call, async (tx, org) => {
          const member = await selectMember(tx, org, credential.value);
          if (member !== null && sessionId !== "") await requireSession(tx, member.userId, sessionId);
          return member;
        });
        if (row !== null && sessionId !== "") void sessionUse.record(row.userId, sessionId);
        return { membership: toMembership(organizationId, row) };
      }
      if (credential.case === "identity") {
        const find = (tx: Tx, org: string) => selectMemberOfIdentity(tx, org, credential.value);
        const row = await findOrLink({ db, call, request, identity: credential.value }, find);
        return { membership: toMembership(organizationId, row) };
      }
      if (credential.case === undefined || !keys.isWellFormed(credential.value)) throw invalidKey();
      const hashes = keys.hashes(credential.value);
      const row = await db.read(call, (tx, org) => selectKey(tx, org, hashes));
      if (!row?.usable) throw invalidKey();
      const membership = toMembership(organizationId, row);
      void lastUsed.record(organizationId, row.keyId, row.hasOldHash ? keys.hash(credential.value) : null);
      return { membership: { ...membership, apiKeyId: row.keyId } };
    },

    login: async ({ email, password, code = "", address, userAgent }, call) => {
      if (isTooLong(password) || email.includes("\0")) throw invalidCredentials();
      const credential = await db.read(call, (tx) => selectCredential(tx, email));
      // Also checked for unknown addresses, so that the response time does not reveal them.
      const { isCorrect, renewed } = await checkPassword(password, credential?.passwordHash ?? null, callerOf(call));
      if (credential === null || !isCorrect) throw invalidCredentials();
      const { id: userId } = credential;
      const sessionId = await db.asService(NIL_ID, async ({ tx }) => {
        await actAsUser(tx, userId);
        await requireSecondFactor(tx, sealer, { userId, code });
        if (renewed !== null) await renewHash(tx, credential, renewed);
        return startSession(tx, userId, { method: "password", address, userAgent });
      });
      return { userId, email: credential.email, sessionId };
    },

    loginWithIdentity: async (request, call) => {
      const identity = request.identity ?? create(IdentitySchema);
      const user = await findOrLink({ db, call, request, identity }, (tx) => selectUserOfIdentity(tx, identity));
      if (user === null) throw notMember();
      const { address, userAgent } = request;
      const signIn = { method: "openid_connect", address, userAgent } as const;
      const sessionId = await db.asService(NIL_ID, ({ tx }) => startSession(tx, user.userId, signIn));
      return { ...user, sessionId };
    },

    identifyKey: async ({ apiKey }, call) => {
      if (!keys.isWellFormed(apiKey)) throw invalidKey();
      const hashes = keys.hashes(apiKey);
      const organizationId = await db.read(call, (tx) => selectOrganizationOfKey(tx, hashes));
      if (organizationId === null) throw invalidKey();
      const row = await db.read(call, (tx) => selectKey(tx, organizationId, hashes), { owners: [organizationId] });
      if (!row?.usable) throw invalidKey();
      const membership = toMembership(organizationId, row);
      void lastUsed.record(organizationId, row.keyId, row.hasOldHash ? keys.hash(apiKey) : null);
      // The transaction read the group of the caller's organization, not of the key's.
      return { membership: { ...membership, apiKeyId: row.keyId, descendantIds: [], ancestors: [] } };
    },

    getLineage: async (_request, call) => {
      return { ancestors: await db.read(call, selectLineage) };
    },
  };
};

function toMembership(organizationId: string, row: MembershipRow | null): MessageInitShape<typeof MembershipSchema> {
  if (!row?.role || !row.memberEnabled) {
    throw notMember();
  }
  const { userId, role, descendantIds, ancestors, archived } = row;
  return { organizationId, userId, role: enumNumber(RoleSchema, role), descendantIds, ancestors, archived };
}

const invalidKey = () => unauthenticated("INVALID_API_KEY", "Invalid API key");

const invalidCredentials = () => unauthenticated("INVALID_CREDENTIALS", "Email or password is wrong.");
