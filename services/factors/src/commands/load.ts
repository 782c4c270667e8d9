// Loads the catalogue into a migrated database. A running service detects the new version.

import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { Config } from "../config.ts";
import { loadCatalogue } from "../load/load.ts";

const config = readConfig(DatabaseConfig.extend(Config.pick({ CATALOGUE_SHARE_ALIKE: true }).shape));
const pool = openPool(config, { schema: "factors", max: 1 });
try {
  const changed = await loadCatalogue(new Db(pool), { shareAlike: config.CATALOGUE_SHARE_ALIKE === "on" });
  console.log(changed.length === 0 ? "nothing has changed" : `changed: ${changed.join(", ")}`);
} finally {
  await closePool(pool);
}
