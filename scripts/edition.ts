// `npm run edition -- desnz --file flat-file.xlsx`: makes catalogue files of a published edition, docs/adding-an-edition.md.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { addEdition } from "./edition/add-edition.ts";
import { CATALOGUE } from "./edition/catalogue.ts";
import { FILE_BYTES_MAX } from "./edition/grid.ts";
import { SOURCES } from "./edition/sources.ts";

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

const USAGE = `Usage: npm run edition -- <source> --file <path> [--year <year>] [--write]
Without --write nothing is written. Sources:
${SOURCES.map(({ name, file }) => `  ${name.padEnd(6)} ${file}`).join("\n")}`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { file: { type: "string" }, year: { type: "string" }, write: { type: "boolean", default: false } },
  });
  const source = SOURCES.find(({ name }) => name === positionals[0]);
  const isYear = values.year === undefined || /^20\d\d$/.test(values.year);
  if (source === undefined || values.file === undefined || positionals.length !== 1 || !isYear) throw new Error(USAGE);
  if (statSync(values.file).size > FILE_BYTES_MAX) throw new Error(`the file has more than ${FILE_BYTES_MAX} bytes`);
  const file = { name: basename(values.file), bytes: readFileSync(values.file) };
  const context = { file, year: values.year, catalogue: CATALOGUE };
  const { lines, refused, written } = await addEdition(source, context, values.write);
  console.log(lines.join("\n"));
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  console.log(`${file.name}: ${file.bytes.length} bytes, SHA-256 ${sha256}`);
  for (const path of written) console.log(`written services/factors/catalog/${path}`);
  if (refused > 0) {
    console.error(`${refused} findings: nothing is written. docs/adding-an-edition.md says what each means.`);
    process.exitCode = EXIT_REFUSED;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = EXIT_USAGE;
}
