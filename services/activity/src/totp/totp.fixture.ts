import { NIL_ID } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { actAsUser } from "../access/sessions.ts";
import { activity } from "../activity.fixture.ts";
import { OLD, type Person, person, signIn } from "../password/password.fixture.ts";
import { codeAt, stepAt } from "../second_factor/rules.ts";
import { requireSecondFactor } from "../second_factor/second-factor.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of a secret, as an app reads them. */
export function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the app shows, or will show in some steps of 30 s. */
export const codeOf = (secret: string, steps = 0): string => codeAt(bytesOf(secret), stepAt(Date.now()) + steps);

/** The calls of a signed-in person about the own codes. */
export const totpOf = ({ userId }: Person, sessionId: string) =>
  activity.as({ ...servicePrincipal(NIL_ID), kind: "user", role: "viewer", userId, sessionId }, TotpService, {
    "idempotency-key": `key of ${userId}`,
  });

export const login = ({ userId }: Person, code?: string, password = OLD) =>
  activity.as(servicePrincipal(NIL_ID), AccessService).login({ email: `${userId}@example.com`, password, code });

/** The step of a sign-in after the password, whose hash takes half a second. */
export const useAtSignIn = ({ userId }: Person, code: string, { sealer } = activity.context) =>
  activity.db.asService(NIL_ID, async ({ tx }) => {
    await actAsUser(tx, userId);
    await requireSecondFactor(tx, sealer, { userId, code });
  });

/** A person with an app. The code of the step before was used for the confirmation. */
export async function personWithApp() {
  const one = await person();
  const sessionId = await signIn(one);
  const totp = totpOf(one, sessionId);
  const { secret } = (await totp.beginTotp({ password: OLD })).totpSecret!;
  const { recoveryCodes } = (await totp.confirmTotp({ code: codeOf(secret, -1) })).totpRecoveryCodes!;
  return { ...one, sessionId, totp, secret, recoveryCodes };
}
