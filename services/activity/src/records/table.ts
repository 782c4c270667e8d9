import { plainColumn, column as quotedColumn } from "@emissions/kit/db/columns";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import { CalculationOutcomeSchema, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { type ColumnValue, type RecordColumn, valueColumns } from "./columns.ts";
import { bitsOf } from "./fitness.ts";
import {
  deletedTableOf,
  failureOf,
  type RecordKind,
  type RecordTable,
  type ResultColumn,
  resultColumnsOf,
  type StoredRecord,
  tableOf,
} from "./kind.ts";
import type { OwnerSums } from "./owner.ts";

/** A record until its result arrives. */
export const NOT_CALCULATED = {
  calculationStatus: "pending",
  calculationVersion: 0,
  calculationErrorCode: null,
  calculationErrorDetail: null,
  co2e: null,
  co2eBiomass: null,
  fitness: null,
} as const satisfies Partial<StoredRecord>;

const ID: RecordColumn = { name: "id", key: "id", type: "uuid" };

const PIN_COLUMNS: readonly RecordColumn[] = [
  { name: "custom_factor_owner_id", key: "customFactorOwnerId", type: "uuid" },
  { name: "custom_factor_revision", key: "customFactorRevision", type: "int" },
];

export const STATE_COLUMNS: readonly RecordColumn[] = [
  { name: "revision", key: "revision", type: "int" },
  { name: "calculation_status", key: "calculationStatus", type: "text" },
  { name: "calculation_version", key: "calculationVersion", type: "int" },
  { name: "calculation_error_code", key: "calculationErrorCode", type: "text" },
  { name: "calculation_error_detail", key: "calculationErrorDetail", type: "text" },
  { name: "co2e", key: "co2e", type: "numeric" },
  { name: "co2e_biomass", key: "co2eBiomass", type: "numeric" },
  { name: "fitness", key: "fitness", type: "int" },
];

export type Row = Record<string, ColumnValue>;

/**
 * The statements that write rows of a kind. Their texts are made once, so that the driver prepares each once. The arrays
 * are unnested in the select list, because Postgres copies each array of a `from` into a table first.
 */
export function recordWriter(kind: WrittenKind) {
  const table = tableOf(kind);
  const decided = decidedColumns(kind);
  const inserted = [ID, ...decided];
  const insertText = `
    insert into ${table} (organization_id, uploaded_by, created_at, ${namesOf(inserted)})
    select $1::uuid, $2::uuid, $3::timestamptz, ${inserted.map(({ type }, at) => `unnest($${at + 4}::${type}[])`)}`;
  const updated = [...decided, ...STATE_COLUMNS, ...resultColumnsOf(kind).filter(({ set }) => set === undefined)];
  const updateText = `
    update ${table} set ${updated.map(({ name, type }, at) => `${name} = $${at + 3}::${type}`)}, updated_at = now()
    where organization_id = $1 and id = $2 returning *`;
  return {
    /** `uploadedBy` and `createdAt` are the same for all rows. */
    insert(tx: Tx, org: string, rows: readonly StoredRecord[]): Fragment {
      const { uploadedBy, createdAt } = rows[0]!;
      const arrays = inserted.map((column) => arrayOf(column, rows as unknown as readonly Row[]));
      return tx.unsafe(insertText, [org, uploadedBy, createdAt, ...arrays], { prepare: true });
    },
    async update<T extends StoredRecord>(tx: Tx, org: string, row: T): Promise<T> {
      const values = updated.map(({ key }) => (row as unknown as Row)[key] ?? null);
      const [stored] = await tx.unsafe<T[]>(updateText, [org, row.id, ...values], { prepare: true });
      return stored!;
    },
  };
}

export type WrittenKind = Pick<RecordKind, "entityType" | "values" | "columns" | "replacedByKey">;

/** The columns of a row that no result changes, besides id and creation. */
export const decidedColumns = ({ values, columns = [] }: Pick<RecordKind, "values" | "columns">) => [
  ...valueColumns(values),
  ...columns.filter((column) => !("of" in column)),
  ...PIN_COLUMNS,
];

export const namesOf = (columns: readonly RecordColumn[]) => columns.map(({ name }) => name).join(", ");

/** Texts need quotes; ids, days, numbers and codes have been checked and need none. */
export function arrayOf({ key, type }: RecordColumn, rows: readonly Row[]): string {
  const values = rows.map((row) => row[key] ?? null);
  return type === "text" ? quotedColumn(values) : plainColumn(values);
}

export async function selectRecord<T>(
  tx: Tx,
  org: string,
  table: string,
  id: string,
  lock?: "lock",
): Promise<T | null> {
  const [row] = await tx<(T & object)[]>`
    select * from ${tx(table)} where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

/**
 * In order of id, so that two writers do not block each other. The ids stand in a subquery: Postgres compares an array
 * of hundreds with each row where it does not use the index.
 */
export const selectRecords = <T>(tx: Tx, org: string, table: string, ids: readonly string[], lock?: "lock") => tx<
  (T & object)[]
>`
  select r.* from ${tx(table)} r
  where r.organization_id = ${org} and r.id in (select unnest(${ids as string[]}::uuid[])) order by r.id
  ${lock ? tx`for update` : tx``}`;

/** Deleted rows of kinds that keep them move to the table of deleted records. */
export function deleteRecords(tx: Tx, org: string, kind: RecordTable, ids: readonly string[]): Fragment {
  const table = tableOf(kind);
  const deleted = tx`
    delete from ${tx(table)} where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))`;
  if (!kind.removal?.keepsRows) return deleted;
  return tx`
    with gone as (${deleted} returning *) insert into ${tx(deletedTableOf(table))} select now(), gone.* from gone`;
}

/** Starts a new revision without a result. Its number is also above those of `above`, in the order of the ids. */
export const resetRecords = (
  tx: Tx,
  org: string,
  kind: RecordTable,
  ids: readonly string[],
  above?: readonly number[],
) => tx`
  update ${tx(tableOf(kind))} w set revision = ${
    above === undefined
      ? tx`revision`
      : tx`greatest(w.revision, (
          select a.revision from unnest(${ids as string[]}::uuid[], ${above as number[]}::int[]) as a (id, revision)
          where a.id = w.id))`
  } + 1, calculation_version = 0, calculation_status = 'pending',
    calculation_error_code = null, calculation_error_detail = null, co2e = null, co2e_biomass = null, fitness = null
    ${resultColumnsOf(kind)
      .filter(({ set }) => set === undefined)
      .reduce((all, { name }) => tx`${all}, ${tx(name)} = null`, tx``)}
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))`;

/**
 * Copies results onto their records. A result of another revision or of an earlier version is late and is left out; a
 * failure never replaces a number of the same version. Rows are locked in the order of the results, which are sorted by id. Returns the change
 * of the totals of owners.
 */
export async function updateResults(
  tx: Tx,
  org: string,
  kind: RecordTable,
  results: readonly RecordResult[],
): Promise<OwnerSums[]> {
  const plain = (value: (result: RecordResult) => ColumnValue) => plainColumn(results.map(value));
  const texts = (value: (result: RecordResult) => string | null) => quotedColumn(results.map(value));
  const more = resultColumnsOf(kind);
  const owner = kind.owner === undefined ? tx`null::uuid` : tx`w.${tx(kind.owner.column)}`;
  const counted = kind.counted?.where(tx) ?? tx`true`;
  const fold = (part: (column: ResultColumn) => Fragment) => more.reduce((all, one) => tx`${all}, ${part(one)}`, tx``);
  // The row of a record that was calculated in the call has its result already.
  const changed = more.every(({ set }) => set === undefined)
    ? tx`and (w.calculation_status, w.calculation_version, w.calculation_error_code, w.calculation_error_detail, w.co2e,
          w.co2e_biomass, w.fitness ${fold(({ name }) => tx`w.${tx(name)}`)})
        is distinct from (r.calculation_status, r.version, r.error_code, r.error_detail, r.co2e, r.co2e_biomass,
          r.fitness ${fold(({ name }) => tx`r.${tx(name)}`)})`
    : tx``;
  return tx<OwnerSums[]>`
    with moved as (
      update ${tx(tableOf(kind))} w set calculation_status = r.calculation_status, calculation_version = r.version,
        calculation_error_code = r.error_code, calculation_error_detail = r.error_detail, co2e = r.co2e,
        co2e_biomass = r.co2e_biomass, fitness = r.fitness
        ${fold(({ name, set }) => (set === undefined ? tx`${tx(name)} = r.${tx(name)}` : tx`${tx(name)} = ${tx.unsafe(set)}`))}
      from unnest(
        ${plain(({ recordId }) => recordId)}::uuid[],
        ${plain(({ revision }) => revision)}::int[],
        ${plain(({ status }) => enumText(CalculationOutcomeSchema, status))}::text[],
        ${texts(failureOf)}::text[],
        ${texts(({ errorDetail }) => errorDetail || null)}::text[],
        ${plain(({ co2e }) => co2e?.value || null)}::numeric[],
        ${plain(biomassOf)}::numeric[],
        ${plain(fitnessOf)}::int[],
        ${plain(({ version }) => version)}::int[]
        ${fold((column) => tx`${texts((result) => textOf(column.of(result)))}::${tx.unsafe(column.type)}[]`)}
      ) as r (id, revision, calculation_status, error_code, error_detail, co2e, co2e_biomass, fitness, version
        ${fold(({ name }) => tx`${tx(name)}`)})
      where w.organization_id = ${org} and w.id = r.id and w.revision = r.revision
        and (r.version > w.calculation_version or r.version = w.calculation_version
          and (r.calculation_status = 'calculated' or w.calculation_status <> 'calculated'))
        ${changed}
      returning ${owner} as owner_id, ${counted} as counted, old.co2e as co2e_was, old.co2e_biomass as biomass_was,
        old.calculation_status as status_was, new.co2e, new.co2e_biomass, new.calculation_status)
    select owner_id, coalesce(sum(co2e_was), 0) as co2e_was, coalesce(sum(biomass_was), 0) as biomass_was,
      coalesce(sum(co2e), 0) as co2e, coalesce(sum(co2e_biomass), 0) as co2e_biomass,
      (count(*) filter (where status_was = 'failed'))::int as failed_was,
      (count(*) filter (where calculation_status = 'failed'))::int as failed
    from moved where counted group by owner_id`;
}

/** The values of a row that its result decides, as `updateResults` stores them. */
export const resultValues = (kind: Pick<RecordTable, "columns">, result: RecordResult): Partial<StoredRecord> => ({
  calculationStatus: enumText(CalculationOutcomeSchema, result.status) as StoredRecord["calculationStatus"],
  calculationVersion: result.version,
  calculationErrorCode: failureOf(result),
  calculationErrorDetail: result.errorDetail || null,
  co2e: result.co2e?.value || null,
  co2eBiomass: biomassOf(result),
  fitness: fitnessOf(result),
  ...Object.fromEntries(resultColumnsOf(kind).map((column) => [column.key, column.of(result)])),
});

/** Null for a failure. */
const fitnessOf = (result: RecordResult) => (failureOf(result) === null ? bitsOf(result.fitness) : null);

const textOf = (value: ColumnValue) => (value === null ? null : String(value));

/** Kilograms of biogenic CO2. Null if no factor states it, for a failure, and for a record without a factor. */
const biomassOf = ({ co2e, biogenicCo2 }: RecordResult) => (co2e?.value ? biogenicCo2?.value || null : null);
