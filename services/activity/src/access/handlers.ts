import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { enumNumber } from "@emissions/kit/wire/enum";
import { forbidden, unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type AccessService, type MembershipSchema, RoleSchema } from "@emissions/proto/activity/v1/access_service";
import type { Context } from "../context.ts";
import { LastUsed } from "./last-used.ts";
import { isPassword, PASSWORD_CHARACTERS_MAX } from "./passwords.ts";
import {
  type MembershipRow,
  selectCredential,
  selectKey,
  selectLineage,
  selectMember,
  selectOrganizationOfKey,
} from "./queries.ts";

export const accessHandlers = ({ db, keys }: Pick<Context, "db" | "keys">): ServiceImpl<typeof AccessService> => {
  const lastUsed = new LastUsed(db);
  return {
    authenticate: async ({ organizationId, credential }, call) => {
      // Row-level security applies to the organization that the call is signed for.
      if (organizationId !== principalOf(call).organizationId) throw invalidKey();
      if (credential.case === "email") {
        const row = await db.read(call, (tx, org) => selectMember(tx, org, credential.value));
        return { membership: toMembership(organizationId, row) };
      }
      if (credential.case === undefined || !keys.isWellFormed(credential.value)) throw invalidKey();
      const row = await db.read(call, (tx, org) => selectKey(tx, org, keys.hash(credential.value)));
      if (!row?.usable) throw invalidKey();
      const membership = toMembership(organizationId, row);
      void lastUsed.record(organizationId, row.keyId);
      return { membership: { ...membership, apiKeyId: row.keyId } };
    },

    login: async ({ email, password }, call) => {
      if (password.length > PASSWORD_CHARACTERS_MAX || email.includes("\0")) throw invalidCredentials();
      const credential = await db.read(call, (tx) => selectCredential(tx, email));
      // Also checked for unknown addresses, so that the response time does not reveal them.
      const isCorrect = await isPassword(password, credential?.passwordHash ?? null);
      if (credential === null || !isCorrect) throw invalidCredentials();
      return { userId: credential.id, email: credential.email };
    },

    identifyKey: async ({ apiKey }, call) => {
      if (!keys.isWellFormed(apiKey)) throw invalidKey();
      const hash = keys.hash(apiKey);
      const organizationId = await db.read(call, (tx) => selectOrganizationOfKey(tx, hash));
      if (organizationId === null) throw invalidKey();
      const row = await db.read(call, (tx) => selectKey(tx, organizationId, hash), { owners: [organizationId] });
      if (!row?.usable) throw invalidKey();
      const membership = toMembership(organizationId, row);
      void lastUsed.record(organizationId, row.keyId);
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
    throw forbidden("LOGGED_USER_NOT_MEMBER", "The user is not a member of the organization.");
  }
  const { userId, role, descendantIds, ancestors, archived } = row;
  return { organizationId, userId, role: enumNumber(RoleSchema, role), descendantIds, ancestors, archived };
}

const invalidKey = () => unauthenticated("INVALID_API_KEY", "Invalid API key");

const invalidCredentials = () => unauthenticated("INVALID_CREDENTIALS", "Email or password is wrong.");
