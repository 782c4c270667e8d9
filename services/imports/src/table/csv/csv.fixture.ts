import { COLUMNS_MAX, LINES_MAX, ROWS_MAX } from "../limits.ts";
import type { RefusedFile } from "../refused.fixture.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();

/** A number that spreadsheets would change, a text with accents, a text with a line end. */
const SPANISH = 'Año;Cantidad;Nota\n2025;"1.234,50";"dos\nlíneas"\n';
export const SPANISH_TABLE = [
  ["Año", "Cantidad", "Nota"],
  ["2025", "1.234,50", "dos\nlíneas"],
];

/** One table in each encoding, and the name of the encoding. */
export const ENCODED_CSV: readonly (readonly [what: string, bytes: Uint8Array, encoding: string])[] = [
  ["in UTF-8", Buffer.from(SPANISH), "utf-8"],
  ["in UTF-8 with a mark", Buffer.from(`\ufeff${SPANISH}`), "utf-8"],
  ["in UTF-16 little-endian with a mark", utf16le(`\ufeff${SPANISH}`), "utf-16le"],
  ["in UTF-16 big-endian with a mark", utf16be(`\ufeff${SPANISH}`), "utf-16be"],
  ["in UTF-16 little-endian without a mark", utf16le(SPANISH), "utf-16le"],
  ["in UTF-16 big-endian without a mark", utf16be(SPANISH), "utf-16be"],
  ["in Windows-1252", latin1(SPANISH), "windows-1252"],
];

export const REFUSED_CSV: readonly RefusedFile[] = [
  ["nothing", "", "IMPORT_FILE_EMPTY"],
  ["a mark only", "\ufeff", "IMPORT_FILE_EMPTY"],
  ["empty lines only", "\n;;;\n  \n", "IMPORT_FILE_EMPTY"],
  ["an unclosed quote", 'a;b\n"1;2\n3;4\n', "IMPORT_FILE_UNREADABLE"],
  ["an unclosed quote before a long rest", `a;b\n"1;2\n${"3;4\n".repeat(300_000)}`, "IMPORT_FILE_TOO_COMPLEX"],
  ["NUL characters", "a;b\n1\0;2\n", "IMPORT_FILE_UNREADABLE"],
  ["bytes of a program", Buffer.from("MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff", "latin1"), "IMPORT_FILE_UNREADABLE"],
  ["too many columns", `${"a;".repeat(COLUMNS_MAX)}b\n1;2\n`, "IMPORT_FILE_TOO_COMPLEX"],
  ["16,000 columns", `${"a,".repeat(16_000)}b\n`, "IMPORT_FILE_TOO_COMPLEX"],
  ["too many rows", `a\n${"1\n".repeat(ROWS_MAX + 1)}`, "IMPORT_FILE_TOO_COMPLEX"],
  ["too many empty lines", `a;b\n1;2\n${"\n".repeat(LINES_MAX)}`, "IMPORT_FILE_TOO_COMPLEX"],
  ["a web page", "<!DOCTYPE html><table><tr><td>1</td></tr></table>", "IMPORT_FILE_TYPE_MISMATCH"],
  ["XML", '<?xml version="1.0"?><a/>', "IMPORT_FILE_TYPE_MISMATCH"],
  ["a zip archive", Buffer.from("PK\x03\x04", "latin1"), "IMPORT_FILE_TYPE_MISMATCH"],
  ["UTF-8 broken after its mark", Buffer.from("\xef\xbb\xbfa;b\n\xff;1\n", "latin1"), "IMPORT_FILE_UNREADABLE"],
  [
    "half a character of UTF-16",
    Buffer.concat([utf16le("\ufeffa;b\n1;2"), Buffer.from("x")]),
    "IMPORT_FILE_UNREADABLE",
  ],
  ["two encodings", Buffer.concat([Buffer.from("á;é\ní;ó\n"), latin1("á;é\n")]), "IMPORT_FILE_UNREADABLE"],
];
