import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  /** Overrides fields of the directory, to tell lies in it. */
  declared?: { size?: number; crc?: number; flags?: number; method?: number; offset?: number };
}

/** A zip file of these parts, deflated. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content, declared = {} } of parts) {
    const plain = Buffer.from(content as string);
    const stored = deflateRawSync(plain);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(declared.flags ?? 0, 2);
    header.writeUInt16LE(declared.method ?? 8, 4);
    header.writeUInt32LE(declared.crc ?? crc32(plain), 10);
    header.writeUInt32LE(stored.length, 14);
    header.writeUInt32LE(declared.size ?? plain.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(declared.offset ?? offset, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, Buffer.from(name), stored]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), header, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
