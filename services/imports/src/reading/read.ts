import { type Document, fail, type ReadResult } from "./document.ts";
import { DOCUMENT_BYTES_MAX } from "./limits.ts";
import { readText } from "./pdf/read.ts";
import { readPdfContent } from "./pdf/text.ts";
import { readXml } from "./xml/read.ts";

const PDF = Buffer.from("%PDF-");

/** Reads a document in the calling thread, or throws a failure. The first bytes decide, not the name. */
export async function readDocument({ bytes }: Pick<Document, "bytes">): Promise<ReadResult> {
  if (bytes.length > DOCUMENT_BYTES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${DOCUMENT_BYTES_MAX} bytes.`);
  if (PDF.equals(bytes.subarray(0, PDF.length))) {
    const { lines, xml } = await readPdfContent(bytes);
    return xml === null ? readText(lines) : readXml(xml);
  }
  return isXml(bytes) ? readXml(bytes) : fail("READING_TYPE_UNSUPPORTED");
}

/** Starts with `<`, after a mark and blanks. In UTF-16 the mark itself tells. */
function isXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64));
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return true;
  return /^(?:\xef\xbb\xbf)?\s*</.test(start.toString("latin1"));
}
