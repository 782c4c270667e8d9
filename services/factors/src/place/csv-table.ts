import { parse } from "csv-parse/sync";

/** Rows of a CSV file that stay in memory as bytes: a row is decoded when it is read. */
export interface CsvTable {
  size: number;
  /** The cells of a row, from 0, without the header. */
  row(index: number): readonly string[];
}

const LINE_FEED = 10;

/** A cell never contains a line feed. Only rows with a quote need the general parser. */
export function csvTable(bytes: Buffer): CsvTable {
  const starts: number[] = [];
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(LINE_FEED, at + 1)) {
    starts.push(at + 1);
  }
  const offsets = Uint32Array.from([...starts, bytes.length]);
  return {
    size: starts.length,
    row: (index) => {
      const line = bytes.toString("utf8", offsets[index], offsets[index + 1]! - 1);
      return line.includes('"') ? (parse(line) as string[][])[0]! : line.split(",");
    },
  };
}
