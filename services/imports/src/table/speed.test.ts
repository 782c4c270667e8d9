// Short by default. In full: `TABLE_ROWS=100000 npm test services/imports/src/table/speed.test.ts`
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { Measure } from "./measure.fixture.ts";
import { DAY, type FixtureCell, shared, styled, xlsxOf } from "./workbook.fixture.ts";

const ROWS = Number(process.env.TABLE_ROWS ?? 5_000);
const MEMORY_MAX_MIB = 400;
const TEST_TIMEOUT_MS = 120_000;

const HEADER = [
  "Plant",
  "Date",
  "Waste",
  "LER",
  "R/D",
  "Quantity",
  "Unit",
  "Carrier",
  "Km",
  "Cost",
  "Note",
  "Hazardous",
];
const FACILITIES = 40;
const folder = mkdtempSync(join(tmpdir(), "tables-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Twelve columns of wastes, with shared texts for names and a text of its own in each row. */
function wastesXlsx(): Buffer {
  const sharedStrings = Array.from({ length: FACILITIES }, (_, at) => `<si><t>Facility ${at}</t></si>`);
  const rows: FixtureCell[][] = [HEADER];
  for (let at = 0; at < ROWS; at++) {
    const [plant, quantity] = [shared(at % FACILITIES), (at * 7_919) % 1_000_000];
    const codes = ["Mixed packaging", "15 01 06", `R${at % 13}`];
    const more = ["kg", shared((at * 3) % FACILITIES), at % 300, quantity / 50, `delivery note ${at}`, "no"];
    rows.push([plant, styled(DAY, String(45_000 + (at % 700))), ...codes, quantity / 1_000, ...more]);
  }
  return xlsxOf({ sheets: [{ name: "Data", rows }], sharedStrings });
}

function wastesCsv(): string {
  const lines = [HEADER.join(";")];
  for (let at = 0; at < ROWS; at++) {
    const [plant, quantity] = [`Facility ${at % FACILITIES}`, `${at % 1_000},${(at * 7_919) % 1_000}`];
    const more = ["kg", "Carrier", at % 300, `${at % 500},25`, `delivery note ${at}`, "no"];
    lines.push([plant, "31/01/2026", "Mixed packaging", "15 01 06", `R${at % 13}`, quantity, ...more].join(";"));
  }
  return lines.join("\n");
}

async function measure(name: string, content: string | Buffer): Promise<Measure> {
  const [file, script] = [join(folder, name), join(import.meta.dirname, "measure.fixture.ts")];
  writeFileSync(file, content);
  const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
  return JSON.parse(stdout) as Measure;
}

describe(`${ROWS} rows of wastes`, () => {
  it.each([
    { type: "xlsx", secondsMax: 20, content: wastesXlsx },
    { type: "csv", secondsMax: 10, content: wastesCsv },
  ])(
    "are read from $type within $secondsMax s and 400 MiB",
    async ({ type, secondsMax, content }) => {
      const measured = await measure(`wastes.${type}`, content());
      if (process.env.TABLE_ROWS !== undefined) console.log(type, measured);
      expect(measured.totalRows).toBe(ROWS);
      expect(measured.seconds).toBeLessThan(secondsMax);
      expect(measured.memoryMib).toBeLessThan(MEMORY_MAX_MIB);
    },
    TEST_TIMEOUT_MS,
  );
});
