import type { ServiceImpl } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { conflict } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { auditPerson } from "../access/audit-person.ts";
import { actAsUser, personOf, signOut } from "../access/sessions.ts";
import type { Context } from "../context.ts";
import { checkOwnPassword } from "../password/own-password.ts";
import {
  confirmSecret,
  deleteTotp,
  insertRecoveryHashes,
  lockTotp,
  putSecret,
  selectTotp,
} from "../second_factor/queries.ts";
import { newRecoveryCodes, newSecret, recoveryHash, shownSecret } from "../second_factor/rules.ts";
import { checkedStep, totpContext, useCode } from "../second_factor/second-factor.ts";

type Needs = Pick<Context, "db" | "sealer" | "log">;

/** The transactions belong to no organization and store no reply, so no table has a secret or a code in clear text. */
export const totpHandlers = ({ db, sealer, log }: Needs): ServiceImpl<typeof TotpService> => ({
  getTotp: async (_request, call) => {
    const { userId } = personOf(principalOf(call));
    const row = await db.read(call, async (tx) => {
      await actAsUser(tx, userId);
      return selectTotp(tx, userId);
    });
    return { totp: { enabled: row !== null, recoveryCodesLeft: row?.recoveryCodesLeft ?? 0 } };
  },

  beginTotp: async ({ password }, call) => {
    const { userId } = personOf(principalOf(call));
    const { email } = await checkOwnPassword({ db, call, userId, password });
    const secret = newSecret();
    const sealed = sealer.seal(secret, totpContext(userId));
    await db.asService(NIL_ID, async ({ tx }) => {
      await actAsUser(tx, userId);
      if (!(await putSecret(tx, userId, sealed))) throw isEnabled();
    });
    return { totpSecret: shownSecret(secret, email) };
  },

  confirmTotp: async ({ code }, call) => {
    const { userId, sessionId } = personOf(principalOf(call));
    const recoveryCodes = newRecoveryCodes();
    await db.asService(NIL_ID, async (write) => {
      const { tx } = write;
      await actAsUser(tx, userId);
      const totp = await lockTotp(tx, userId);
      if (totp === null) throw conflict("TOTP_NOT_STARTED", "Make a secret with POST /auth/totp first.");
      if (totp.confirmedAt !== null) throw isEnabled();
      await confirmSecret(tx, userId, checkedStep(sealer, totp, code));
      const hashes = recoveryCodes.map((one) => recoveryHash(userId, one));
      await insertRecoveryHashes(tx, userId, hashes);
      await signOut(write, userId, sessionId);
      await auditPerson(write, { call, log, userId, changes: { enabled: { old: false, new: true } } });
    });
    return { totpRecoveryCodes: { recoveryCodes } };
  },

  disableTotp: async ({ password, code }, call) => {
    const { userId } = personOf(principalOf(call));
    await checkOwnPassword({ db, call, userId, password });
    await db.asService(NIL_ID, async (write) => {
      const { tx } = write;
      await actAsUser(tx, userId);
      const totp = await lockTotp(tx, userId);
      if (totp === null || totp.confirmedAt === null) throw conflict("TOTP_NOT_ENABLED", "No code is asked for.");
      await useCode(tx, sealer, totp, code);
      await deleteTotp(tx, userId);
      await auditPerson(write, { call, log, userId, changes: { enabled: { old: true, new: false } } });
    });
    return {};
  },
});

const isEnabled = () => conflict("TOTP_ENABLED", "Codes are on. Turn them off before you use another app.");
