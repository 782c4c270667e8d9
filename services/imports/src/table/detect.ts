import { refuse } from "./refusals.ts";
import type { FileType } from "./table.ts";

const ZIP = Buffer.from("PK\x03\x04", "latin1");
const OLE = Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1");

const EXTENSIONS: Readonly<Record<string, FileType>> = { csv: "csv", tsv: "csv", xlsx: "xlsx", xls: "xls" };

/** Macros are refused by name, even if the content is no workbook. */
const MACRO_EXTENSIONS = new Set(["xlsm", "xltm", "xlam"]);

export const extensionOf = (fileName: string): string => /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";

/** The type that the extension says; null for another extension. */
export function typeOfName(fileName: string): FileType | null {
  const extension = extensionOf(fileName);
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension]! : null;
}

/** Finds the type by the extension; the content must match. */
export function fileTypeOf(bytes: Buffer, fileName: string): FileType {
  const extension = extensionOf(fileName);
  if (MACRO_EXTENSIONS.has(extension)) refuse("IMPORT_FILE_MACROS");
  const expected = typeOfName(fileName);
  if (expected === null) return refuse("IMPORT_FILE_TYPE_UNSUPPORTED", "Its extension must be csv, tsv, xlsx or xls.");
  if (bytes.length === 0) refuse("IMPORT_FILE_EMPTY");
  const content = contentTypeOf(bytes);
  // A password turns an xlsx file into an OLE container. The reader of OLE containers tells whether it has one.
  if (content === "xls" && expected === "xlsx") return "xls";
  if (content === expected) return expected;
  return refuse("IMPORT_FILE_TYPE_MISMATCH", `The extension is ${extension}, the content is ${content}.`);
}

function contentTypeOf(bytes: Buffer): FileType {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return "xlsx";
  if (bytes.subarray(0, OLE.length).equals(OLE)) return "xls";
  return "csv";
}
