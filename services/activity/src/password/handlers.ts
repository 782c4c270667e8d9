import type { ServiceImpl } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { hashPassword, isPassword, isTooLong } from "../access/passwords.ts";
import { personOf, signOut } from "../access/sessions.ts";
import type { Context } from "../context.ts";
import { changeHash, selectOwnCredential } from "./queries.ts";
import { resetHandlers } from "./resets.ts";
import { checkNewPassword } from "./rules.ts";

export const passwordHandlers = (context: Pick<Context, "db" | "keys">): ServiceImpl<typeof PasswordService> => ({
  ...resetHandlers(context),

  changePassword: async ({ currentPassword, newPassword }, call) => {
    const { userId, sessionId } = personOf(principalOf(call));
    const credential = await context.db.read(call, (tx) => selectOwnCredential(tx, userId));
    if (credential === null) throw wrongPassword();
    refuse(checkNewPassword("new_password", newPassword, credential.email));
    // Outside of the transaction, because hashes take long.
    const isRight = !isTooLong(currentPassword) && (await isPassword(currentPassword, credential.passwordHash));
    if (!isRight) throw wrongPassword();
    const renewed = await hashPassword(newPassword);
    await context.db.asService(NIL_ID, async (write) => {
      await changeHash(write.tx, credential, renewed);
      await signOut(write, userId, sessionId);
    });
    return {};
  },
});

const wrongPassword = () => unauthenticated("INVALID_CREDENTIALS", "The current password is wrong.");
