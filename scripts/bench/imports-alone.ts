// `node scripts/boot.mjs scripts/bench/imports-alone.ts 2000` measures imports of 2,000 rows on a system of its own.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { startBackend } from "../../tests/support/backend.ts";
import { measureImports } from "./imports.ts";

const rows = Number(process.argv[2] ?? 100_000);
const short = rows < 10_000;
const log = (line: string) => process.stderr.write(`${line}\n`);
const folder = testFolder();
const dataDir = join(folder, "postgres");
// A full run waits for the disk, as in production.
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: !short });
try {
  const backend = await startBackend({ postgresUrl: postgres.url, env: { LOG_LEVEL: "warn" } });
  try {
    const figures = await measureImports({ backend, short, log, rows });
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await backend.stop();
  }
} finally {
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}
