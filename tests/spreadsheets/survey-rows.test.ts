import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ExpectedCell, expectedCells, HEADINGS } from "@emissions/gateway/test/survey-cells";
import { exportRows, listAll, mixedRows, withSurveyRows } from "@emissions/gateway/test/survey-rows";
import { afterAll, beforeAll, expect, it } from "vitest";

// `npm run spreadsheets` opens an export with the programs that people use, and compares each cell with the list.

const execute = promisify(execFile);
const INSTALL = "apt-get install -y --no-install-recommends libreoffice-calc-nogui python3-openpyxl";
/** The Python of the distribution has its openpyxl. */
const PYTHON = process.env.PYTHON ?? "/usr/bin/python3";
/** UTF-8 CSV with commas, all texts in quotes, cells as shown. */
const CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false";
/** Of emissions. */
const DECIMALS = 12;
const OUTPUT_MAX = 64 * 1024 ** 2;

let folder: string;
let expected: ExpectedCell[][];

withSurveyRows(mixedRows(500));
beforeAll(async () => {
  await Promise.all([execute("soffice", ["--version"]), execute(PYTHON, ["-c", "import openpyxl"])]).catch((error) => {
    throw new Error(`LibreOffice or openpyxl is missing: ${INSTALL}`, { cause: error });
  });
  folder = await mkdtemp(join(tmpdir(), "spreadsheets-"));
  const { rows, filterHash } = await listAll("sort=-transport_type,name");
  const answer = await exportRows({ filter_hash: filterHash }, "sort=-transport_type,name&language=en");
  expect(answer.statusCode).toBe(200);
  await writeFile(join(folder, "export.xlsx"), answer.rawPayload);
  expected = [HEADINGS.en.split("|").map((text) => ({ text })), ...rows.map(expectedCells)];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("openpyxl reads each cell of an export as the list has it", async () => {
  const script = new URL("cells.py", import.meta.url).pathname;
  const { stdout } = await execute(PYTHON, [script, join(folder, "export.xlsx")], { maxBuffer: OUTPUT_MAX });
  const read = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(read).toEqual(expected.map((row) => row.map(inPython)));
});

function inPython(cell: ExpectedCell): unknown {
  if (cell === null) return null;
  if ("text" in cell) return ["text", cell.text];
  if ("number" in cell) return ["number", cell.number];
  return ["date", "date" in cell ? `${cell.date}T00:00:00.000` : cell.time.slice(0, -1)];
}

it("LibreOffice shows each cell of an export as the list has it", async () => {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await execute("soffice", [
    profile,
    "--headless",
    "--convert-to",
    CSV,
    "--outdir",
    folder,
    join(folder, "export.xlsx"),
  ]);
  const read = parseCsv(await readFile(join(folder, "export.csv"), "utf8"));
  const shownCells = expected.map((row, y) => row.map((cell, x) => inCsv(cell, read[y]?.[x] ?? "")));
  expect(read).toEqual(shownCells);
});

/** Line ends are LF. A time is shown to the second, rounded or not. */
function inCsv(cell: ExpectedCell, read: string): string {
  if (cell === null) return "";
  if ("text" in cell) return cell.text.replaceAll("\r", "\n");
  if ("number" in cell) return shown(cell.number);
  if ("date" in cell) return cell.date;
  const distanceMs = Math.abs(Date.parse(`${read.replace(" ", "T")}Z`) - Date.parse(cell.time));
  return /^[-0-9]{10} [:0-9]{8}$/.test(read) && distanceMs < 1_000 ? read : cell.time;
}

/** A spreadsheet has 15 significant digits. */
function shown(number: number): string {
  const rounded = Number(number.toPrecision(15));
  return String(rounded).includes("e") ? rounded.toFixed(DECIMALS).replace(/0+$/, "") : String(rounded);
}

/** The fields of CSV with every text in quotes. */
function parseCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    if (end === "" && plain === "") break;
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}
