import { environmentOf, newSecrets } from "@emissions/testkit/environment";
import { databaseUrls, SERVICES, type ServiceName } from "@emissions/testkit/roles";
import postgres from "postgres";
import { afterEach, describe, expect, inject, it } from "vitest";

const closing: postgres.Sql[] = [];
afterEach(async () => {
  for (const sql of closing.splice(0)) await sql.end();
});

interface Table {
  schema: string;
  name: string;
}

/** The environment that the process of the service gets. */
function environmentFor(service: ServiceName): NodeJS.ProcessEnv {
  const { urls, adminUrl, natsUrls } = inject("sharedSystem");
  const portOf = (name: ServiceName) => ({ port: Number(new URL(urls[name]).port), opsPort: 0 });
  return environmentOf(service, {
    databaseUrls: databaseUrls(adminUrl, new URL(adminUrl).pathname.slice(1)),
    natsUrls: { streams: natsUrls.streams, of: (name) => natsUrls[name as ServiceName] },
    ports: Object.fromEntries(SERVICES.map((name) => [name, portOf(name)])) as Record<ServiceName, never>,
    secrets: newSecrets(),
    // Only the paths of the files are in the environment.
    keys: "keys",
    more: {},
  });
}

/** Logins of all database addresses that the process of the service gets. */
function loginsOf(service: ServiceName): postgres.Sql[] {
  const env = environmentFor(service);
  const addresses = Object.values(env).filter((value): value is string => /^postgres(ql)?:/.test(value ?? ""));
  const logins = addresses.map((url) => postgres(url, { max: 1, onnotice: () => {} }));
  closing.push(...logins);
  return logins;
}

const DENIED = /permission denied|must be owner|must be able to SET ROLE/;

describe.each(SERVICES)("the environment of %s", (service) => {
  it("neither switches row-level security off, nor opens the schema of another service", async () => {
    const logins = loginsOf(service);
    expect(logins).toHaveLength(1);
    const sql = logins[0]!;
    const tables = await sql<Table[]>`
      select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ${sql(SERVICES)}`;
    expect(new Set(tables.map(({ schema }) => schema)).size).toBeGreaterThanOrEqual(5);
    for (const { schema, name } of tables) {
      const table = sql`${sql(schema)}.${sql(name)}`;
      await expect(sql`alter table ${table} disable row level security`).rejects.toThrow(DENIED);
      if (schema !== service) await expect(sql`select from ${table}`).rejects.toThrow(DENIED);
    }
  });

  it("has no login that can become another role", async () => {
    const [sql] = loginsOf(service) as [postgres.Sql];
    const others = await sql<{ name: string }[]>`
      select rolname as name from pg_roles where rolname like 'emissions%' and rolname <> current_user`;
    expect(others.length).toBeGreaterThanOrEqual(2 * SERVICES.length - 1);
    for (const { name } of others) await expect(sql`set role ${sql(name)}`).rejects.toThrow(DENIED);
  });
});

it.each([
  { variable: "SEALING_KEYS", what: "secrets of authenticator apps", owner: "activity" },
  { variable: "API_KEY_PEPPER", what: "hashes of API keys", owner: "activity" },
  { variable: "WEBHOOK_SECRET_KEYS", what: "secrets of webhooks", owner: "notify" },
  { variable: "AUTH_TOKEN_SECRET", what: "tokens of sign-ins", owner: "gateway" },
])("only $owner has $variable, for the $what", ({ variable, owner }) => {
  expect(SERVICES.filter((service) => variable in environmentFor(service))).toEqual([owner]);
});
