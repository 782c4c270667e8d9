import type { ServiceImpl } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { auditPerson } from "../access/audit-person.ts";
import { callerOf, hashPassword } from "../access/passwords.ts";
import { personOf, signOut } from "../access/sessions.ts";
import type { Context } from "../context.ts";
import { ownCredential, requirePassword } from "./own-password.ts";
import { changeHash } from "./queries.ts";
import { resetHandlers } from "./resets.ts";
import { checkNewPassword } from "./rules.ts";

type Needs = Pick<Context, "db" | "keys" | "log">;

export const passwordHandlers = (context: Needs): ServiceImpl<typeof PasswordService> => ({
  ...resetHandlers(context),

  changePassword: async ({ currentPassword, newPassword }, call) => {
    const { userId, sessionId } = personOf(principalOf(call));
    const { db, log } = context;
    const credential = await ownCredential({ db, call, userId });
    refuse(checkNewPassword("new_password", newPassword, credential.email));
    await requirePassword(credential, currentPassword, callerOf(call));
    const renewed = await hashPassword(newPassword, callerOf(call));
    await db.asService(NIL_ID, async (write) => {
      await changeHash(write.tx, credential, renewed);
      await signOut(write, userId, sessionId);
      await auditPerson(write, { call, log, userId, changes: { password: {} } });
    });
    return {};
  },
});
