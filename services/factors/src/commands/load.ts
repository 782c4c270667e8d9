// Loads the catalogue into a migrated database. A running service detects the new version.

import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { readConfig } from "@emissions/kit/process/config";
import { Config } from "../config.ts";
import { loadCatalogue } from "../load/load.ts";

const { DATABASE_URL, CATALOGUE_SHARE_ALIKE } = readConfig(
  Config.pick({ DATABASE_URL: true, CATALOGUE_SHARE_ALIKE: true }),
);
const sql = openPool(DATABASE_URL, { schema: "factors", max: 1 });
try {
  const changed = await loadCatalogue(new Db(sql), { shareAlike: CATALOGUE_SHARE_ALIKE === "on" });
  console.log(changed.length === 0 ? "nothing has changed" : `changed: ${changed.join(", ")}`);
} finally {
  await closePool(sql);
}
