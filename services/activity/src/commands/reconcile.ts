// Compares records with those of calc, and settles differences (docs/runbooks/EmissionsNeighbourBehind.md). Needs
// DATABASE_URL, the ordinary role of activity, and the list of `current-records.ts` of calc as standard input.
import { parseArgs } from "node:util";
import { grouped, LineWriter, readLines } from "@emissions/kit/commands/json-lines";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { acceptNeighbour, isDiverged, selectNeighbours, textOf } from "@emissions/kit/messages/neighbours";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { kinds } from "../kinds.ts";
import { candidates } from "../reconciliation/candidates.ts";
import type { CalcRecord } from "../reconciliation/rules.ts";
import { type Decision, type Line, settle } from "../reconciliation/settle.ts";

const USAGE = `reconcile --list    prints the records of the list that may differ, for a second look of calc
reconcile           compares the listed records, prints the differences by organization, and changes nothing
reconcile --apply --by <you> --reason <text>    also settles them
  Exits with 0 if nothing differs, with 3 if something differed or waits, and with 2 if it failed.`;
const DIFFERS = 3;
const GROUP_MAX = 500;
const CALC = "calc";
const TEXT_LENGTH_MAX = 500;
const OPTIONS = {
  list: { type: "boolean" },
  apply: { type: "boolean" },
  by: { type: "string" },
  reason: { type: "string" },
} as const;

try {
  const { list = false, apply = false, by = "", reason = "" } = parseArgs({ options: OPTIONS }).values;
  if (apply && (by.trim() === "" || reason.trim() === ""))
    throw new Error("--by and --reason are missing: both are audited.");
  if (by.length + reason.length > TEXT_LENGTH_MAX)
    throw new Error(`--by and --reason exceed ${TEXT_LENGTH_MAX} characters.`);
  const pool = openPool(readConfig(DatabaseConfig), { schema: "activity", max: 2, applicationName: "reconcile" });
  try {
    const db = new Db(pool);
    if (list) await listCandidates(db);
    else process.exitCode = await compare(db, apply ? { by, reason } : null);
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 2;
}

/** The time to which this service was set back, if it was. */
async function behindSince(db: Db): Promise<Date | null> {
  const all = (await db.systemWide(selectNeighbours)).filter(isDiverged);
  const times = all.filter(({ name, behind }) => name === CALC && behind === "self");
  return times.length === 0 ? null : new Date(Math.min(...times.map((one) => one.behindSince.getTime())));
}

async function listCandidates(db: Db): Promise<void> {
  const output = new LineWriter(process.stdout);
  const since = await behindSince(db);
  for await (const one of candidates(db, kinds, readLines<CalcRecord>(process.stdin), since)) await output.write([one]);
  await output.end();
}

async function compare(db: Db, decision: Decision | null): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const groups = grouped(readLines<Line>(process.stdin), GROUP_MAX);
  const tally = await settle({ db, kinds, behindSince: await behindSince(db), decision, print }, groups);
  const { organizations, records, differences, waiting } = tally;
  const fate = differences > 0 && decision !== null ? ", published again or removed" : "";
  const rest = waiting > 0 ? `, ${waiting} wait for calc` : "";
  print(`${organizations} organizations, ${records} records compared, ${differences} differences${fate}${rest}`);
  if (differences + waiting > 0) return DIFFERS;
  if (decision !== null && (await db.systemWide((tx) => acceptNeighbour(tx, CALC))) > 0)
    print("activity and calc agree; both begin anew with their marks");
  for (const other of (await db.systemWide(selectNeighbours)).filter(isDiverged))
    print(`not settled: ${textOf(other)}`);
  return 0;
}
