// Measures one part on a system of its own: `node scripts/boot.mjs scripts/bench/alone.ts imports 2000` imports of
// 2,000 rows, and `... alone.ts requests` logistics requests.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { newSecrets } from "@emissions/testkit/environment";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { startBackend } from "../../tests/support/backend.ts";
import { measureImports } from "./imports.ts";
import { purchase } from "./purchase.ts";
import { measureRequests } from "./requests.ts";

const [part, rows = 100_000] = process.argv.slice(2);
const isShort = Number(rows) < 10_000;
const log = (line: string) => process.stderr.write(`${line}\n`);
const folder = testFolder();
const dataDir = join(folder, "postgres");
// A full run waits for the disk, as in production.
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: !isShort });
const secrets = newSecrets();
try {
  const backend = await startBackend({ postgresUrl: postgres.url, env: { LOG_LEVEL: "warn" }, secrets });
  const parts: Record<string, () => Promise<object>> = {
    imports: () => measureImports({ backend, short: isShort, log, rows: Number(rows) }),
    requests: () => measureRequests({ ...secrets, backend, purchase, short: isShort, log }),
  };
  try {
    const figures = await parts[part ?? "imports"]!();
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await backend.stop();
  }
} finally {
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}
