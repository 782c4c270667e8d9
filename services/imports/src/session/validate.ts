import { create, toBinary } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import type { WorkContext } from "../context.ts";
import { amountFacts } from "../header/facts.ts";
import { sourcesOf, targetsOf } from "../mapping/fill.ts";
import { pieceSizeOf } from "../submit/submit.ts";
import { recordMessage } from "../template/derive.ts";
import type { ReadRow, RowErrors } from "../values/read-row.ts";
import { resolveReferences } from "../values/resolve.ts";
import { createRowReader } from "../values/row-reader.ts";
import { createColumnScan, type Styles } from "../values/scan.ts";
import { doubtfulSectors, sectorKeys } from "../values/sectors.ts";
import { checkRecords } from "./check.ts";
import { combineRows, refuseCombination } from "./combine-rows.ts";
import { markDuplicates, type Unmarked } from "./duplicate/mark.ts";
import type { SeenRows } from "./duplicate/repeats.ts";
import { templateOfSession } from "./mapping.ts";
import { move } from "./moves.ts";
import { selectSession } from "./queries.ts";
import type { SessionRow, StoredStyles } from "./row.ts";
import { countResults, deleteResults, insertResults, type NewResult, type SourceRow } from "./row-queries.ts";
import type { Run } from "./runner.ts";
import { rowsOf, type Source, sourceOf } from "./source.ts";

/** Validates all rows of a session. A repeat begins anew, because results are not complete before the end. */
export async function validateSession(context: WorkContext, run: Run, session: SessionRow): Promise<void> {
  const { org, sessionId, principal, signal } = run;
  const template = templateOfSession(context, session);
  const source = sourceOf(session, template);
  if (!(await combineRows(context, run, { session, template, source }))) return refuseCombination(run);
  const scan = createColumnScan({ ...source, numericLocale: session.numericLocale, dateLocale: session.dateLocale });
  for await (const rows of rowsOf(context.db, session)) {
    signal.throwIfAborted();
    for (const row of rows) scan.add(source.cellsOf(row), correctedKeys(row));
  }
  const styles = scan.styles();
  const seen: SeenRows = new Map();
  const { distinct } = scan;
  const validator = await createValidator(context, {
    principal,
    session,
    source,
    styles,
    distinct,
    seenOf: () => seen,
  });
  await run.write(({ tx }) => deleteResults(tx, org, sessionId));
  const store = async (results: readonly NewResult[]) => {
    if (results.length > 0) await run.write(({ tx }) => insertResults(tx, org, sessionId, results));
  };
  // Postgres stores the results of one piece while the next one is validated.
  let earlier: readonly NewResult[] = [];
  for await (const rows of piecesOf(rowsOf(context.db, session), pieceSizeOf(template)))
    [earlier] = await Promise.all([validator(rows, signal), store(earlier)]);
  await store(earlier);
  await run.finish(async ({ tx }) => {
    const locked = await selectSession(tx, org, sessionId, "to change");
    if (locked?.status !== "validating") return;
    const counts = await countResults(tx, org, sessionId);
    await move(tx, locked, "validation_finished", { ...counts, styles: storedStyles(styles) });
  });
}

interface ValidatorOptions {
  principal: Principal;
  session: SessionRow;
  source: Source;
  styles: Styles;
  distinct: ReadonlyMap<string, ReadonlySet<string>>;
  seenOf(keys: readonly string[]): SeenRows | Promise<SeenRows>;
}

