import { CFB } from "@e965/xlsx";
import { XLS_CELLS_MAX } from "../limits.ts";
import { refuse, tooComplex, unreadable } from "../refusals.ts";

/** Record types of workbook streams (MS-XLS 2.3). */
const FILEPASS = 0x002f;
const BOF = 0x0809;
const MULRK = 0x00bd;
/** Formula, LabelSst, RString, Number, Label, BoolErr, RK. */
const CELLS = new Set([0x0006, 0x00fd, 0x00d6, 0x0203, 0x0204, 0x0205, 0x027e]);

interface Entry {
  name: string;
  content?: Uint8Array | number[];
}

/** Refuses OLE containers that are no plain workbook. */
export function checkContainer(bytes: Buffer): void {
  const entries = entriesOf(bytes);
  const has = (name: string) => entries.some((entry) => entry.name.toLowerCase() === name);
  if (has("encryptedpackage")) refuse("IMPORT_FILE_ENCRYPTED");
  const workbook = entries.find(({ name }) => /^(workbook|book)$/i.test(name))?.content;
  if (workbook === undefined) refuse("IMPORT_FILE_TYPE_MISMATCH", "It is an OLE container, but not a workbook.");
  const stream = Buffer.from(workbook ?? []);
  if (stream.length < 4 || stream.readUInt16LE(0) !== BOF) unreadable("Its workbook does not begin.");
  checkRecords(stream);
  if (has("_vba_project_cur") || has("_vba_project")) refuse("IMPORT_FILE_MACROS");
}

function entriesOf(bytes: Buffer): Entry[] {
  try {
    return CFB.read(bytes, { type: "buffer" }).FileIndex as Entry[];
  } catch {
    return unreadable("Its container cannot be read.");
  }
}

/** The library takes about 500 bytes for each cell, so they are counted before. */
function checkRecords(stream: Buffer): void {
  let [at, cells] = [0, 0];
  while (at + 4 <= stream.length) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    // Behind this record all others are encrypted.
    if (type === FILEPASS) refuse("IMPORT_FILE_ENCRYPTED");
    if (CELLS.has(type)) cells++;
    // Six bytes each, behind row and column and before the last column.
    if (type === MULRK) cells += Math.floor((length - 6) / 6);
    at += 4 + length;
    // The library would return the part before as a whole workbook.
    if (at > stream.length) unreadable("Its workbook ends early.");
  }
  if (cells > XLS_CELLS_MAX) tooComplex(`An xls file may have ${XLS_CELLS_MAX} cells. Save it as xlsx.`);
}
