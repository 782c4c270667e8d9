import { type Io, inLine, print } from "./io.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Characters of a cell of a table. JSON has the whole text. */
const CELL_MAX = 40;
const GAP = "  ";

export const printJson = (io: Io, value: unknown): Promise<void> =>
  print(io.stdout, `${JSON.stringify(value, null, 2)}\n`);

/** A value on one line. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return inLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** The fields of an object that have a value, one per line. */
export async function printFields(io: Io, fields: Fields): Promise<void> {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  await print(io.stdout, shown.map(([name, value]) => `${name.padEnd(width)}${GAP}${lineOf(value)}\n`).join(""));
}

/** A table of which the widths follow from its first rows. */
export class Table {
  readonly #io: Io;
  readonly #columns: readonly string[];
  #widths: number[] | undefined;

  constructor(io: Io, columns: readonly string[]) {
    this.#io = io;
    this.#columns = columns;
  }

  async print(rows: readonly Fields[]): Promise<void> {
    const cells = rows.map((row) => this.#columns.map((column) => shortened(lineOf(row[column]))));
    const isFirst = this.#widths === undefined;
    this.#widths ??= this.#columns.map((column, at) => Math.max(column.length, ...cells.map((row) => row[at]!.length)));
    const lines = isFirst ? [[...this.#columns], ...cells] : cells;
    await print(this.#io.stdout, lines.map((line) => `${this.#padded(line)}\n`).join(""));
  }

  #padded = (line: readonly string[]): string =>
    line
      .map((text, at) => text.padEnd(this.#widths![at]!))
      .join(GAP)
      .trimEnd();
}

const shortened = (text: string): string => (text.length <= CELL_MAX ? text : `${text.slice(0, CELL_MAX - 1)}…`);
