import { migrationsOf, servicesWithSchema } from "@emissions/kit/db/migration-files";
import { testDatabase } from "@emissions/testkit/database";
import { roleOf, type ServiceName } from "@emissions/testkit/roles";
import { beforeAll, expect, it } from "vitest";
import { unconstrained } from "./constrained.ts";
import { isException } from "./exceptions.ts";
import { explainedIn } from "./plans.ts";

/** Statements of services in a whole run of the end-to-end tests are half as many again. */
const TEXTS_MIN = 1_000;

const services = (await servicesWithSchema()) as ServiceName[];
/** Texts of statements, and those with a plan that is not constrained, each with its tables. */
const texts = new Set<string>();
const open = new Map<string, string>();

beforeAll(async () => {
  const folder = process.env.STATEMENTS_PLANS;
  if (folder === undefined) throw new Error("the end-to-end tests have to run before: npm run statements");
  const tables = new Map<string, ReadonlySet<string>>();
  for (const service of services) tables.set(roleOf(service), await tablesOf(service));
  for await (const { user, text, plan } of explainedIn(folder)) {
    const own = tables.get(user);
    // The tests themselves look at rows as the administrator.
    if (own === undefined) continue;
    texts.add(text);
    const found = unconstrained(plan, own);
    if (found.length > 0) open.set(text, `${user} ${found.join(", ")}: ${text}`);
  }
});

/** Tables with an organization. */
async function tablesOf(service: ServiceName): Promise<ReadonlySet<string>> {
  const database = await testDatabase(service, [migrationsOf(service)]);
  try {
    const rows = await database.owner<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = ${service}::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organization_id'`;
    return new Set(rows.map(({ name }) => name));
  } finally {
    await database.drop();
  }
}

it("the end-to-end tests have run the statements of the services", () => {
  expect(texts.size).toBeGreaterThan(TEXTS_MIN);
});

it("each statement constrains the organization of each table that it reads, but for those named", () => {
  const unnamed = [...open].filter(([text]) => !isException(text)).map(([, line]) => line);
  expect(unnamed).toEqual([]);
});
