import { INFLATED_BYTES_MAX, MERGED_RANGES_MAX } from "../limits.ts";
import type { MergedRange } from "../merges.ts";
import { parseReference } from "../reference.ts";
import { tooComplex } from "../refusals.ts";
import type { Package } from "./zip.ts";

const MERGE = /<(?:\w+:)?mergeCell\s[^>]{0,200}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g;
/** Longer than one element of a merged range. */
const OVERLAP = 300;

/**
 * Finds the merged ranges, which a worksheet lists after its rows. Searching the text takes a tenth of the time of
 * parsing the XML twice. A comment with such text could only repeat a value.
 */
export async function readMergedRanges(parts: Package, part: string): Promise<MergedRange[]> {
  const ranges = new Map<string, MergedRange>();
  let rest = "";
  for await (const piece of parts.read(part, INFLATED_BYTES_MAX)) {
    const text = rest + piece.toString("latin1");
    for (const [, from = "", to = ""] of text.matchAll(MERGE)) {
      const [first, last] = [parseReference(from), parseReference(to)];
      ranges.set(`${from}:${to}`, { firstRow: first.row, lastRow: last.row, column: first.column });
      if (ranges.size > MERGED_RANGES_MAX) tooComplex(`It has more than ${MERGED_RANGES_MAX} merged ranges.`);
    }
    rest = text.slice(-OVERLAP);
  }
  return [...ranges.values()];
}
