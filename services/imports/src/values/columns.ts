import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import type { Edge } from "./periods.ts";
import { cellText } from "./values.ts";

/** Mappings of a session. */
export interface Mapped {
  template: Template;
  /** Names of the columns of the file, in their order. */
  columns: readonly string[];
  /** Column key by name of the column of the file. Names that the file or the template lacks have no effect. */
  mapping: Readonly<Record<string, string>>;
  /** By column key: text of the file, and the text that replaces it. An empty text makes the value empty. */
  valueMappings?: Readonly<Record<string, Readonly<Record<string, string>>>> | null | undefined;
  /** Keys of columns that take the first or the last day of the periods in their cells. */
  periods?: ReadonlyMap<string, Edge>;
  /** Keys of columns whose cells are in the API's own writing. */
  constants?: ReadonlySet<string>;
}

/** A column of the template and its place in the rows of the file. */
export interface MappedColumn {
  column: Column;
  sourceColumn: string;
  at: number;
  /** The cell that replaces a cell. */
  replaced(cell: Cell): { cell: Cell; isReplacement: boolean };
}

/** In the order of the template. Of two source columns with one key the first counts. */
export function mappedColumns({ template, columns, mapping, valueMappings }: Mapped): MappedColumn[] {
  const places = new Map<string, number>();
  for (const [at, name] of columns.entries()) {
    const key = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (key !== undefined && !places.has(key)) places.set(key, at);
  }
  return template.columns.flatMap((column) => {
    const at = places.get(column.key);
    if (at === undefined) return [];
    const replacements = new Map(Object.entries(ownOf(valueMappings, column.key) ?? {}));
    return [{ column, sourceColumn: columns[at]!, at, replaced: replacer(replacements) }];
  });
}

function replacer(replacements: ReadonlyMap<string, string>): MappedColumn["replaced"] {
  if (replacements.size === 0) return (cell) => ({ cell, isReplacement: false });
  return (cell) => {
    const text = cellText(cell);
    const other = typeof text === "string" ? replacements.get(text) : undefined;
    return other === undefined ? { cell, isReplacement: false } : { cell: other.trim() || null, isReplacement: true };
  };
}

function ownOf<T>(object: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined {
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Separators of the values of one cell. */
const SEPARATOR = /[;|,\n]/;
export const PARTS_MAX = 100;
export const partsOf = (text: string): string[] =>
  text
    .split(SEPARATOR, PARTS_MAX + 1)
    .map((part) => part.trim())
    .filter(Boolean);
