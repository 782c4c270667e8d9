import { chooseSheet } from "../choose-sheet.ts";
import type { Sheet, TableFile } from "../table.ts";
import { readMergedRanges } from "./merges.ts";
import { readSheet } from "./sheet.ts";
import { readSharedStrings } from "./strings.ts";
import { readStyles } from "./styles.ts";
import { readWorkbook } from "./workbook.ts";
import { openPackage } from "./zip.ts";

/** Reads one sheet as a stream, so that memory does not depend on the number of rows. */
export async function readXlsx(bytes: Buffer, { sheetName }: TableFile): Promise<Sheet> {
  const parts = await openPackage(bytes);
  const workbook = await readWorkbook(parts);
  const [sharedStrings, styles] = [
    await readSharedStrings(parts, workbook.sharedStrings),
    await readStyles(parts, workbook.styles),
  ];
  const { dateSystem } = workbook;
  const rowsOf = async ({ part }: { part: string }) => {
    const merges = await readMergedRanges(parts, part);
    return readSheet(parts, part, { sharedStrings, styles, dateSystem, merges });
  };
  const { selected, rows } = await chooseSheet(workbook.sheets, sheetName, rowsOf);
  const sheets = workbook.sheets.map(({ name }) => name);
  return { fileType: "xlsx", sheets, selectedSheet: selected, dateSystem, encoding: null, delimiter: null, rows };
}
