import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive. Its content is read once, while the archive is written. */
export interface ZipEntry {
  /** Of ASCII characters. */
  name: string;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Sizes and positions have 32 bits, because the archive is written without ZIP64. */
const BYTES_MAX = 0xffff_ffff;
const VERSION = 20;
/** Size and checksum follow the content, in a data descriptor. */
const DESCRIPTOR_FLAG = 0x0008;
const DEFLATED = 8;
/** 1980-01-01, the first day that an archive can name. */
const DOS_DATE = 0x0021;

interface Written {
  name: Buffer;
  crc: number;
  packedBytes: number;
  bytes: number;
  position: number;
}

/**
 * A ZIP archive (APPNOTE 6.3.10), written while its entries are read. The next piece of an entry is read after the
 * consumer has taken the previous ones.
 */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let position = 0;
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name, "ascii"), crc: 0, packedBytes: 0, bytes: 0, position };
    const header = localHeader(entry.name);
    yield header;
    for await (const piece of deflated(content, entry)) {
      entry.packedBytes += piece.length;
      yield piece;
    }
    const end = descriptor(entry);
    yield end;
    position += header.length + entry.packedBytes + end.length;
    if (entry.bytes > BYTES_MAX || position > BYTES_MAX) throw new Error("An archive exceeds 4 GiB.");
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOfDirectory(written.length, directory.length, position);
}

/** Counts and compresses the content. A failure of the content ends the iteration, and so does its end the content. */
function deflated(content: ZipEntry["content"], entry: Written): AsyncIterable<Uint8Array> {
  async function* counted() {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc);
      entry.bytes += piece.length;
      yield piece;
    }
  }
  const deflate = createDeflateRaw();
  // Errors reach the reader of `deflate`.
  pipeline(Readable.from(counted(), { highWaterMark: 1 }), deflate, () => {});
  return deflate;
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(DESCRIPTOR_FLAG, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packedBytes, bytes }: Written): Buffer {
  const end = Buffer.alloc(16);
  end.writeUInt32LE(0x08074b50, 0);
  writeSizes(end, 4, { crc, packedBytes, bytes });
  return end;
}

function directoryEntry(entry: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(DESCRIPTOR_FLAG, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DOS_DATE, 14);
  writeSizes(header, 16, entry);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt32LE(entry.position, 42);
  return Buffer.concat([header, entry.name]);
}

function endOfDirectory(entries: number, directoryBytes: number, position: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(position, 16);
  return end;
}

function writeSizes(
  to: Buffer,
  at: number,
  { crc, packedBytes, bytes }: Pick<Written, "crc" | "packedBytes" | "bytes">,
) {
  to.writeUInt32LE(crc, at);
  to.writeUInt32LE(packedBytes, at + 4);
  to.writeUInt32LE(bytes, at + 8);
}
