import { CFB, utils, write } from "@e965/xlsx";
import type { RefusedFile } from "../refused.fixture.ts";

interface Options {
  date1904?: boolean;
  hidden?: readonly (0 | 1 | 2)[];
  merges?: readonly string[];
}

type Values = readonly (readonly (string | number | boolean | null | object)[])[];

/** A workbook of Excel 97 to 2003. */
export function xlsOf(
  sheets: Readonly<Record<string, Values>>,
  { date1904 = false, hidden = [], merges = [] }: Options = {},
): Buffer {
  const workbook = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
    sheet["!merges"] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(workbook, sheet, name);
  }
  workbook.Workbook = {
    WBProps: { date1904 },
    Sheets: Object.keys(sheets).map((name, at) => ({ name, Hidden: hidden[at] ?? 0 })),
  };
  return write(workbook, { type: "buffer", bookType: "biff8" }) as Buffer;
}

/** The OLE container with one stream more. */
function withStream(bytes: Buffer, name: string, content = "x"): Buffer {
  const container = CFB.read(bytes, { type: "buffer" });
  CFB.utils.cfb_add(container, name, Buffer.from(content));
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

/** The workbook stream with other content. */
export function withWorkbook(bytes: Buffer, change: (stream: Buffer) => Buffer): Buffer {
  const container = CFB.read(bytes, { type: "buffer" });
  const entry = CFB.find(container, "/Workbook");
  entry.content = change(Buffer.from(entry.content));
  entry.size = entry.content.length;
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

/** A record of a workbook stream, filled with zeros. */
export const record = (type: number, length: number) => {
  const bytes = Buffer.alloc(4 + length);
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(length, 2);
  return bytes;
};

/** Inserts records behind the first one. */
export const inserting = (records: Buffer) => (stream: Buffer) => {
  const end = 4 + stream.readUInt16LE(2);
  return Buffer.concat([stream.subarray(0, end), records, stream.subarray(end)]);
};

export const ROWS: Values = [
  ["Plant", "Value"],
  ["North", 5],
];
export const GOOD_XLS = xlsOf({ Data: ROWS });

/** A container whose only stream is a document of Word. */
function renamed(bytes: Buffer): Buffer {
  const container = CFB.read(bytes, { type: "buffer" });
  CFB.utils.cfb_mov(container, "/Workbook", "/WordDocument");
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

export const REFUSED_XLS: readonly RefusedFile[] = [
  ["cut in the middle", GOOD_XLS.subarray(0, GOOD_XLS.length / 2), "IMPORT_FILE_UNREADABLE"],
  ["cut after its signature", GOOD_XLS.subarray(0, 100), "IMPORT_FILE_UNREADABLE"],
  ["with a password", withWorkbook(GOOD_XLS, inserting(record(0x2f, 6))), "IMPORT_FILE_ENCRYPTED"],
  ["with macros", withStream(GOOD_XLS, "/_VBA_PROJECT_CUR/PROJECT"), "IMPORT_FILE_MACROS"],
  ["without rows", xlsOf({ Data: [] }), "IMPORT_FILE_EMPTY"],
  ["whose workbook ends early", withWorkbook(GOOD_XLS, (stream) => stream.subarray(0, -5)), "IMPORT_FILE_UNREADABLE"],
  ["whose workbook is empty", withWorkbook(GOOD_XLS, () => Buffer.alloc(4_096)), "IMPORT_FILE_UNREADABLE"],
  ["of a text document", renamed(GOOD_XLS), "IMPORT_FILE_TYPE_MISMATCH"],
  ["of the wrong name", GOOD_XLS, "IMPORT_FILE_TYPE_MISMATCH", "a.xlsx"],
  ["with a password in the newer format", withStream(GOOD_XLS, "/EncryptedPackage"), "IMPORT_FILE_ENCRYPTED", "a.xlsx"],
];
