// `npm run backup -- <folder>`: copies Postgres and the secrets of the running system of `npm start` (docs/backup.md).
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUp, summaryOf } from "./start/backups.ts";
import { readSettings } from "./start/settings.ts";

const USAGE = "backup <folder>: an empty or a new folder. The system goes on meanwhile.";
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error("Name one folder.");
  const manifest = await backUp(readSettings([], process.env), resolve(folder));
  console.log(`${folder}: ${summaryOf(manifest)}`);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
