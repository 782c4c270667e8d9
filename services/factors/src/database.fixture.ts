import { Db } from "@emissions/kit/db/transactions";
import { testDatabase } from "@emissions/testkit/database";
import { loadCatalogue } from "./load/load.ts";
import { MIGRATIONS } from "./migrations.ts";

/** A database with the schema of this service, for one test file. */
export const factorsDatabase = () => testDatabase("factors", MIGRATIONS);

/** The same, with the whole catalogue loaded. */
export const loadedDatabase = () =>
  testDatabase("factors", MIGRATIONS, {
    folders: [new URL("../catalog/", import.meta.url), new URL("./", import.meta.url)],
    fill: async (sql) => void (await loadCatalogue(new Db(sql), { shareAlike: true })),
  });
