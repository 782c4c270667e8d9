import { detectEncoding } from "../table/csv/encoding.ts";

/** Tests the first chunk of a file. */
type ContentTest = (firstChunk: Uint8Array) => boolean;

interface FileType {
  contentType: string;
  /** Tells whether the content can be of this type, from its first chunk. */
  matches: ContentTest;
}

/** Tests a file signature: these bytes at this offset. */
const signature =
  (expected: string, offset = 0): ContentTest =>
  (firstChunk) =>
    Buffer.from(firstChunk.buffer, firstChunk.byteOffset, firstChunk.byteLength)
      .subarray(offset)
      .subarray(0, expected.length)
      .equals(Buffer.from(expected, "latin1"));

const zip = signature("PK\x03\x04");
const ole = signature("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
const tiff: ContentTest = (firstChunk) => signature("II*\0")(firstChunk) || signature("MM\0*")(firstChunk);
const webp: ContentTest = (firstChunk) => signature("RIFF")(firstChunk) && signature("WEBP", 8)(firstChunk);

/** UTF-8 without NUL. A chunk may end within a character. */
const text: ContentTest = (firstChunk) => {
  if (firstChunk.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(firstChunk, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Control characters other than those for spaces mark a content as binary. Windows-1252 gives them for undefined bytes. */
const BINARY = /(?![\t\n\v\f\r])\p{Cc}/u;

/** Text in any encoding that the parser of tables detects. */
const tableText: ContentTest = (firstChunk) => {
  if (text(firstChunk)) return true;
  try {
    const { encoding } = detectEncoding(Buffer.from(firstChunk));
    const words = new TextDecoder(encoding, { fatal: true }).decode(firstChunk, { stream: true });
    return encoding !== "utf-8" && !BINARY.test(words);
  } catch {
    return false;
  }
};

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/** Allowed file types: no programs, web pages, scripted images or general archives, since a client could run them. */
const TYPES: Readonly<Record<string, FileType>> = {
  pdf: { contentType: "application/pdf", matches: signature("%PDF-") },
  png: { contentType: "image/png", matches: signature("\x89PNG\r\n\x1a\n") },
  jpg: { contentType: "image/jpeg", matches: signature("\xff\xd8\xff") },
  jpeg: { contentType: "image/jpeg", matches: signature("\xff\xd8\xff") },
  webp: { contentType: "image/webp", matches: webp },
  tif: { contentType: "image/tiff", matches: tiff },
  tiff: { contentType: "image/tiff", matches: tiff },
  csv: { contentType: "text/csv", matches: tableText },
  tsv: { contentType: "text/tab-separated-values", matches: tableText },
  txt: { contentType: "text/plain", matches: text },
  json: { contentType: "application/json", matches: text },
  xml: { contentType: "application/xml", matches: text },
  eml: { contentType: "message/rfc822", matches: text },
  xlsx: { contentType: `${OFFICE}.spreadsheetml.sheet`, matches: zip },
  docx: { contentType: `${OFFICE}.wordprocessingml.document`, matches: zip },
  ods: { contentType: `${OPEN_DOCUMENT}.spreadsheet`, matches: zip },
  odt: { contentType: `${OPEN_DOCUMENT}.text`, matches: zip },
  xls: { contentType: "application/vnd.ms-excel", matches: ole },
  doc: { contentType: "application/msword", matches: ole },
  msg: { contentType: "application/vnd.ms-outlook", matches: ole },
};

export const EXTENSIONS = Object.keys(TYPES);

/** Finds the type by the last extension of the name; null if that extension is not allowed. */
export function fileTypeOf(fileName: string): FileType | null {
  const extension = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? null) : null;
}

const DOCUMENTS: readonly string[] = ["application/pdf", "application/xml"];

/** Whether a reading can find values in it. */
export const isDocument = (fileName: string): boolean => DOCUMENTS.includes(fileTypeOf(fileName)?.contentType ?? "");
