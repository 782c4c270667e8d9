// Stores exchange rates or price indices from a file, without a release. A running service uses them at once.

import { readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { type Gift, give } from "../given/give.ts";
import { FILE_BYTES_MAX } from "../given/limits.ts";

const USAGE = `Stores what is new in a file of exchange rates or price indices, and prints what it found.
  node src/commands/given.ts rates --file <path> [--dry-run] [--correct] [--by <you>]
    The file of the ECB: eurofxref-hist.csv, eurofxref.csv, or the zip archive of either.
  node src/commands/given.ts prices --file <path> [--dry-run] [--correct] [--by <you>]
    A csv with the columns of catalog/price-indices.csv. It repeats one known year of each series.
--dry-run stores nothing. --correct replaces known values. --by is your name for the record; default: the system's user.
Needs DATABASE_URL.`;

const OPTIONS = {
  file: { type: "string" },
  by: { type: "string" },
  correct: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
} as const;

try {
  const gift = await readGift(process.argv.slice(2));
  const pool = openPool(readConfig(DatabaseConfig), { schema: "factors", max: 1, applicationName: "factors command" });
  try {
    process.stdout.write(`${JSON.stringify(await give(new Db(pool), gift), null, 2)}\n`);
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}

async function readGift([kind, ...args]: string[]): Promise<Gift> {
  if (kind !== "rates" && kind !== "prices") throw new Error("The action is neither rates nor prices.");
  const { file, by = userInfo().username, correct, "dry-run": dryRun } = parseArgs({ args, options: OPTIONS }).values;
  if (!file) throw new Error("--file is missing");
  if ((await stat(file)).size > FILE_BYTES_MAX) throw new Error(`The file has more than ${FILE_BYTES_MAX} bytes.`);
  const today = new Date().toISOString().slice(0, 10);
  return { kind, name: basename(file), bytes: await readFile(file), by, today, correct, dryRun };
}
