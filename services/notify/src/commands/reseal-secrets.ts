import { resealReplies } from "@emissions/kit/db/reseal";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { readConfig } from "@emissions/kit/process/config";
import { Sealer } from "@emissions/kit/process/sealing";
import { Config } from "../config.ts";
import { resealSecrets } from "../endpoint/reseal.ts";

const USAGE = `Encrypts the secrets of webhook endpoints, and stored responses that contain one, with the first key.
  node src/commands/reseal-secrets.ts
Needs DATABASE_URL and WEBHOOK_SECRET_KEYS.
Remove the old key when every process has the new key first and this command prints zeros.`;

try {
  const config = readConfig(Config.pick({ DATABASE_URL: true, WEBHOOK_SECRET_KEYS: true }));
  const sealer = new Sealer(config.WEBHOOK_SECRET_KEYS);
  const sql = openPool(config.DATABASE_URL, { schema: "notify", max: 2, applicationName: "notify command" });
  try {
    const db = new Db(sql);
    const resealed = { secrets: await resealSecrets(db, sealer), replies: await resealReplies(db, sealer) };
    process.stdout.write(`${JSON.stringify(resealed)}\n`);
  } finally {
    await closePool(sql);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
