// Compares the audit log of an organization with its hash chain. Needs DATABASE_URL, the ordinary role of activity.
import { parseArgs } from "node:util";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { isId } from "@emissions/kit/process/id";
import { verifyAudit } from "../audit/verify.ts";

const USAGE = `verify-audit <organization> [--head <position>:<hash>]
  Prints the last block, to be noted outside of the database, and the first difference.
  --head is a block that was noted before. Exits with 1 if something was changed.`;

try {
  const { values, positionals } = parseArgs({ options: { head: { type: "string" } }, allowPositionals: true });
  const [org] = positionals;
  if (org === undefined || !isId(org)) throw new Error("The id of the organization is missing.");
  const pool = openPool(readConfig(DatabaseConfig), { schema: "activity", max: 1, applicationName: "verify audit" });
  try {
    const found = await verifyAudit({ db: new Db(pool), org: org.toLowerCase(), noted: values.head });
    process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    process.exitCode = found.problem === null ? 0 : 1;
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
