import type { Db } from "@emissions/kit/db/transactions";
import type { Fill, Filling } from "../mapping/fill.ts";
import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import type { Mapped } from "../values/columns.ts";
import type { Edge } from "../values/periods.ts";
import { isWeekdays, weekdaysOfApi } from "../values/weekdays.ts";
import { ROWS_BATCH } from "./limits.ts";
import type { SessionRow } from "./row.ts";
import { COMBINED_FROM, type SourceRow, selectRowsAfter } from "./row-queries.ts";

/** The mapped columns of a session, and its rows with their corrections. */
export interface Source extends Mapped {
  cellsOf(row: SourceRow): readonly Cell[];
}

export const PLAIN_NUMBER = /^-?\d{1,60}(\.\d{1,60})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The part of a session that says which column of the file fills which column of the template. */
export type MappedSession = Pick<SessionRow, "mapping" | "fill" | "sourceColumns" | "valueMappings">;

/**
 * Corrections belong to columns of the template, which the file may lack. Each column of the template that `mapping` lacks
 * gets a column of its own behind those of the file, which `fill` may fill.
 */
export function sourceOf(session: MappedSession, template: Template): Source {
  const { fill, valueMappings } = session;
  const mapping = session.mapping ?? {};
  const sourceColumns = session.sourceColumns ?? [];
  const targets = new Set(Object.values(mapping));
  const added = template.columns.filter(({ key }) => !targets.has(key));
  // No name in a file has a control character.
  const nameOf = ({ key }: Column) => `\u0001${key}`;
  const columns = [...sourceColumns, ...added.map(nameOf)];
  const places = new Map(columns.map((name, at) => [mapping[name] ?? name.slice(1), at]));
  const columnOf = new Map(template.columns.map((column) => [column.key, column]));
  const filled = added.flatMap((column, at) => {
    const cellIn = fillingOf(fill[column.key], column, sourceColumns);
    return cellIn === null ? [] : [{ at: sourceColumns.length + at, cellIn }];
  });
  return {
    template,
    columns,
    mapping: { ...mapping, ...Object.fromEntries(added.map((column) => [nameOf(column), column.key])) },
    valueMappings,
    ...kindsOf(fill),
    cellsOf: ({ cells, corrections, combined }) => {
      if (corrections === null && combined === null && filled.length === 0) return cells;
      const all: Cell[] = columns.map((_, at) => cells[at] ?? null);
      for (const { at, cellIn } of filled) all[at] = cellIn(cells);
      for (const [key, text] of Object.entries({ ...combined?.values, ...corrections })) {
        const [at, column] = [places.get(key), columnOf.get(key)];
        if (at !== undefined && column !== undefined) all[at] = correctedCell(column, text);
      }
      return all;
    },
  };
}

type CellIn = (cells: readonly Cell[]) => Cell;

/** Constants are written as corrections are. */
function fillingOf(filling: Filling | undefined, column: Column, sourceColumns: readonly string[]): CellIn | null {
  if (filling === undefined) return null;
  if ("value" in filling) {
    const cell = correctedCell(column, filling.value);
    return () => cell;
  }
  const at = sourceColumns.indexOf(filling.column);
  return (cells) => cells[at] ?? null;
}

function kindsOf(fill: Fill): Required<Pick<Mapped, "periods" | "constants">> {
  const entries = Object.entries(fill);
  const edges = entries.flatMap(([key, filling]): [string, Edge][] => {
    if ("value" in filling || filling.as === "value") return [];
    return [[key, filling.as === "period_start" ? "start" : "end"]];
  });
  return {
    periods: new Map(edges),
    constants: new Set(entries.filter(([, filling]) => "value" in filling).map(([key]) => key)),
  };
}

/** Corrections are written as in the API, whatever the locale of the file is. */
function correctedCell(column: Column, text: string | null): Cell {
  if (text === null || text === "") return null;
  if (isWeekdays(column)) return weekdaysOfApi(text);
  const { type } = column;
  if ((type === "number" || type === "integer") && PLAIN_NUMBER.test(text)) return { number: text };
  if (type === "date" && DAY.test(text)) return { day: text };
  return text;
}

/** All rows of a session that become records, in order. Each batch is read in a transaction of its own. */
export async function* rowsOf(
  db: Db,
  { organizationId, id, combine }: Pick<SessionRow, "organizationId" | "id" | "combine">,
): AsyncGenerator<SourceRow[]> {
  let after = combine === null ? -1 : COMBINED_FROM - 1;
  for (;;) {
    const rows = await db.asService(organizationId, ({ tx }) =>
      selectRowsAfter(tx, organizationId, id, { after, limit: ROWS_BATCH }),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.rowIndex;
  }
}
