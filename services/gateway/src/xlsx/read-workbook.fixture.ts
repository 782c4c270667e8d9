import { crc32, inflateRawSync } from "node:zlib";

/** A cell as it stands in the sheet. */
export interface ReadCell {
  /** True for texts, false for numbers. */
  isText: boolean;
  value: string;
  style: number;
  /** It has a formula. */
  isFormula: boolean;
}

/** The files of an archive, read from its directory. Throws when a size or a checksum is wrong. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06"));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packedBytes, bytes] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ];
    const nameLength = archive.readUInt16LE(at + 28);
    const start = archive.readUInt32LE(at + 42);
    const contentAt = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const content = inflateRawSync(archive.subarray(contentAt, contentAt + packedBytes));
    if (content.length !== bytes || crc32(content) !== crc) throw new Error("An entry is damaged.");
    const descriptor = archive.subarray(contentAt + packedBytes, contentAt + packedBytes + 16);
    if (descriptor.readUInt32LE(4) !== crc || descriptor.readUInt32LE(12) !== bytes)
      throw new Error("A descriptor differs.");
    files.set(archive.toString("ascii", at + 46, at + 46 + nameLength), content);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error("The directory has another size.");
  return files;
}

/** The cells of the first sheet, by row and by the letters of the column. */
export function cellsOf(archive: Buffer): Record<string, ReadCell>[] {
  const xml = unzipped(archive).get("xl/worksheets/sheet1.xml")!.toString("utf8");
  return Array.from(xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs), ([, number, cells]) =>
    Object.fromEntries(
      Array.from(
        cells!.matchAll(/<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs),
        ([, column, row, attributes, content]) => {
          if (row !== number) throw new Error("A cell stands in another row.");
          const text = /<t [^>]*>(.*)<\/t>/s.exec(content!)?.[1];
          const read: ReadCell = {
            isText: / t="inlineStr"/.test(attributes!),
            value: text === undefined ? /<v>(.*)<\/v>/.exec(content!)![1]! : textOf(text),
            style: Number(/ s="(\d+)"/.exec(attributes!)?.[1] ?? 0),
            isFormula: content!.includes("<f"),
          };
          return [column!, read];
        },
      ),
    ),
  );
}

const textOf = (xml: string) =>
  xml
    .replaceAll("&#13;", "\r")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The time of a date cell. */
export const timeOf = (days: string): string =>
  new Date(Math.round((Number(days) - 25_569) * 86_400_000)).toISOString();
