import { base64, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";

/** All statements need a transaction that acts as the person: row-level security shows it no other rows. */
export interface TotpRow {
  userId: string;
  sealedSecret: Uint8Array;
  /** Null while sign-ins ask for no code. */
  confirmedAt: Date | null;
  /** The step of the code that was used last. */
  lastStep: number | null;
}

export async function selectTotp(tx: Tx, userId: string) {
  const [row] = await tx<{ recoveryCodesLeft: number }[]>`
    select (select count(*)::int from totp_recovery_codes where user_id = ${userId}) as recovery_codes_left
    from totp_secrets where user_id = ${userId} and confirmed_at is not null`;
  return row ?? null;
}

/** Of two requests with one code, the second one waits here and then finds the code used. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpRow | null> {
  const [row] = await tx<TotpRow[]>`
    select user_id, sealed_secret, confirmed_at, last_step from totp_secrets where user_id = ${userId} for update`;
  return row ?? null;
}

/** Replaces a secret that is not confirmed. False if there is a confirmed one. */
export async function putSecret(tx: Tx, userId: string, sealedSecret: Buffer): Promise<boolean> {
  const { count } = await tx`
    insert into totp_secrets as t (user_id, sealed_secret) values (${userId}, ${sealedSecret})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
    where t.confirmed_at is null`;
  return count > 0;
}

export const confirmSecret = (tx: Tx, userId: string, step: number) => tx`
  update totp_secrets set confirmed_at = now(), last_step = ${step} where user_id = ${userId}`;

export const storeStep = (tx: Tx, userId: string, step: number) => tx`
  update totp_secrets set last_step = ${step} where user_id = ${userId}`;

export const insertRecoveryHashes = (tx: Tx, userId: string, hashes: readonly Buffer[]) => tx`
  insert into totp_recovery_codes (user_id, code_hash)
  select ${userId}::uuid, decode(unnest(${plainColumn(hashes.map(base64))}::text[]), 'base64')`;

/** False for a code that is wrong or used. */
export async function takeRecoveryHash(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { count } = await tx`delete from totp_recovery_codes where user_id = ${userId} and code_hash = ${hash}`;
  return count > 0;
}

/** With the recovery codes. False if there was no secret. */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx`delete from totp_secrets where user_id = ${userId}`;
  return count > 0;
}
