import type { Tx } from "@emissions/kit/db/transactions";
import type { Sealer } from "@emissions/kit/process/sealing";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { lockTotp, storeStep, type TotpRow, takeRecoveryHash } from "./queries.ts";
import { isAppCode, plainCode, recoveryHash, stepOf } from "./rules.ts";

/** Associated data of the encryption: a secret that is copied to another person does not open there. */
export const totpContext = (userId: string): string => `totp/${userId}`;

/**
 * Refuses with TOTP_REQUIRED or TOTP_INVALID. Only for callers who know the password: the refusals tell that the person
 * exists. Does nothing for people without an app. The transaction acts as the person.
 */
export async function requireSecondFactor(tx: Tx, sealer: Sealer, { userId, code }: { userId: string; code: string }) {
  const totp = await lockTotp(tx, userId);
  if (totp === null || totp.confirmedAt === null) return;
  if (plainCode(code) === "")
    throw unauthenticated("TOTP_REQUIRED", "Send the code of your authenticator app as well, or a recovery code.");
  await useCode(tx, sealer, totp, code);
}

/** Uses up a code of the app or a recovery code. The row of the person is locked. */
export async function useCode(tx: Tx, sealer: Sealer, totp: TotpRow, code: string): Promise<void> {
  const { userId } = totp;
  const plain = plainCode(code);
  if (isAppCode(plain)) await storeStep(tx, userId, checkedStep(sealer, totp, plain));
  else if (!(await takeRecoveryHash(tx, userId, recoveryHash(userId, plain)))) throw invalidCode();
}

/** The step of a code of the app. */
export function checkedStep(sealer: Sealer, { userId, sealedSecret, lastStep }: TotpRow, code: string): number {
  const plain = plainCode(code);
  if (!isAppCode(plain)) throw invalidCode();
  const secret = sealer.open(sealedSecret, totpContext(userId));
  const step = stepOf({ secret, code: plain, at: Date.now(), lastStep });
  if (step === null) throw invalidCode();
  return step;
}

const invalidCode = () => unauthenticated("TOTP_INVALID", "The code is wrong, or it was used before.");
