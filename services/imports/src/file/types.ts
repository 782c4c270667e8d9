/**
 * Kinds of files that evidence comes in. Nothing that runs: no programs, no
 * web pages, no pictures with scripts, no archives that may hold all of these.
 */

type Test = (head: Uint8Array) => boolean;

interface FileType {
  contentType: string;
  /** Whether content that begins so is of the type. */
  matches: Test;
}

/** Begins with these bytes, at that place. */
const bytes =
  (expected: string, at = 0): Test =>
  (head) =>
    Buffer.from(head.buffer, head.byteOffset, head.byteLength)
      .subarray(at)
      .subarray(0, expected.length)
      .equals(Buffer.from(expected, "latin1"));

const zip = bytes("PK\x03\x04");
const ole = bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
const tiff: Test = (head) => bytes("II*\0")(head) || bytes("MM\0*")(head);
const webp: Test = (head) => bytes("RIFF")(head) && bytes("WEBP", 8)(head);

/** UTF-8 without NUL. The last character of a chunk may be cut in two. */
const text: Test = (head) => {
  if (head.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

const TYPES: Readonly<Record<string, FileType>> = {
  pdf: { contentType: "application/pdf", matches: bytes("%PDF-") },
  png: { contentType: "image/png", matches: bytes("\x89PNG\r\n\x1a\n") },
  jpg: { contentType: "image/jpeg", matches: bytes("\xff\xd8\xff") },
  jpeg: { contentType: "image/jpeg", matches: bytes("\xff\xd8\xff") },
  webp: { contentType: "image/webp", matches: webp },
  tif: { contentType: "image/tiff", matches: tiff },
  tiff: { contentType: "image/tiff", matches: tiff },
  csv: { contentType: "text/csv", matches: text },
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

export const ENDINGS = Object.keys(TYPES);

/** By the last ending of the name; null for what is not kept. */
export function typeOf(fileName: string): FileType | null {
  const ending = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}
