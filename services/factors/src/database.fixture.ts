import { Db } from "@emissions/kit/db/transactions";
import { type Seed, templateOf, testDatabase } from "@emissions/testkit/database";
import { Catalogue } from "./catalogue/catalogue.ts";
import type { Snapshot } from "./catalogue/snapshot.ts";
import { loadCatalogue } from "./load/load.ts";
import { MIGRATIONS } from "./migrations.ts";

/** A database with the schema of this service, for one test file. */
export const factorsDatabase = () => testDatabase("factors", MIGRATIONS);

const CATALOGUE: Seed = {
  folders: [new URL("../catalog/", import.meta.url), new URL("./", import.meta.url)],
  fill: async (sql) => void (await loadCatalogue(new Db(sql), { shareAlike: true })),
};

/** The same, with the whole catalogue loaded. */
export const loadedDatabase = () => testDatabase("factors", MIGRATIONS, CATALOGUE);

/** The template of such databases. */
export const loadedTemplate = templateOf("factors", MIGRATIONS, CATALOGUE);

/** Of the databases of all test files of this process: they are copies of one template. */
let reading: Promise<Snapshot> | undefined;

/** A database with the whole catalogue, and the catalogue in memory. */
export async function loadedCatalogue() {
  const database = await loadedDatabase();
  const db = new Db(database.sql);
  reading ??= new Catalogue(db).refresh();
  const snapshot = await reading;
  return { database, db, snapshot, catalogue: new Catalogue(db, snapshot) };
}
