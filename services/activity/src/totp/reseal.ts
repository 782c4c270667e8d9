import type { Db, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import type { Logger } from "@emissions/kit/process/log";
import type { Check } from "@emissions/kit/process/readiness";
import type { Sealer } from "@emissions/kit/process/sealing";
import { sealingChecks } from "@emissions/kit/process/sealing-check";
import { actAsUser } from "../access/sessions.ts";
import type { Context } from "../context.ts";
import { lockTotp } from "../second_factor/queries.ts";
import { totpContext } from "../second_factor/second-factor.ts";

/** Secrets read in one transaction. */
const BATCH_ROWS_MAX = 500;

interface SealedRow {
  userId: string;
  sealedSecret: Uint8Array;
}

/** Encrypts all secrets that use an old key again with the first key. Returns their number. */
export async function resealTotpSecrets(db: Db, sealer: Sealer): Promise<number> {
  let count = 0;
  let last: SealedRow | undefined;
  do {
    const rows = await db.systemWide((tx) => selectSealed(tx, last));
    for (const { userId } of rows.filter(({ sealedSecret }) => sealer.isOld(sealedSecret)))
      if (await db.asService(NIL_ID, ({ tx }) => reseal(tx, sealer, userId))) count++;
    last = rows.length === BATCH_ROWS_MAX ? rows.at(-1) : undefined;
  } while (last !== undefined);
  return count;
}

const selectSealed = (tx: Tx, after: SealedRow | undefined) => tx<SealedRow[]>`
  select user_id, sealed_secret from totp_secrets
  where true ${after ? tx`and user_id > ${after.userId}` : tx``}
  order by user_id limit ${BATCH_ROWS_MAX}`;

/** Reads the row again with a lock, so that it cannot overwrite a secret that was replaced in the meantime. */
async function reseal(tx: Tx, sealer: Sealer, userId: string): Promise<boolean> {
  await actAsUser(tx, userId);
  const row = await lockTotp(tx, userId);
  if (row === null || !sealer.isOld(row.sealedSecret)) return false;
  const renewed = sealer.renew(row.sealedSecret, totpContext(userId));
  await tx`update totp_secrets set sealed_secret = ${renewed} where user_id = ${userId}`;
  return true;
}

/** Without the right keys the process would fail at the sign-ins of people with an app. */
export const totpSealingChecks = ({ db, sealer }: Needs, log: Pick<Logger, "error">): Promise<Checks> =>
  sealingChecks({ problem: "SEALING_KEYS does not open what is stored", faultsOf: () => faultsOf(db, sealer), log });

type Needs = Pick<Context, "db" | "sealer">;
type Checks = ReadonlyMap<string, Check>;

/** Why secrets do not open: one secret for each key that sealed some. */
async function faultsOf(db: Db, sealer: Sealer): Promise<string[]> {
  const rows = await db.systemWide(
    (tx) => tx<SealedRow[]>`
      select distinct on (substring(sealed_secret from 1 for 1 + get_byte(sealed_secret, 0))) user_id, sealed_secret
      from totp_secrets`,
  );
  return rows.flatMap(({ userId, sealedSecret }) => {
    const fault = sealer.faultOf(sealedSecret, totpContext(userId));
    return fault === null ? [] : `secrets of authenticator apps: ${fault}`;
  });
}
