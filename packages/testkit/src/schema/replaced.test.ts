import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { migrate, planMigration } from "@emissions/kit/db/migrate";
import { migrationsOf, readMigrations, servicesWithSchema } from "@emissions/kit/db/migration-files";
import { openSessions } from "@emissions/kit/db/pool";
import { requireVersion } from "@emissions/kit/db/schema-version";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../database.ts";
import { testInfra } from "../infra.ts";
import { dropDatabase, prepareDatabase, roleOf, type ServiceName } from "../roles.ts";
import { writeSchema } from "./schema.ts";

// The schemas that the replaced files made, by service, as the files themselves made them.
const FIXTURE = new URL("replaced.fixture.json.gz", import.meta.url);
const schemas: Record<string, string> = JSON.parse(gunzipSync(readFileSync(FIXTURE)).toString());
const services = (await servicesWithSchema()) as ServiceName[];

let database: string;
const logins: postgres.Sql[] = [];
beforeEach(() => {
  database = `test_replaced_${randomBytes(6).toString("hex")}`;
});
afterEach(async () => {
  await Promise.all(logins.splice(0).map((sql) => sql.end({ timeout: 1 })));
  await dropDatabase(testInfra().postgresUrl, database);
});

/** A schema with all files that the present ones replace, and with a row. */
async function replacedSchema(service: ServiceName) {
  const urls = await prepareDatabase(testInfra().postgresUrl, database);
  const ownerUrl = urls.ownerOf(service);
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  logins.push(owner);
  await owner.unsafe(schemas[service]!);
  const files = await readMigrations([migrationsOf(service)]);
  const replaced = new Map(files.flatMap(({ replaces }) => [...replaces]));
  for (const [name, digest] of replaced) await owner`insert into migrations (name, digest) values (${name}, ${digest})`;
  await owner`insert into outbox_stream (name, created_at, last_seq) values ('EVENTS', '2026-01-31', 7)`;
  const options = { ownerUrl, schema: service, role: roleOf(service), folders: [migrationsOf(service)] };
  return { owner, replaced, files, url: urls.of(service), options };
}

describe("the schema of the last version with the replaced files", () => {
  it.each(services)("of %s is that of a new database after the migration, and keeps its rows", async (service) => {
    const { owner, replaced, files, options } = await replacedSchema(service);
    expect(await migrate(options)).toEqual(files.map(({ name }) => name));
    expect(await planMigration(options)).toEqual({ formerOwner: null, pending: [], newer: [] });
    expect(await owner`select name, last_seq from outbox_stream`).toEqual([{ name: "EVENTS", last_seq: "7" }]);
    expect(await owner`select from migrations`).toHaveLength(replaced.size + files.length);
    const fresh = await testDatabase(service, [migrationsOf(service)]);
    try {
      expect(await writeSchema(owner, service)).toBe(await writeSchema(fresh.owner, service));
    } finally {
      await fresh.drop();
    }
  });

  it("has processes of that version and of this one ready after the migration", async () => {
    const { replaced, files, url, options } = await replacedSchema("notify");
    const pool = openSessions(url, { schema: "notify", max: 1, applicationName: "test" });
    logins.push(pool);
    const before = [...replaced].map(([name, digest]) => ({ ...files[0]!, name, digest, replaces: new Map() }));
    const ready = (own: typeof files) => requireVersion({ pool, schema: "notify", files: own });
    expect(await ready(before)).toBe("notify/0002_notifications.sql");
    await expect(ready(files)).rejects.toThrow("it lacks kit/0001_baseline.sql; run the migrate command");
    await migrate(options);
    expect(await ready(before)).toBe("notify/0001_baseline.sql");
    expect(await ready(files)).toBe("notify/0001_baseline.sql");
  });

  it.each([
    {
      what: "lacks one of them",
      change: "delete from migrations where name = 'calc/0020_widget_totals.sql'",
      expected:
        /the schema is too old for this release, it lacks calc\/0020_widget_totals.sql; migrate it with commit 70e90eab first/,
    },
    {
      what: "has another content of one",
      change: "update migrations set digest = '' where name = 'kit/0002_lanes.sql'",
      expected: /kit\/0002_lanes.sql was edited after it was applied/,
    },
  ])("is refused if it $what, and stays as it is", async ({ change, expected }) => {
    const { owner, replaced, options } = await replacedSchema("calc");
    await owner.unsafe(change);
    await expect(migrate(options)).rejects.toThrow(expected);
    expect((await owner`select from migrations`).length).toBeLessThanOrEqual(replaced.size);
  });
});
