import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { Sealer } from "@emissions/kit/process/sealing";
import { Config } from "../config.ts";
import { resealTotpSecrets } from "../totp/reseal.ts";

const USAGE = `Encrypts the secrets of authenticator apps again with the first key.
  node src/commands/reseal-secrets.ts
Needs DATABASE_URL and SEALING_KEYS.
Remove the old key when every process has the new key first and this command prints zero.`;

try {
  const config = readConfig(DatabaseConfig.extend(Config.pick({ SEALING_KEYS: true }).shape));
  const pool = openPool(config, { schema: "activity", max: 2, applicationName: "activity command" });
  try {
    const secrets = await resealTotpSecrets(new Db(pool), new Sealer(config.SEALING_KEYS));
    process.stdout.write(`${JSON.stringify({ secrets })}\n`);
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
