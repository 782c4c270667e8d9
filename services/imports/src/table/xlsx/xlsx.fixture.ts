import { LINES_MAX } from "../limits.ts";
import type { RefusedFile } from "../refused.fixture.ts";
import { shared, workbookParts, xlsxOf, xlsxOfRows } from "../workbook.fixture.ts";
import { type ZipPart, zipOf } from "../zip.fixture.ts";

export const HEADER = ["Plant", "Value"];
export const ROWS = [HEADER, ["North", 5]];
const xml = (text: string) => ({ xml: text });

/** A workbook with one part replaced or added. */
export const withPart = (part: ZipPart) => {
  const parts = workbookParts({ sheets: [{ name: "Data", rows: ROWS }] });
  return zipOf([...parts.filter(({ name }) => name !== part.name), part]);
};

/** A workbook whose sheet is this XML. */
export const withSheet = (content: string) => withPart({ name: "xl/worksheets/sheet0.xml", content });
/** A sheet with one cell in this column. */
export const wide = (column: string) =>
  `<worksheet><sheetData><row r="1"><c r="${column}1"><v>1</v></c></row></sheetData></worksheet>`;
export const GOOD_XLSX = xlsxOfRows(ROWS);
const parts = workbookParts({ sheets: [{ name: "Data", rows: ROWS }] });
const bomb = (name: string, mib: number, declared: ZipPart["declared"] = {}) =>
  withPart({ name, content: Buffer.alloc(mib * 1024 ** 2, " "), declared });

export const REFUSED_XLSX: readonly RefusedFile[] = [
  ["cut in the middle", GOOD_XLSX.subarray(0, GOOD_XLSX.length / 2), "IMPORT_FILE_UNREADABLE"],
  ["cut before its last byte", GOOD_XLSX.subarray(0, -1), "IMPORT_FILE_UNREADABLE"],
  ["without its beginning", GOOD_XLSX.subarray(100), "IMPORT_FILE_TYPE_MISMATCH"],
  ["with a wrong checksum", zipOf(parts.map((part) => ({ ...part, declared: { crc: 1 } }))), "IMPORT_FILE_UNREADABLE"],
  [
    "with overlapping parts",
    zipOf([...parts, { name: "x", content: "y", declared: { offset: 0 } }]),
    "IMPORT_FILE_UNREADABLE",
  ],
  ["with two parts of one name", zipOf([...parts, parts[2]!]), "IMPORT_FILE_UNREADABLE"],
  ["with names of parts that leave it", zipOf([...parts, { name: "../x", content: "y" }]), "IMPORT_FILE_UNREADABLE"],
  [
    "with an unknown compression",
    zipOf(parts.map((part) => ({ ...part, declared: { method: 99 } }))),
    "IMPORT_FILE_UNREADABLE",
  ],
  ["with encrypted parts", zipOf(parts.map((part) => ({ ...part, declared: { flags: 1 } }))), "IMPORT_FILE_ENCRYPTED"],
  ["with a part that inflates 1,000 times", bomb("xl/worksheets/sheet0.xml", 4), "IMPORT_FILE_TOO_COMPLEX"],
  ["with a bomb in a part that is not needed", bomb("xl/media/image1.png", 4), "IMPORT_FILE_TOO_COMPLEX"],
  ["with a bomb that hides its size", bomb("xl/worksheets/sheet0.xml", 4, { size: 1_000 }), "IMPORT_FILE_UNREADABLE"],
  [
    "with a declared size of 4 GiB",
    withPart({ name: "x", content: "", declared: { size: 0xfffffffe } }),
    "IMPORT_FILE_TOO_COMPLEX",
  ],
  [
    "with 1,001 parts",
    zipOf(Array.from({ length: 1_001 }, (_, at) => ({ name: `${at}`, content: "" }))),
    "IMPORT_FILE_TOO_COMPLEX",
  ],
  [
    "with a document type",
    withSheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>'),
    "IMPORT_FILE_UNREADABLE",
  ],
  ["with an unknown entity", withSheet("<worksheet>&b;</worksheet>"), "IMPORT_FILE_UNREADABLE"],
  ["with a sheet that ends early", withSheet("<worksheet><sheetData><row>"), "IMPORT_FILE_UNREADABLE"],
  [
    "with a sheet that is not UTF-8",
    withPart({ name: "xl/worksheets/sheet0.xml", content: Buffer.from("<a>\xff</a>", "latin1") }),
    "IMPORT_FILE_UNREADABLE",
  ],
  ["with deep XML", withSheet(`${"<a>".repeat(100)}${"</a>".repeat(100)}`), "IMPORT_FILE_TOO_COMPLEX"],
  ["with 257 columns", withSheet(wide("IW")), "IMPORT_FILE_TOO_COMPLEX"],
  ["with 16,384 columns", withSheet(wide("XFD")), "IMPORT_FILE_TOO_COMPLEX"],
  ["with a column that does not exist", withSheet(wide("ZZZZZZZZZ")), "IMPORT_FILE_TOO_COMPLEX"],
  ["with a reference that is none", withSheet(wide("A-")), "IMPORT_FILE_UNREADABLE"],
  [
    "with a row below those of Excel",
    withSheet(`<worksheet><sheetData><row r="1"/><row r="${LINES_MAX + 1}"/></sheetData></worksheet>`),
    "IMPORT_FILE_TOO_COMPLEX",
  ],
  [
    "with rows out of order",
    withSheet('<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>'),
    "IMPORT_FILE_UNREADABLE",
  ],
  ["with a shared text that does not exist", xlsxOfRows([[shared(7)]]), "IMPORT_FILE_UNREADABLE"],
  ["with a cell of unknown type", xlsxOfRows([[xml('<c r="REF" t="zz"><v>1</v></c>')]]), "IMPORT_FILE_UNREADABLE"],
  [
    "with 10,001 merged ranges",
    xlsxOfRows(ROWS, { merges: Array.from({ length: 10_001 }, (_, at) => `A${at + 9}:B${at + 9}`) }),
    "IMPORT_FILE_TOO_COMPLEX",
  ],
  [
    "with 256 sheets",
    xlsxOf({ sheets: Array.from({ length: 256 }, (_, at) => ({ name: `${at}`, rows: [] })) }),
    "IMPORT_FILE_TOO_COMPLEX",
  ],
  ["with macros", withPart({ name: "xl/vbaProject.bin", content: "x" }), "IMPORT_FILE_MACROS"],
  [
    "in binary form",
    zipOf([
      { name: "_rels/.rels", content: "<a/>" },
      { name: "xl/workbook.bin", content: "x" },
    ]),
    "IMPORT_FILE_TYPE_UNSUPPORTED",
  ],
  ["that is another archive", zipOf([{ name: "a.txt", content: "x" }]), "IMPORT_FILE_TYPE_MISMATCH"],
  [
    "that is a text document",
    withPart({ name: "_rels/.rels", content: "<Relationships/>" }),
    "IMPORT_FILE_TYPE_MISMATCH",
  ],
  ["without any part", zipOf([]), "IMPORT_FILE_TYPE_MISMATCH"],
  ["without rows", xlsxOfRows([]), "IMPORT_FILE_EMPTY"],
  ["without visible sheets", xlsxOfRows(ROWS, { state: "hidden" }), "IMPORT_FILE_EMPTY"],
  ["of the wrong name", GOOD_XLSX, "IMPORT_FILE_TYPE_MISMATCH", "a.xls"],
  ["with the extension of macros", GOOD_XLSX, "IMPORT_FILE_MACROS", "a.xlsm"],
];
