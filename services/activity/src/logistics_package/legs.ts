import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { unprocessable } from "@emissions/kit/wire/errors";

/** Legs of one package. It limits the rows that a read of the package adds up. */
export const LEGS_MAX = 1_000;

/** The columns of a logistics request that make it a leg of a package. */
export interface AppendedLeg {
  id: string;
  packageKey: string | null;
  movementId: string | null;
  client: string | null;
  dedupKey: string | null;
}

/** Requests with the ids of their packages, which the same transaction stores next. */
export async function withPackages<T extends object>(write: Write, rows: readonly T[]): Promise<readonly T[]> {
  const legs = rows as readonly object[] as readonly AppendedLeg[];
  const packageIds = await appendLegs(write, legs);
  return rows.map((row, at) => ({ ...row, packageId: packageIds.get(legs[at]!.id) ?? null }));
}

type PackedLeg = AppendedLeg & { packageKey: string };

/**
 * The packages of requests that are about to be stored, by the id of the request. The first request of a key creates its
 * package. The transaction locks each package, so concurrent requests of one key share it.
 */
async function appendLegs({ tx, org }: Write, legs: readonly AppendedLeg[]): Promise<ReadonlyMap<string, string>> {
  const packed = legs.filter((leg): leg is PackedLeg => leg.packageKey !== null);
  if (packed.length === 0) return new Map();
  const byKey = Map.groupBy(packed, ({ packageKey }) => packageKey);
  const packages = await upsertPackages(tx, org, byKey);
  await refuseTooMany(tx, org, byKey, packages);
  const idOf = new Map(packages.map(({ id, packageKey }) => [packageKey, id]));
  return new Map(packed.map(({ id, packageKey }) => [id, idOf.get(packageKey)!]));
}

interface LockedPackage {
  id: string;
  packageKey: string;
  isNew: boolean;
}

/** Locks in the order of the keys, so that two batches do not block each other. */
function upsertPackages(tx: Tx, org: string, byKey: ReadonlyMap<string, readonly PackedLeg[]>) {
  const keys = [...byKey.keys()].sort();
  const firstOf = (value: (leg: PackedLeg) => string | null) =>
    column(
      keys.map(
        (key) =>
          byKey
            .get(key)!
            .map(value)
            .find((one) => one !== null) ?? null,
      ),
    );
  return tx<LockedPackage[]>`
    insert into logistics_packages as p (organization_id, id, package_key, movement_id, client_billing_id)
    select ${org}::uuid, id, package_key, movement_id, client
    from unnest(
      ${plainColumn(keys.map(() => newId()))}::uuid[], ${column(keys)}::text[],
      ${firstOf(({ movementId }) => movementId)}::text[], ${firstOf(({ client }) => client)}::text[]
    ) with ordinality as sent (id, package_key, movement_id, client, position)
    order by position
    on conflict (organization_id, package_key) do update set
      movement_id = coalesce(p.movement_id, excluded.movement_id),
      client_billing_id = coalesce(p.client_billing_id, excluded.client_billing_id),
      updated_at = clock_timestamp()
    returning p.id, p.package_key, old.id is null as is_new`;
}

/** A repeat replaces its leg, so it adds none. */
async function refuseTooMany(
  tx: Tx,
  org: string,
  byKey: ReadonlyMap<string, readonly PackedLeg[]>,
  packages: readonly LockedPackage[],
): Promise<void> {
  const known = packages.filter(({ isNew }) => !isNew);
  const repeated = known.flatMap(({ packageKey }) => byKey.get(packageKey)!.flatMap(({ dedupKey }) => dedupKey ?? []));
  const kept = known.length === 0 ? [] : await countOthers(tx, org, { ids: known.map(({ id }) => id), repeated });
  const keptIn = new Map(kept.map(({ packageId, legs }) => [packageId, legs]));
  const isFull = packages.some(
    ({ id, packageKey }) => (keptIn.get(id) ?? 0) + byKey.get(packageKey)!.length > LEGS_MAX,
  );
  if (isFull) throw unprocessable("PACKAGE_LEGS_LIMIT", `A package has at most ${LEGS_MAX} legs.`);
}

const countOthers = (tx: Tx, org: string, { ids, repeated }: { ids: string[]; repeated: string[] }) => tx<
  { packageId: string; legs: number }[]
>`
  select package_id, count(*)::int as legs from logistics_requests
  where organization_id = ${org} and package_id = any(${ids}::uuid[])
    and (dedup_key is null or dedup_key <> all(${repeated}::uuid[]))
  group by package_id`;
