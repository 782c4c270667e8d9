import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { migrationsOf, servicesWithSchema } from "@emissions/kit/db/migration-files";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { testDatabase } from "../database.ts";
import { testInfra } from "../infra.ts";
import { dropDatabase, prepareDatabase, type ServiceName } from "../roles.ts";
import { schemaFile, writeSchema } from "./schema.ts";

const services = (await servicesWithSchema()) as ServiceName[];

describe("schema.sql", () => {
  it.each(services)("of %s is what the migrations make; npm run schema writes it", async (service) => {
    const database = await testDatabase(service, [migrationsOf(service)]);
    try {
      expect(await writeSchema(database.owner, service)).toBe(await readFile(schemaFile(service), "utf8"));
    } finally {
      await database.drop();
    }
  });

  it.each(services)("of %s makes the same schema in an empty database", async (service) => {
    const text = await readFile(schemaFile(service), "utf8");
    await inEmptyDatabase(service, async (owner) => {
      await owner.unsafe(text);
      expect(await writeSchema(owner, service)).toBe(text);
    });
  });

  it("is refused for a schema with something that would be missing in it", async () => {
    await inEmptyDatabase("notify", async (owner) => {
      await owner.unsafe("create schema notify; create table notify.things (n int, m int)");
      await owner.unsafe("create statistics notify.both_numbers on n, m from notify.things");
      await expect(writeSchema(owner, "notify")).rejects.toThrow("not written yet: both_numbers");
    });
  });
});

async function inEmptyDatabase(service: ServiceName, work: (owner: postgres.Sql) => Promise<void>): Promise<void> {
  const { postgresUrl } = testInfra();
  const name = `test_schema_${randomBytes(6).toString("hex")}`;
  const urls = await prepareDatabase(postgresUrl, name);
  const owner = postgres(urls.ownerOf(service), { max: 1, onnotice: () => {} });
  try {
    await work(owner);
  } finally {
    await owner.end({ timeout: 1 });
    await dropDatabase(postgresUrl, name);
  }
}
