import type { Db } from "@emissions/kit/db/transactions";
import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import type { Mapped } from "../values/columns.ts";
import { isWeekdays, weekdaysOfApi } from "../values/weekdays.ts";
import { ROWS_BATCH } from "./limits.ts";
import type { SessionRow } from "./row.ts";
import { type SourceRow, selectRowsAfter } from "./row-queries.ts";

/** The mapped columns of a session, and its rows with their corrections. */
export interface Source extends Mapped {
  cellsOf(row: SourceRow): readonly Cell[];
}

const PLAIN_NUMBER = /^-?\d{1,60}(\.\d{1,60})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Corrections belong to columns of the template, which the file may lack. Each column of the template without a source
 * gets an empty column of its own behind those of the file.
 */
export function sourceOf(session: SessionRow, template: Template): Source {
  const mapping = session.mapping ?? {};
  const sourceColumns = session.sourceColumns ?? [];
  const targets = new Set(Object.values(mapping));
  const added = template.columns.filter(({ key }) => !targets.has(key));
  // No name in a file has a control character.
  const nameOf = ({ key }: Column) => `\u0001${key}`;
  const columns = [...sourceColumns, ...added.map(nameOf)];
  const places = new Map(columns.map((name, at) => [mapping[name] ?? name.slice(1), at]));
  const columnOf = new Map(template.columns.map((column) => [column.key, column]));
  return {
    template,
    columns,
    mapping: { ...mapping, ...Object.fromEntries(added.map((column) => [nameOf(column), column.key])) },
    valueMappings: session.valueMappings,
    cellsOf: ({ cells, corrections }) => {
      if (corrections === null) return cells;
      const corrected: Cell[] = columns.map((_, at) => cells[at] ?? null);
      for (const [key, text] of Object.entries(corrections)) {
        const [at, column] = [places.get(key), columnOf.get(key)];
        if (at !== undefined && column !== undefined) corrected[at] = correctedCell(column, text);
      }
      return corrected;
    },
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

/** All rows of a session, in order. Each batch is read in a transaction of its own. */
export async function* rowsOf(db: Db, { organizationId, id }: SessionRow): AsyncGenerator<SourceRow[]> {
  let after = -1;
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
