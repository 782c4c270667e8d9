// Lists the neighbours of a service, and accepts one that was set back (docs/runbooks/EmissionsNeighbourBehind.md).
// Needs DATABASE_URL, the ordinary role of the service.
import { parseArgs } from "node:util";
import { closePool, Db, openPool } from "../db/transactions.ts";
import { acceptNeighbour, isDiverged, selectNeighbours, textOf } from "../messages/neighbours.ts";
import { DatabaseConfig, readConfig } from "../process/config.ts";

const USAGE = `neighbours <service> list                 one line for each neighbour
neighbours <service> accept <neighbour>   after what one of both lacks was settled: both begin anew`;
const NAME = /^[a-z]{1,30}$/;

try {
  const [service = "", verb, neighbour = "", ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (!NAME.test(service) || (verb !== "list" && verb !== "accept") || more.length > 0)
    throw new Error("Say the service, and list or accept.");
  const config = readConfig(DatabaseConfig);
  const pool = openPool(config, { schema: service, max: 1, applicationName: "neighbours" });
  try {
    const db = new Db(pool);
    if (verb === "accept" && (await db.systemWide((tx) => acceptNeighbour(tx, neighbour))) === 0)
      throw new Error(`${service} has exchanged no marks with ${neighbour || "nobody"}.`);
    for (const row of await db.systemWide(selectNeighbours)) {
      const agreed = `agreed at ${row.agreedAt.toISOString()}, mark ${row.position}`;
      process.stdout.write(`${row.name} (${row.role}): ${isDiverged(row) ? textOf(row) : agreed}\n`);
    }
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
