import { builtInFormat, formatOf, type NumberFormat } from "../formats.ts";
import { STYLES_MAX } from "../limits.ts";
import { tooComplex } from "../refusals.ts";
import { parseXmlWhole } from "./xml.ts";
import type { Package } from "./zip.ts";

/** The number format of each cell style, by its index. */
export async function readStyles(parts: Package, part: string | null): Promise<NumberFormat[]> {
  const [own, formats]: [Map<string, NumberFormat>, NumberFormat[]] = [new Map(), []];
  if (part === null) return formats;
  let inCellStyles = false;
  await parseXmlWhole(parts.read(part), {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "cellXfs") inCellStyles = true;
      if (name === "numFmt") own.set(numFmtId, formatOf(formatCode));
      if (name === "xf" && inCellStyles) formats.push(own.get(numFmtId) ?? builtInFormat(Number(numFmtId)));
      if (Math.max(own.size, formats.length) > STYLES_MAX) tooComplex(`It has more than ${STYLES_MAX} cell styles.`);
    },
    close(name) {
      if (name === "cellXfs") inCellStyles = false;
    },
  });
  return formats;
}
