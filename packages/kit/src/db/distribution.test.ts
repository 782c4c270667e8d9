import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import type { ServiceName } from "@emissions/testkit/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationsOf, servicesWithSchema } from "./migration-files.ts";

const services = (await servicesWithSchema()) as ServiceName[];
const databases = new Map<ServiceName, TestDatabase>();
beforeAll(async () => {
  for (const service of services) databases.set(service, await testDatabase(service, [migrationsOf(service)]));
});
afterAll(async () => {
  for (const database of databases.values()) await database.drop();
});

interface Found {
  table: string;
  what: string;
}

/** Unique indexes and primary keys of tables with an organization that do not contain it. */
const keysWithoutOrganization = ({ owner }: TestDatabase, schema: string) => owner<Found[]>`
  select t.relname as table, k.relname as what
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
  join pg_attribute a on a.attrelid = t.oid and a.attname = 'organization_id'
  where t.relnamespace = ${schema}::regnamespace and t.relkind in ('r', 'p') and (i.indisunique or i.indisexclusion)
    and not a.attnum = any (i.indkey::int2[])
  order by 1, 2`;

/** Foreign keys between two tables with an organization that do not compare it. */
const referencesWithoutOrganization = ({ owner }: TestDatabase, schema: string) => owner<Found[]>`
  select t.relname as table, c.conname as what
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'organization_id'
  join pg_attribute f on f.attrelid = c.confrelid and f.attname = 'organization_id'
  where c.contype = 'f' and t.relnamespace = ${schema}::regnamespace
    and (array_position(c.conkey, a.attnum) is null
      or array_position(c.conkey, a.attnum) is distinct from array_position(c.confkey, f.attnum))
  order by 1, 2`;

const tablesWithoutOrganization = ({ owner }: TestDatabase, schema: string) => owner<{ table: string }[]>`
  select t.relname as table from pg_class t
  where t.relnamespace = ${schema}::regnamespace and t.relkind in ('r', 'p') and not exists (
    select from pg_attribute a where a.attrelid = t.oid and a.attname = 'organization_id')
  order by 1`;

/** Why these stay as they are is in docs/scaling.md. */
const KEYS = {
  // Of every schema: ids of events are unique by themselves.
  outbox: "outbox_pkey",
  // Finds the organization of a key.
  api_keys: "api_keys_by_hash",
};

/** Of a process, or of its stream. Each schema has them. */
const OF_EVERY_SCHEMA = ["leases", "migrations", "neighbours", "outbox_consumers", "outbox_stream"];

const WITHOUT_ORGANIZATION: Partial<Record<ServiceName, readonly string[]>> = {
  // Organizations themselves, and people, who may belong to several.
  activity: [
    ...[
      "emission_days",
      "organizations",
      "sessions",
      "totp_recovery_codes",
      "totp_secrets",
      "user_identities",
      "users",
    ],
  ],
  calc: ["history_start"],
  // Published figures, which are the same for all.
  factors: [
    ...["catalogue_files", "catalogue_version", "countries", "currencies", "editions", "exchange_rates", "factors"],
    ...["fuel_properties", "given_files", "given_prices", "given_rates"],
    ...["grid_losses", "ler_codes", "logistics_fuels", "price_indices", "publications", "rd_codes"],
    ...["refrigerant_components", "sector_crosswalk", "sector_crosswalk_bea", "sector_editions", "sectors"],
    ...["stand_ins"],
    ...["transport_combinations", "transport_operation_categories", "units", "unknown_vehicles", "usd_rates"],
    ...["vehicle_fuels", "warming_potentials"],
  ],
  // A sign-in happens before an organization is known.
  gateway: ["known_sign_ins"],
};

describe.each(services)("tables of %s can be distributed by organization", (service) => {
  const database = () => databases.get(service)!;

  it("each primary key, unique and exclusion constraint contains it, but for those named here", async () => {
    const expected = Object.entries(KEYS).map(([table, what]) => `${table} ${what}`);
    const found = (await keysWithoutOrganization(database(), service)).map(({ table, what }) => `${table} ${what}`);
    expect(found.filter((key) => !expected.includes(key))).toEqual([]);
  });

  it("each foreign key between two of them compares it", async () => {
    expect(await referencesWithoutOrganization(database(), service)).toEqual([]);
  });

  it("a table without it is named here", async () => {
    const known = [...OF_EVERY_SCHEMA, ...(WITHOUT_ORGANIZATION[service] ?? [])];
    const found = (await tablesWithoutOrganization(database(), service)).map(({ table }) => table);
    expect(found.toSorted()).toEqual(known.toSorted());
  });
});
