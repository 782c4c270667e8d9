import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { testInfra } from "@emissions/testkit/infra";
import { dropDatabase, prepareDatabase, toDatabase } from "@emissions/testkit/roles";
import postgres from "postgres";
import { migrate } from "./migrate.ts";

export interface EmptyDatabase {
  name: string;
  adminUrl: string;
  ownerUrl: string;
  url: string;
  /** The migrations of a package `things`. */
  folder: URL;
  /** A login, which ends with the database. */
  as(url: string): postgres.Sql;
  write(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Migrates the schema of notify with the files of kit and of `folder`. Answers with the names from `folder`. */
  migrate(more?: Partial<Parameters<typeof migrate>[0]>): Promise<string[]>;
  drop(): Promise<void>;
}

/** A database of its own with the roles of all services, and a folder for migrations. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { postgresUrl } = testInfra();
  const name = `test_migrate_${randomBytes(6).toString("hex")}`;
  const urls = await prepareDatabase(postgresUrl, name);
  const root = await mkdtemp(join(tmpdir(), "emissions-migrations-"));
  const place = join(root, "things", "migrations");
  await mkdir(place, { recursive: true });
  const folder = pathToFileURL(`${place}/`);
  const ownerUrl = urls.ownerOf("notify");
  const logins: postgres.Sql[] = [];
  return {
    name,
    adminUrl: toDatabase(postgresUrl, name),
    ownerUrl,
    url: urls.of("notify"),
    folder,
    as: (url) => {
      const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: "notify" } });
      logins.push(sql);
      return sql;
    },
    write: (file, text) => writeFile(join(place, file), text),
    remove: (file) => rm(join(place, file)),
    migrate: async (more = {}) => {
      const applied = await migrate({
        ownerUrl,
        schema: "notify",
        role: "emissions_notify",
        folders: [folder],
        ...more,
      });
      return applied.filter((file) => file.startsWith("things/"));
    },
    drop: async () => {
      await Promise.all(logins.map((sql) => sql.end({ timeout: 1 })));
      await dropDatabase(postgresUrl, name);
      await rm(root, { recursive: true });
    },
  };
}
