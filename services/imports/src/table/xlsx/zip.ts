import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import {
  INFLATED_BYTES_MAX,
  INFLATION_RATIO_MAX,
  RATIO_FREE_BYTES,
  SMALL_PART_BYTES_MAX,
  ZIP_ENTRIES_MAX,
} from "../limits.ts";
import { refusalOf, refuse, tooComplex, unreadable } from "../refusals.ts";

/** The parts of a zip package by name. Names never touch a file system. */
export interface Package {
  has(name: string): boolean;
  names(): string[];
  /** Inflates one part, piece by piece. */
  read(name: string, bytesMax?: number): AsyncGenerator<Buffer>;
}

/** Checks the directory of the package. Inflates nothing. */
export async function openPackage(bytes: Buffer): Promise<Package> {
  const zip = await readable(fromBufferPromise(bytes));
  if (zip.entryCount > ZIP_ENTRIES_MAX) tooComplex(`It has more than ${ZIP_ENTRIES_MAX} parts.`);
  const entries = await readable(entriesOf(zip));
  if (entries.some((entry) => entry.isEncrypted())) refuse("IMPORT_FILE_ENCRYPTED");
  checkSizes(entries);
  checkOverlaps(entries);

  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    // Names of parts are the same in any case (ECMA-376 part 2, 6.2.2). Two readers may choose different ones.
    const name = entry.fileName.toLowerCase();
    if (byName.has(name)) unreadable("It has two parts of one name.");
    byName.set(name, entry);
  }
  return {
    has: (name) => byName.has(name.toLowerCase()),
    names: () => [...byName.keys()],
    read: (name, bytesMax = SMALL_PART_BYTES_MAX) => inflate(zip, byName.get(name.toLowerCase()), bytesMax),
  };
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

function checkSizes(entries: readonly Entry[]) {
  let total = 0;
  for (const { uncompressedSize, compressedSize } of entries) {
    total += uncompressedSize;
    if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * INFLATION_RATIO_MAX) {
      tooComplex(`One part has more than ${INFLATION_RATIO_MAX} times its stored size.`);
    }
  }
  if (total > INFLATED_BYTES_MAX) tooComplex(`It has more than ${INFLATED_BYTES_MAX} bytes uncompressed.`);
}

/** Overlapping entries let few stored bytes inflate many times. */
function checkOverlaps(entries: readonly Entry[]) {
  const sorted = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) unreadable("Parts of it overlap.");
    // A local header has 30 bytes and the name.
    end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize;
  }
}

async function* inflate(zip: ZipFile, entry: Entry | undefined, bytesMax: number): AsyncGenerator<Buffer> {
  if (entry === undefined) return unreadable("A part of it is missing.");
  if (entry.uncompressedSize > bytesMax) tooComplex(`One part has more than ${bytesMax} bytes.`);
  let checksum = 0;
  try {
    // The stream fails when it has more or fewer bytes than the directory says.
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece as Buffer, checksum);
      yield piece as Buffer;
    }
  } catch (error) {
    if (refusalOf(error) !== null) throw error;
    unreadable("A part of it cannot be uncompressed.");
  }
  if (checksum !== entry.crc32) unreadable("A checksum is wrong.");
}

async function readable<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch {
    return unreadable("Its directory cannot be read.");
  }
}
