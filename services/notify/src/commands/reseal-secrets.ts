import { resealReplies } from "@emissions/kit/db/reseal";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { Sealer } from "@emissions/kit/process/sealing";
import { Config } from "../config.ts";
import { resealSecrets } from "../endpoint/reseal.ts";

const USAGE = `Encrypts the secrets of webhook endpoints, and stored responses that contain one, with the first key.
  node src/commands/reseal-secrets.ts
Needs DATABASE_URL and WEBHOOK_SECRET_KEYS.
Remove the old key when every process has the new key first and this command prints zeros.`;

try {
  const config = readConfig(DatabaseConfig.extend(Config.pick({ WEBHOOK_SECRET_KEYS: true }).shape));
  const sealer = new Sealer(config.WEBHOOK_SECRET_KEYS);
  const pool = openPool(config, { schema: "notify", max: 2, applicationName: "notify command" });
  try {
    const db = new Db(pool);
    const resealed = { secrets: await resealSecrets(db, sealer), replies: await resealReplies(db, sealer) };
    process.stdout.write(`${JSON.stringify(resealed)}\n`);
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
