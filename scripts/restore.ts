// `npm run restore -- <folder>`: fills an empty STATE_DIR from a backup, for the next `npm start` (docs/backup.md).
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { launchersIn } from "./launchers.mjs";
import { restore, summaryOf } from "./start/backups.ts";
import { readSettings } from "./start/settings.ts";
import { takeState } from "./start/state.ts";

const USAGE = `restore <folder> [--until <instant> --archive <folder>]
  --until    the state of an instant after the backup, such as 2026-01-31T09:30:00Z
  --archive  the archived log files of Postgres since the backup`;
try {
  const options = { until: { type: "string" }, archive: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error("Name one folder.");
  const { until, archive } = values;
  if ((until === undefined) !== (archive === undefined)) throw new Error("Give both --until and --archive, or none.");
  const point = until === undefined ? undefined : { until, archive: resolve(archive!) };
  const settings = readSettings([], process.env);
  mkdirSync(settings.state, { recursive: true });
  const { release } = await takeState(settings.state, launchersIn(process.env));
  try {
    console.log(`${folder}: ${summaryOf(await restore(settings, resolve(folder), point))}`);
  } finally {
    release();
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
