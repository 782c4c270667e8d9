import { isUtf8 } from "node:buffer";
import { DECODE_BYTES } from "../limits.ts";
import { unreadable } from "../refusals.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes that tell whether a text without a byte order mark is UTF-16. */
const SAMPLE_BYTES = 4_096;

export interface DetectedEncoding {
  encoding: Encoding;
  /** Bytes of the byte order mark. */
  markBytes: number;
}

export function detectEncoding(bytes: Buffer): DetectedEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    if (!isUtf8(bytes)) unreadable("It begins as UTF-8, but it is not.");
    return { encoding: "utf-8", markBytes: 3 };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", markBytes: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", markBytes: 2 };
  const wide = wideEncoding(bytes.subarray(0, SAMPLE_BYTES));
  if (wide !== null) return { encoding: wide, markBytes: 0 };
  if (isUtf8(bytes)) return { encoding: "utf-8", markBytes: 0 };
  if (isMixed(bytes)) unreadable("Its lines have different encodings.");
  return { encoding: "windows-1252", markBytes: 0 };
}

/** In UTF-16 every ASCII character has one zero byte, always on the same side. */
function wideEncoding(sample: Buffer): Encoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even < odd / 8) return "utf-16le";
  return even > many && odd < even / 8 ? "utf-16be" : null;
}

/** One byte above ASCII; in Windows-1252 text, such a pair is rare and reads as two symbols. */
const HIGH_RUN = /[\x80-\xff]+/g;
const UTF8_PAIRS_MIN = 3;

/** Text of two encodings: many runs of high bytes are UTF-8, and others cannot be. */
function isMixed(bytes: Buffer): boolean {
  let [valid, other] = [0, 0];
  for (const [run] of bytes.toString("latin1").matchAll(HIGH_RUN)) {
    if (run.length > 1 && isUtf8(Buffer.from(run, "latin1"))) valid++;
    else other++;
  }
  return valid >= UTF8_PAIRS_MIN && valid * 4 > other;
}

/** The text as UTF-8, some bytes at a time. */
export function* decodeText(bytes: Buffer, { encoding, markBytes }: DetectedEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    for (let at = markBytes; at < bytes.length; at += DECODE_BYTES) {
      yield checked(decoder.decode(bytes.subarray(at, at + DECODE_BYTES), { stream: true }));
    }
    yield checked(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError) unreadable(`It is not ${encoding} text.`);
    throw error;
  }
}

function checked(text: string): string {
  if (text.includes("\0")) unreadable("It has NUL characters.");
  return text;
}
