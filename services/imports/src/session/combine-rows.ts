import { FIRST_DAY, LAST_DAY } from "../combine/combine.ts";
import { COMBINED_ROWS_MAX, type CombinedRow, createCombiner } from "../combine/groups.ts";
import { createMomentReader } from "../combine/moments.ts";
import { createStyleScan, STYLE_ROWS_MAX } from "../combine/styles.ts";
import type { WorkContext } from "../context.ts";
import { sourcesOf } from "../mapping/fill.ts";
import type { Template } from "../template/template.ts";
import { mappedColumns } from "../values/columns.ts";
import { numberConverter } from "../values/numbers.ts";
import { ROWS_BATCH } from "./limits.ts";
import { move } from "./moves.ts";
import { selectSession, updateCombinedFrom } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import { COMBINED_FROM, deleteCombinedRows, insertCombinedRows } from "./row-queries.ts";
import type { Run } from "./runner.ts";
import { rowsOf, type Source } from "./source.ts";

/**
 * Makes the combined rows of a session, unless those of an earlier validation are of the same mapping: they keep their
 * corrections and deletions. False if there are too many of them.
 */
export async function combineRows(
  context: WorkContext,
  run: Run,
  { session, template, source }: { session: SessionRow; template: Template; source: Source },
): Promise<boolean> {
  if (session.combine === null || session.combinedFrom !== null) return true;
  const options = await optionsOf(context, run, { session, template, source });
  const combiner = createCombiner(options);
  let count = 0;
  for await (const rows of fileRows(context, session)) {
    run.signal.throwIfAborted();
    for (const row of rows) {
      if (!combiner.add({ rowNumber: row.rowNumber, cells: source.cellsOf(row) })) return false;
    }
    count += rows.length;
  }
  await store(run, combiner.rows(), count);
  return true;
}

const fileRows = ({ db }: Pick<WorkContext, "db">, session: SessionRow) => rowsOf(db, { ...session, combine: null });

/** All at once, so that a process that takes the run up finds all of them or none. */
const store = ({ org, sessionId, write }: Run, combined: readonly CombinedRow[], count: number): Promise<void> =>
  write(async ({ tx }) => {
    await deleteCombinedRows(tx, org, sessionId);
    for (let at = 0; at < combined.length; at += ROWS_BATCH) {
      await insertCombinedRows(tx, org, sessionId, combined.slice(at, at + ROWS_BATCH), COMBINED_FROM + at);
    }
    await updateCombinedFrom(tx, org, sessionId, count);
  });

async function optionsOf(
  context: WorkContext,
  { signal }: Run,
  { session, template, source }: { session: SessionRow; template: Template; source: Source },
): Promise<Parameters<typeof createCombiner>[0]> {
  const combine = session.combine!;
  const columns = session.sourceColumns ?? [];
  const { column, at: sumAt, replaced } = mappedColumns(source).find(({ column: { key } }) => key === combine.sum)!;
  const { numericLocale, dateLocale, dateSystem } = session;
  const scan = createStyleScan({ combine, columns, sumAt, numericLocale, dateLocale, dateSystem });
  let examined = 0;
  for await (const rows of fileRows(context, session)) {
    signal.throwIfAborted();
    for (const row of rows) scan.add(source.cellsOf(row));
    examined += rows.length;
    if (examined >= STYLE_ROWS_MAX) break;
  }
  const toNumber = numberConverter(column, scan.decimalMark());
  return {
    sum: combine.sum,
    sumAt,
    keysAt: keysOf(session, template),
    estimatedAt: combine.estimatedColumn === null ? null : columns.indexOf(combine.estimatedColumn),
    momentOf: createMomentReader(scan.moments()),
    amountOf: (cell) => toNumber(replaced(cell).cell),
  };
}

/** Places of the columns that must agree: all that are mapped, but the amounts and the days. */
function keysOf({ mapping, fill, combine, sourceColumns }: SessionRow, { columns }: Template): number[] {
  const sources = sourcesOf({ mapping: mapping ?? {}, fill });
  const keys = columns.map(({ key }) => key).filter((key) => ![combine!.sum, FIRST_DAY, LAST_DAY].includes(key));
  return keys.flatMap((key) => {
    const at = (sourceColumns ?? []).indexOf(sources.get(key) ?? "");
    return at < 0 ? [] : [at];
  });
}

/** A repeat would not help. */
export const NOT_COMBINED = "IMPORT_ROWS_NOT_COMBINED";

/** The validation ends without results: the mapping stays, and a person changes it. */
export const refuseCombination = (run: Run): Promise<void> =>
  run.finish(async ({ tx, org }) => {
    const locked = await selectSession(tx, org, run.sessionId, "to change");
    if (locked?.status !== "validating") return;
    const statusDetail = `Combining gives more than ${COMBINED_ROWS_MAX} rows. Map fewer columns, or divide the file.`;
    await move(tx, locked, "validation_interrupted", { statusCode: NOT_COMBINED, statusDetail });
  });
