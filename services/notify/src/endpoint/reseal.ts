import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import type { Sealer } from "@emissions/kit/process/sealing";
import { secretAssociatedData } from "../secret.ts";

/** Endpoints read in one transaction. */
const BATCH_ROWS_MAX = 500;

interface SealedRow {
  organizationId: string;
  id: string;
  sealedSecret: Uint8Array;
}

/** Encrypts all secrets that use an old key again with the first key. Returns their number. */
export async function resealSecrets(db: Db, sealer: Sealer): Promise<number> {
  let count = 0;
  let last: SealedRow | undefined;
  do {
    const rows = await db.systemWide((tx) => selectSealed(tx, last));
    const old = rows.filter(({ sealedSecret }) => sealer.isOld(sealedSecret));
    for (const [org, endpoints] of Map.groupBy(old, ({ organizationId }) => organizationId)) {
      const ids = endpoints.map(({ id }) => id);
      count += await db.asService(org, (write) => reseal(write, sealer, ids));
    }
    last = rows.length === BATCH_ROWS_MAX ? rows.at(-1) : undefined;
  } while (last !== undefined);
  return count;
}

const selectSealed = (tx: Tx, after: SealedRow | undefined) => tx<SealedRow[]>`
  select organization_id, id, sealed_secret from webhook_endpoints
  where true ${after ? tx`and (organization_id, id) > (${after.organizationId}, ${after.id})` : tx``}
  order by organization_id, id limit ${BATCH_ROWS_MAX}`;

/** Reads the rows again with a lock, so that it cannot overwrite a secret that was rotated in the meantime. */
async function reseal({ tx, org }: Write, sealer: Sealer, ids: readonly string[]): Promise<number> {
  const rows = await tx<SealedRow[]>`
    select organization_id, id, sealed_secret from webhook_endpoints
    where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) order by id for update`;
  const old = rows.filter(({ sealedSecret }) => sealer.isOld(sealedSecret));
  for (const { id, sealedSecret } of old) {
    const renewed = sealer.renew(sealedSecret, secretAssociatedData({ org, endpointId: id }));
    await tx`update webhook_endpoints set sealed_secret = ${renewed} where organization_id = ${org} and id = ${id}`;
  }
  return old.length;
}

/** Why secrets do not open: one secret for each key that sealed some. */
export async function faultsOfSecrets(db: Db, sealer: Sealer): Promise<string[]> {
  const rows = await db.systemWide(
    (tx) => tx<SealedRow[]>`
      select distinct on (substring(sealed_secret from 1 for 1 + get_byte(sealed_secret, 0)))
        organization_id, id, sealed_secret
      from webhook_endpoints where deleted_at is null`,
  );
  return rows.flatMap(
    ({ organizationId: org, id, sealedSecret }) =>
      sealer.faultOf(sealedSecret, secretAssociatedData({ org, endpointId: id })) ?? [],
  );
}
