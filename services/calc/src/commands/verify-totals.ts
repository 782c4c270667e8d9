// Compares the totals of all organizations with their impacts. Needs DATABASE_URL, the ordinary role of calc.
import { parseArgs } from "node:util";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { organizations, verifyTotals } from "../total_impact/verify.ts";

const USAGE = "verify-totals [--repair]: prints each difference. Exits with 1 if one is left.";
try {
  const { repair = false } = parseArgs({ options: { repair: { type: "boolean" } } }).values;
  const pool = openPool(readConfig(DatabaseConfig), { schema: "calc", max: 2, applicationName: "verify totals" });
  try {
    process.exitCode = await verifyAll(new Db(pool), repair);
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 2;
}

async function verifyAll(db: Db, repair: boolean): Promise<number> {
  let [verified, differing] = [0, 0];
  for await (const org of organizations(db)) {
    const differences = await verifyTotals(db, org, { repair });
    for (const { from, period, of, unit, expected, actual } of differences) {
      process.stdout.write(`${org} ${period} ${from} ${of}: ${actual} ${unit} stored, ${expected} ${unit} expected\n`);
    }
    verified++;
    differing += differences.length;
  }
  const fate = differing > 0 && repair ? ", all corrected" : "";
  process.stdout.write(`${verified} organizations verified, ${differing} differences${fate}\n`);
  return differing > 0 && !repair ? 1 : 0;
}
