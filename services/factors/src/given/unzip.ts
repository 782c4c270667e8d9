import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise } from "yauzl";
import { FILE_BYTES_MAX } from "./limits.ts";

const LOCAL = Buffer.from("PK\x03\x04", "latin1");

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(LOCAL);

/** The only file of a zip archive. The ECB packs one. */
export async function onlyFile(bytes: Buffer): Promise<Buffer> {
  try {
    return await inflated(bytes);
  } catch (error) {
    throw new Error(`The archive cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function inflated(bytes: Buffer): Promise<Buffer> {
  const zip = await fromBufferPromise(bytes);
  const [entry, ...others] = (await Array.fromAsync(zip.eachEntry())) as Entry[];
  if (zip.entryCount !== 1 || entry === undefined || others.length > 0)
    throw new Error("it must contain exactly one file");
  if (entry.uncompressedSize > FILE_BYTES_MAX) throw new Error(`its file has more than ${FILE_BYTES_MAX} bytes`);
  // The stream fails when it has more or fewer bytes than the directory says.
  const content = Buffer.concat((await Array.fromAsync(await zip.openReadStreamPromise(entry))) as Buffer[]);
  if (crc32(content) !== entry.crc32) throw new Error("its content is damaged");
  return content;
}