/** Makes a function that converts rows and checks their records by a dry run of their batch. */
export async function createValidator(context: WorkContext, options: ValidatorOptions) {
  const { principal, session, source, styles, distinct, seenOf } = options;
  const { template } = source;
  const resolutions = await resolveReferences(context.references, principal, template, distinct);
  const filled = { mapping: session.mapping ?? {}, fill: session.fill };
  const mapped = targetsOf(filled);
  const catalogues = context.references.catalogues;
  const facts = await amountFacts(catalogues, {
    template,
    sources: sourcesOf(filled),
    targets: mapped,
    shown: styles.shown,
    lowShares: styles.lowShares,
  });
  const doubtful = await doubtfulSectors(catalogues.sector, distinct, sectorKeys(template));
  const { dateSystem } = session;
  const reader = createRowReader({ ...source, styles, resolutions, dateSystem, facts, doubtful });
  const message = recordMessage(template.method, template.records);
  return async (rows: readonly SourceRow[], signal: AbortSignal): Promise<NewResult[]> => {
    const read = rows.map((row) => {
      const one = withoutUnmapped(reader.read(source.cellsOf(row), correctedKeys(row)), mapped);
      return { ...one, errors: { ...one.errors, ...errorsOfCombined(row) } };
    });
    const complete = read.filter(({ errors }) => Object.keys(errors).length === 0);
    const records = complete.map(({ values }) => create(message, values));
    const found = await checkRecords(context, { principal, template, records, signal });
    let place = 0;
    const results = read.map(({ data, errors }, at): Unmarked => {
      const { rowIndex, combined } = rows[at]!;
      const notices = combined?.notices ?? null;
      if (Object.keys(errors).length > 0) return { rowIndex, data, errors, notices, record: null };
      const own = found.errors.get(place) ?? null;
      const record = own === null ? toBinary(message, records[place]!) : null;
      const noted = own === null ? found.notices.get(place) : undefined;
      place++;
      return { rowIndex, data, errors: own, notices: bothNotices(notices, noted), record };
    });
    return markDuplicates(context, { principal, session, template, rows, results, signal, seenOf });
  };
}

function bothNotices(combined: RowErrors | null, ofRecord: RowErrors | undefined): RowErrors | null {
  if (combined === null || ofRecord === undefined) return combined ?? ofRecord ?? null;
  const keys = [...new Set([...Object.keys(combined), ...Object.keys(ofRecord)])];
  return Object.fromEntries(keys.map((key) => [key, [...(combined[key] ?? []), ...(ofRecord[key] ?? [])]]));
}

/** A corrected value replaces the one that could not be combined. */
function errorsOfCombined({ combined, corrections }: SourceRow): RowErrors {
  const open = Object.entries(combined?.errors ?? {}).filter(([key]) => (corrections?.[key] ?? null) === null);
  return Object.fromEntries(open);
}

const correctedKeys = ({ corrections }: SourceRow) =>
  corrections === null ? undefined : new Set(Object.keys(corrections));

/** Columns that the file lacks are shown where a correction gave them a value, or where a value is missing. */
function withoutUnmapped(row: ReadRow, mapped: ReadonlySet<string>): ReadRow {
  for (const [key, text] of Object.entries(row.data)) {
    if (text === null && !mapped.has(key) && row.errors[key] === undefined) delete row.data[key];
  }
  return row;
}

async function* piecesOf(batches: AsyncIterable<SourceRow[]>, size: number): AsyncGenerator<SourceRow[]> {
  let piece: SourceRow[] = [];
  for await (const rows of batches) {
    piece.push(...rows);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

const storedStyles = ({ decimalMarks, dateOrders, mixedDates, shown, lowShares }: Styles): StoredStyles => ({
  shown: Object.fromEntries(shown),
  lowShares: [...lowShares],
  mixedDates: [...mixedDates],
  decimalMarks: Object.fromEntries(decimalMarks),
  dateOrders: Object.fromEntries(dateOrders),
});

export const stylesOf = ({ styles }: SessionRow): Styles => ({
  decimalMarks: new Map(Object.entries(styles?.decimalMarks ?? {})),
  dateOrders: new Map(Object.entries(styles?.dateOrders ?? {})),
  mixedDates: new Set(styles?.mixedDates ?? []),
  shown: new Map(Object.entries(styles?.shown ?? {})),
  lowShares: new Set(styles?.lowShares ?? []),
});
