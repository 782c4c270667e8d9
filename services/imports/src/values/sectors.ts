import type { Cell } from "../table/table.ts";
import type { Template } from "../template/template.ts";
import type { CatalogueIndex } from "./catalogue/index.ts";
import { type Converted, cellText, fault, quoted, type ValueError } from "./values.ts";

/** Codes that a spreadsheet has made numbers: `111` was `0111`, `1.11` was `01.11`, and `1` was `01`. */
const SHORTENED = /^(?:\d|\d{3}|\d\.\d{1,2})$/;

/** Keys of columns whose texts are codes of sectors. */
export const sectorKeys = ({ columns }: Template): string[] =>
  columns.filter(({ type, optionsSource }) => type === "text" && optionsSource === "sectors").map(({ key }) => key);

/** Errors of texts with a second reading, by key of the column and text. Names both readings. */
export async function doubtfulSectors(
  load: () => Promise<CatalogueIndex>,
  distinct: ReadonlyMap<string, ReadonlySet<string>>,
  keys: readonly string[],
): Promise<Map<string, ReadonlyMap<string, ValueError>>> {
  const doubtful = new Map<string, ReadonlyMap<string, ValueError>>();
  for (const key of keys) {
    const texts = [...(distinct.get(key) ?? [])].filter((text) => SHORTENED.test(text.trim()));
    if (texts.length === 0) continue;
    const index = await load();
    doubtful.set(key, new Map(texts.flatMap((text) => doubtOf(index, text) ?? [])));
  }
  return doubtful;
}

function doubtOf(index: CatalogueIndex, text: string): [string, ValueError][] | null {
  const written = text.trim();
  const [padded] = index.find(`0${written}`);
  if (padded === undefined) return null;
  const [same] = index.find(written).filter(({ code }) => code !== padded.code);
  const readings = [padded, ...(same === undefined ? [] : [same])].map(({ label }) => quoted(label)).join(" or ");
  const message = `${quoted(written)} may have lost a zero at its start; it could be ${readings}`;
  return [[text, fault("value_error.code.leading_zero", message).error]];
}

/** Asks for the texts that have a second reading. */
export function doubting<T>(
  convert: (cell: Cell, more: T) => Converted,
  doubtful: ReadonlyMap<string, ValueError>,
): (cell: Cell, more: T) => Converted {
  return (cell, more) => {
    const text = cellText(cell);
    const error = typeof text === "string" ? doubtful.get(text) : undefined;
    return error === undefined ? convert(cell, more) : { error };
  };
}
