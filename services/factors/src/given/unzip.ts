import { crc32, inflateRawSync } from "node:zlib";
import { FILE_BYTES_MAX } from "./limits.ts";

const END = Buffer.from("PK\x05\x06", "latin1");
const END_BYTES = 22;
const ENTRY = Buffer.from("PK\x01\x02", "latin1");
const LOCAL = Buffer.from("PK\x03\x04", "latin1");
const [LOCAL_BYTES, STORED, DEFLATED] = [30, 0, 8];

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(LOCAL);

/** The only file of a zip archive. The ECB packs one. */
export function onlyFile(bytes: Buffer): Buffer {
  try {
    return inflated(bytes);
  } catch (error) {
    throw new Error(`The archive cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function inflated(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > bytes.length) throw new Error("it has no directory");
  if (bytes.readUInt16LE(end + 10) !== 1) throw new Error("it must contain exactly one file");
  const entry = bytes.readUInt32LE(end + 16);
  if (!bytes.subarray(entry, entry + 4).equals(ENTRY)) throw new Error("its directory is damaged");
  const [method, crc, packed] = [entry + 10, entry + 16, entry + 20].map((at, field) =>
    field === 0 ? bytes.readUInt16LE(at) : bytes.readUInt32LE(at),
  ) as [number, number, number];
  const local = bytes.readUInt32LE(entry + 42);
  const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const content = contentOf(bytes.subarray(from, from + packed), method);
  if (crc32(content) !== crc) throw new Error("its content is damaged");
  return content;
}

function contentOf(packed: Buffer, method: number): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error("it has an unknown compression");
  return inflateRawSync(packed, { maxOutputLength: FILE_BYTES_MAX });
}
