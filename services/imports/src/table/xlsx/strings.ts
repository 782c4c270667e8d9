import { SHARED_STRINGS_BYTES_MAX } from "../limits.ts";
import { parseXmlWhole } from "./xml.ts";
import type { Package } from "./zip.ts";

/** Collects the text of one string: its `t` elements, without phonetic hints. */
export function textCollector() {
  let [text, inText, inPhonetic] = ["", false, false];
  return {
    open(name: string) {
      if (name === "t") inText = !inPhonetic;
      if (name === "rPh") inPhonetic = true;
    },
    text(part: string) {
      if (inText) text += part;
    },
    close(name: string) {
      if (name === "t") inText = false;
      if (name === "rPh") inPhonetic = false;
    },
    take() {
      const taken = text;
      text = "";
      return taken.includes("_x") ? unescapeText(taken) : taken;
    },
  };
}

/** Characters that XML does not allow are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export async function readSharedStrings(parts: Package, part: string | null): Promise<string[]> {
  const strings: string[] = [];
  if (part === null) return strings;
  const collector = textCollector();
  await parseXmlWhole(parts.read(part, SHARED_STRINGS_BYTES_MAX), {
    open: collector.open,
    text: collector.text,
    close(name) {
      collector.close(name);
      if (name === "si") strings.push(collector.take());
    },
  });
  return strings;
}
