import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import type { Sealer } from "@emissions/kit/process/sealing";
import { aboutSecret } from "./secret.ts";

/** Endpoints looked at in one transaction. */
const STEP_ROWS_MAX = 500;

interface Sealed {
  organizationId: string;
  id: string;
  sealedSecret: Uint8Array;
}

/**
 * Seals the secrets of all organizations anew that are not under the first key, organization by organization. Answers
 * how many there were.
 */
export async function resealSecrets(db: Db, sealer: Sealer): Promise<number> {
  let count = 0;
  let last: Sealed | undefined;
  do {
    const rows = await db.systemWide((tx) => selectSealed(tx, last));
    const old = rows.filter(({ sealedSecret }) => sealer.isOld(sealedSecret));
    for (const [org, endpoints] of Map.groupBy(old, ({ organizationId }) => organizationId)) {
      const ids = endpoints.map(({ id }) => id);
      count += await db.asService(org, (write) => reseal(write, sealer, ids));
    }
    last = rows.length === STEP_ROWS_MAX ? rows.at(-1) : undefined;
  } while (last !== undefined);
  return count;
}

const selectSealed = (tx: Tx, after: Sealed | undefined) => tx<Sealed[]>`
  select organization_id, id, sealed_secret from webhook_endpoints
  where true ${after ? tx`and (organization_id, id) > (${after.organizationId}, ${after.id})` : tx``}
  order by organization_id, id limit ${STEP_ROWS_MAX}`;

/** The lock keeps a rotation that comes in between: the older secret must not take the place of the newer one. */
async function reseal({ tx, org }: Write, sealer: Sealer, ids: readonly string[]): Promise<number> {
  const rows = await tx<Sealed[]>`
    select organization_id, id, sealed_secret from webhook_endpoints
    where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) order by id for update`;
  const old = rows.filter(({ sealedSecret }) => sealer.isOld(sealedSecret));
  for (const { id, sealedSecret } of old) {
    const renewed = sealer.renew(sealedSecret, aboutSecret({ org, endpointId: id }));
    await tx`update webhook_endpoints set sealed_secret = ${renewed} where organization_id = ${org} and id = ${id}`;
  }
  return old.length;
}
