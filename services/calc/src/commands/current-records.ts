// Lists the current revisions of all records, for `reconcile.ts` of activity
// (docs/runbooks/EmissionsNeighbourBehind.md).
// Needs DATABASE_URL, the ordinary role of calc.
import { parseArgs } from "node:util";
import { grouped, LineWriter, readLines } from "@emissions/kit/commands/json-lines";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { currentRecords, lockedPeriods, namedRecords } from "../reconciliation/current-records.ts";

const USAGE = `current-records [--listed]
  Prints one JSON object for each record. --listed: only for the records that the standard input lists, and for the
  locked periods of the organizations in it.`;
const GROUP_MAX = 500;

interface Named {
  organizationId: string;
  recordId?: string;
}

try {
  const { listed = false } = parseArgs({ options: { listed: { type: "boolean" } } }).values;
  const pool = openPool(readConfig(DatabaseConfig), { schema: "calc", max: 1, applicationName: "current records" });
  try {
    await (listed ? listNamed(new Db(pool)) : listAll(new Db(pool)));
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 2;
}

async function listAll(db: Db): Promise<void> {
  const output = new LineWriter(process.stdout);
  for await (const page of currentRecords(db)) await output.write(page);
  await output.end();
}

/**
 * Other lines than those of records are passed on. activity lists all of its organizations, also those of which calc
 * has no record.
 */
async function listNamed(db: Db): Promise<void> {
  const output = new LineWriter(process.stdout);
  let last: string | undefined;
  for await (const group of grouped(readLines<Named>(process.stdin), GROUP_MAX)) {
    const org = group[0].organizationId;
    if (org !== last) await output.write(await lockedPeriods(db, org));
    last = org;
    const ids = group.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
    await output.write(group.filter(({ recordId }) => recordId === undefined));
    if (ids.length > 0) await output.write(await namedRecords(db, org, ids));
  }
  await output.end();
}
