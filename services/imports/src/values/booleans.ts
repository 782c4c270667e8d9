import type { Cell } from "../table/table.ts";
import { textKey } from "./text-key.ts";
import { type Converted, cellText, fault, quoted, value } from "./values.ts";

/** English, Spanish and Catalan. */
const TRUE = [
  "true",
  "t",
  "yes",
  "y",
  "1",
  "x",
  "si",
  "s",
  "verdadero",
  "cierto",
  "vertader",
  "veritable",
  "v",
  "✓",
  "✔",
];
const FALSE = ["false", "f", "no", "n", "0", "falso", "fals"];
const FLAGS: ReadonlyMap<string, string> = new Map([
  ...TRUE.map((text): [string, string] => [text, "true"]),
  ...FALSE.map((text): [string, string] => [text, "false"]),
]);

/** The flag that a text means; null for another text. */
export const parseFlag = (text: string): string | null => FLAGS.get(textKey(text)) ?? FLAGS.get(text.trim()) ?? null;

export function convertFlag(cell: Cell): Converted {
  const text = cellText(cell);
  if (text === null || typeof text !== "string") return text;
  const flag = parseFlag(text);
  return flag === null ? fault("type_error.boolean", `${quoted(text)} is neither yes nor no`) : value(flag);
}
