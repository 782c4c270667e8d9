import { findHeader, nameColumns } from "./columns.ts";
import { readCsv } from "./csv/csv.ts";
import { fileTypeOf } from "./detect.ts";
import { CELLS_MAX, HEADER_SEARCH_ROWS, PIECE_CELLS_MAX, PIECE_ROWS_MAX, ROWS_MAX, TABLE_BYTES_MAX } from "./limits.ts";
import { refuse, tooComplex } from "./refusals.ts";
import type { FileType, Row, Sheet, Table, TableFile } from "./table.ts";
import { readXlsx } from "./xlsx/xlsx.ts";

type Reader = (bytes: Buffer, file: TableFile) => Promise<Sheet>;

const READERS: Readonly<Record<FileType, Reader>> = {
  csv: readCsv,
  xlsx: readXlsx,
  // Loading the library takes longer than reading a small file.
  xls: async (bytes, file) => (await import("./xls/xls.ts")).readXls(bytes, file),
};

/** Receives the rows below the header, in order. The parser waits until it has finished. */
export type ReceiveRows = (rows: Row[]) => Promise<void>;

/** Turns the bytes of a file into a table, or throws a refusal. It works in the calling thread. */
export async function parseTable(file: TableFile, receive: ReceiveRows): Promise<Table> {
  if (file.bytes.length > TABLE_BYTES_MAX) refuse("IMPORT_FILE_TOO_LARGE", `At most ${TABLE_BYTES_MAX} bytes.`);
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const { rows, ...sheet } = await READERS[fileTypeOf(bytes, file.fileName)](bytes, file);
  return { ...sheet, ...(await divide(rows, file.headerRow, receive)) };
}

/** Separates the header from the rows below it and hands those on. */
async function divide(
  rows: Sheet["rows"],
  headerRow: number | undefined,
  receive: ReceiveRows,
): Promise<Pick<Table, "headerRow" | "columns" | "totalRows" | "hiddenRows">> {
  const counted = countedReceiver(receive);
  let first: Row[] = [];
  let header: Row | null = null;
  const begin = async () => {
    if (headerRow !== undefined && first[0]?.number !== headerRow + 1) refuse("IMPORT_HEADER_NOT_FOUND");
    const at = headerRow === undefined ? findHeader(first) : 0;
    header = first[at] ?? refuse("IMPORT_FILE_EMPTY");
    await counted.add(first.slice(at + 1));
    first = [];
  };
  for await (const batch of rows) {
    if (header !== null) {
      await counted.add(batch);
      continue;
    }
    // Rows above a given header are not kept.
    first.push(...batch.filter(({ number }) => number > (headerRow ?? 0)));
    if (first.length >= HEADER_SEARCH_ROWS) await begin();
  }
  if (header === null) await begin();
  await counted.flush();
  const { cells, number } = header!;
  const columns = nameColumns(cells, Math.max(cells.length, counted.width()));
  return { headerRow: number - 1, columns, totalRows: counted.total(), hiddenRows: counted.hidden() };
}

/** Counts rows and cells against the limits and hands them on in pieces. */
function countedReceiver(receive: ReceiveRows) {
  let [piece, pieceCells, totalRows, totalCells, width]: [Row[], number, number, number, number] = [[], 0, 0, 0, 0];
  let hiddenRows = 0;
  const flush = async () => {
    if (piece.length === 0) return;
    const full = piece;
    [piece, pieceCells] = [[], 0];
    await receive(full);
  };
  return {
    async add(rows: readonly Row[]) {
      for (const row of rows) {
        if (++totalRows > ROWS_MAX) tooComplex(`It has more than ${ROWS_MAX} rows.`);
        if (row.isHidden) hiddenRows++;
        totalCells += row.cells.length;
        if (totalCells > CELLS_MAX) tooComplex(`It has more than ${CELLS_MAX} cells.`);
        width = Math.max(width, row.cells.length);
        pieceCells += row.cells.length;
        if (piece.push(row) >= PIECE_ROWS_MAX || pieceCells >= PIECE_CELLS_MAX) await flush();
      }
    },
    flush,
    total: () => totalRows,
    hidden: () => hiddenRows,
    width: () => width,
  };
}
