import { describe, expect, it } from "vitest";
import { createTableReader, type ReaderOptions } from "./reader.ts";
import type { Row, TableFile } from "./table.ts";
import { workbookParts, xlsxOfRows } from "./workbook.fixture.ts";
import { zipOf } from "./zip.fixture.ts";

const csv = (rows: number) => ({ fileName: "a.csv", bytes: Buffer.from(`a;b\n${"1;2\n".repeat(rows)}`) });
const crashes: Error[] = [];
const reader = (options: Partial<ReaderOptions> = {}) =>
  createTableReader({ onCrash: (error) => void crashes.push(error), ...options });
const ignore = async () => undefined;

/** A workbook whose shared texts need much memory: they compress well, but not a hundredfold. */
function memoryHog() {
  const texts = Array.from(
    { length: 20_000 },
    (_, at) => `<si><t>${Math.sqrt(at)}${Math.cbrt(at)}${"x".repeat(800)}</t></si>`,
  );
  const rows = Array.from({ length: 3 }, () => ["x"]);
  const parts = workbookParts({ sheets: [{ name: "Data", rows }], sharedStrings: texts });
  return { fileName: "a.xlsx", bytes: zipOf(parts) };
}

describe("reading in a worker", () => {
  it("gives the table and its rows in pieces, in order, and leaves the bytes as they are", async () => {
    const [pieces, file, same]: [Row[][], TableFile, TableFile] = [[], csv(2_500), csv(2_500)];
    const outcome = await reader().read(file, async (rows) => void pieces.push(rows));
    expect(outcome).toMatchObject({ table: { fileType: "csv", columns: ["a", "b"], totalRows: 2_500 } });
    expect(pieces.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(pieces.flat().map(({ number }) => number)).toEqual(Array.from({ length: 2_500 }, (_, at) => at + 2));
    expect(file).toEqual(same);
  });

  it("gives wide rows in smaller pieces", async () => {
    const sizes: number[] = [];
    const rows = Array.from({ length: 401 }, (_, row) => Array.from({ length: 100 }, (_, at) => `v${row}-${at}`));
    const file = { fileName: "a.xlsx", bytes: xlsxOfRows(rows) };
    await reader().read(file, async (piece) => void sizes.push(piece.length));
    expect(sizes).toEqual([200, 200]);
  });

  it("sends the next piece after the last one is received", async () => {
    let [open, most] = [0, 0];
    await reader().read(csv(3_000), async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open--;
    });
    expect(most).toBe(1);
  });

  it("gives the refusal of a file", async () => {
    const file = { fileName: "a.xlsx", bytes: Buffer.from("PK\x03\x04") };
    expect(await reader().read(file, ignore)).toMatchObject({ refusal: { code: "IMPORT_FILE_UNREADABLE" } });
  });

  it("refuses a file that takes too much memory", async () => {
    const tables = reader({ heapMib: 14 });
    const refused = await tables.read(memoryHog(), ignore);
    expect(refused).toMatchObject({
      refusal: { code: "IMPORT_FILE_TOO_COMPLEX", message: expect.stringContaining("memory") },
    });
  });

  it("refuses a file that takes too long", async () => {
    const tables = reader({ timeoutMs: 1 });
    const slow = await tables.read(csv(1), ignore);
    expect(slow).toMatchObject({
      refusal: { code: "IMPORT_FILE_TOO_COMPLEX", message: expect.stringContaining("seconds") },
    });
  });

  it("refuses a file that gives no row in time", async () => {
    const tables = reader({ firstRowsTimeoutMs: 1 });
    expect(await tables.read(csv(1), ignore)).toMatchObject({
      refusal: { code: "IMPORT_FILE_TOO_COMPLEX", message: expect.stringContaining("no row within") },
    });
  });

  it("ends when the rows cannot be received", async () => {
    const tables = reader();
    const failing = tables.read(csv(5_000), () => Promise.reject(new Error("no database")));
    await expect(failing).rejects.toThrow("no database");
    expect(await tables.read(csv(1), ignore)).toMatchObject({ table: { totalRows: 1 } });
  });

  it.each([
    ["an error", "throw new Error('broken parser')", "broken parser"],
    ["an exit", "process.exit(0)", undefined],
  ])("refuses the file of a worker that ends with %s, and reports errors", async (_, script, message) => {
    const found: string[] = [];
    const onCrash = (error: Error) => void found.push(error.message);
    const tables = reader({ onCrash, script: new URL(`data:text/javascript,${encodeURIComponent(script)}`) });
    expect(await tables.read(csv(1), ignore)).toMatchObject({ refusal: { code: "IMPORT_FILE_UNREADABLE" } });
    expect(found).toEqual(message === undefined ? [] : [message]);
  });

  it("reports no error for a refused file", () => {
    expect(crashes).toEqual([]);
  });
});
