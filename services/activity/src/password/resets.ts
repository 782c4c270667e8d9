import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { newLinkToken, organizationOfLink } from "@emissions/kit/process/link-token";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound, unauthenticated } from "@emissions/kit/wire/errors";
import type { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { auditPerson } from "../access/audit-person.ts";
import { lockMembers } from "../access/members.ts";
import { callerOf, hashPassword } from "../access/passwords.ts";
import { signOut } from "../access/sessions.ts";
import { requireSignIn } from "../access/sign-in.ts";
import type { Context } from "../context.ts";
import { changeHash } from "./queries.ts";
import { insertReset, isMember, isMemberElsewhere, selectResetPerson, takeReset } from "./reset-queries.ts";
import { checkNewPassword } from "./rules.ts";

/**
 * Admins see the links that they make, so a link lets its admin act as the person. It is made only where the admin's
 * organization manages every organization of the person.
 */
export const resetHandlers = ({ db, keys, log }: Pick<Context, "db" | "keys" | "log">) =>
  ({
    createPasswordReset: async (request, call) => {
      const { userId } = request;
      // Empty for a replay.
      const shown: { token?: string } = {};
      const { passwordReset } = await db.write(call, request, async ({ tx, org, principal, about }) => {
        requireSignIn(principal);
        await lockMembers(tx, org);
        if (!isId(userId) || !(await isMember(tx, org, userId))) throw notFound("member");
        // A stolen token would set the password of its person without the present one.
        if (userId === principal.userId) throw conflict("OWN_PASSWORD_RESET", "Change your own password instead.");
        if (await isMemberElsewhere(tx, userId)) throw inOtherOrganizations();
        about(userId);
        shown.token = newLinkToken(org);
        const reset = { userId, tokenHash: keys.hash(shown.token), createdBy: principal.userId };
        return { passwordReset: { expiresAt: timestampFromDate(await insertReset(tx, org, reset)) } };
      });
      return { passwordReset: { ...passwordReset, ...shown } };
    },

    resetPassword: async ({ token, newPassword }, call) => {
      const organizationId = organizationOfLink(token);
      if (organizationId === null) throw invalidReset();
      const tokenHashes = keys.hashes(token);
      const person = await db.asService(organizationId, ({ tx, org }) => selectResetPerson(tx, org, tokenHashes));
      if (person === null) throw invalidReset();
      refuse(checkNewPassword("new_password", newPassword, person.email));
      // Outside of the transaction, because a hash takes long.
      const renewed = await hashPassword(newPassword, callerOf(call));
      await db.asService(organizationId, async (write) => {
        const { tx, org } = write;
        await lockMembers(tx, org);
        if (!(await takeReset(tx, org, tokenHashes))) throw invalidReset();
        await changeHash(tx, person, renewed);
        await signOut(write, person.id, null);
        // The actor is the gateway: whoever holds the link is not known.
        await auditPerson(write, { call, log, userId: person.id, changes: { password: {} } });
      });
      return {};
    },
  }) satisfies Partial<ServiceImpl<typeof PasswordService>>;

const invalidReset = () =>
  unauthenticated("PASSWORD_RESET_INVALID", "The token of the reset is unknown, used, replaced or expired.");

const inOtherOrganizations = () =>
  conflict("PERSON_IN_OTHER_ORGANIZATIONS", "The person is a member of an organization that this one does not manage.");
