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

describe.each(services)("%s", (service) => {
  it("prints", async () => {
    const d = databases.get(service)!;
    console.log(service, (await keysWithoutOrganization(d, service)).map((r) => `${r.table}:${r.what}`).join(" "));
    console.log(
      service,
      "FK",
      (await referencesWithoutOrganization(d, service)).map((r) => `${r.table}:${r.what}`).join(" "),
    );
    console.log(service, "NONE", (await tablesWithoutOrganization(d, service)).map((r) => r.table).join(" "));
    expect(1).toBe(1);
  });
});
