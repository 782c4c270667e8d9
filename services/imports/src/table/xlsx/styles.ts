import { builtInKind, type FormatKind, kindOfFormat } from "../formats.ts";
import { STYLES_MAX } from "../limits.ts";
import { tooComplex } from "../refusals.ts";
import { parseXmlWhole } from "./xml.ts";
import type { Package } from "./zip.ts";

/** The kind of number format of each cell style, by its index. */
export async function readStyles(parts: Package, part: string | null): Promise<FormatKind[]> {
  const [own, kinds]: [Map<string, FormatKind>, FormatKind[]] = [new Map(), []];
  if (part === null) return kinds;
  let inCellStyles = false;
  await parseXmlWhole(parts.read(part), {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "cellXfs") inCellStyles = true;
      if (name === "numFmt") own.set(numFmtId, kindOfFormat(formatCode));
      if (name === "xf" && inCellStyles) kinds.push(own.get(numFmtId) ?? builtInKind(Number(numFmtId)));
      if (Math.max(own.size, kinds.length) > STYLES_MAX) tooComplex(`It has more than ${STYLES_MAX} cell styles.`);
    },
    close(name) {
      if (name === "cellXfs") inCellStyles = false;
    },
  });
  return kinds;
}
