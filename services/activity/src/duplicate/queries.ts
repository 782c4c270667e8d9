import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { DuplicateReason } from "@emissions/proto/common/v1/duplicate";
import type { ValueColumn } from "../records/columns.ts";
import { type RecordKind, tableOf } from "../records/kind.ts";
import { arrayOf, type Row } from "../records/table.ts";
import { comparedColumns, EXTERNAL_ID } from "./columns.ts";
import type { DuplicateRule } from "./rules.ts";

/** Stored records with the values of an index that new records are compared with. It limits the time of a search. */
export const COMPARED_MAX = 1_000;

/** A new record at its place in the request. */
export interface NewRecord {
  index: number;
  values: Row;
}

export interface Found {
  index: number;
  reason: DuplicateReason;
  id: string;
}

interface Search {
  records: readonly NewRecord[];
  exceptFileId: string | null;
}

/** The search for stored records. One statement, whose time does not depend on the number of other records. */
export function searchOf(kind: RecordKind, rule: DuplicateRule) {
  const columns = comparedColumns(kind, rule);
  const typed = ["index int", "is_delivery boolean", ...columns.map(({ name, type }) => `${name} ${type}`)];
  const arrays = typed.map((one, at) => `$${at + 3}::${one.split(" ")[1]}[]`);
  const names = typed.map((one) => one.split(" ")[0]);
  const text = statementOf(tableOf(kind), rule, {
    columns,
    rows: `unnest(${arrays.join(", ")}) as s (${names.join(", ")})`,
  });
  return async (tx: Tx, org: string, { records, exceptFileId }: Search): Promise<Found[]> => {
    const rows = records.map(({ values }) => values);
    const indexes = plainColumn(records.map(({ index }) => index));
    const deliveries = plainColumn(rows.map((values) => rule.isDelivery(values)));
    const values = columns.map((column) => arrayOf(column, rows));
    // Postgres expects few rows, and would compare each new record with each stored one.
    await tx`set local enable_nestloop = off`;
    return tx.unsafe<Found[]>(text, [org, exceptFileId, indexes, deliveries, ...values], { prepare: true });
  };
}

interface Parts {
  columns: readonly ValueColumn[];
  /** The new records, as `s`. */
  rows: string;
}

/** The stored rows of each index value are read once, and joined by a hash of all compared values. */
function statementOf(table: string, rule: DuplicateRule, { columns, rows }: Parts): string {
  const { indexed, amount, meter, named, number, stored = "true" } = rule;
  const here = `r.organization_id = $1::uuid and ${stored} and ($2::uuid is null or r.file_id is distinct from $2)`;
  const lookUp = (reason: DuplicateReason, index: string, rest = "true") => `
    (select ${reason}::int as reason, r.id from (
       select * from ${table} r where r.organization_id = $1::uuid and ${index} limit ${COMPARED_MAX}) r
     where ${rest} and ${here} limit 1)`;
  const key = (alias: string) => keyOf(alias, rule, columns);
  const { EXTERNAL_ID: BY_ID, DOCUMENT_NUMBER, SAME_ACTIVITY } = DuplicateReason;
  const lookUps = [
    lookUp(BY_ID, `r.${EXTERNAL_ID} = s.${EXTERNAL_ID}`),
    ...(number ? [lookUp(DOCUMENT_NUMBER, `r.${number.column} = s.${number.column}`, number.where)] : []),
    ...(meter
      ? [lookUp(SAME_ACTIVITY, `r.${meter} = s.${meter} and r.start_date = s.start_date`, `${key("r")} = s.same_key`)]
      : []),
  ];
  const more = [...amount, ...(meter ? [meter] : [])];
  return `
    with s as materialized (select s.*, ${key("s")} as same_key from ${rows}),
    places as materialized (select distinct ${indexed.join(", ")} from s ${named ? `where ${named} is not null` : ""}),
    there as materialized (
      select r.* from places p cross join lateral (
        select ${["r.id", `${key("r")} as same_key`, ...more.map((name) => `r.${name}`)].join(", ")} from ${table} r
        where ${here} and ${indexed.map((name) => `r.${name} = p.${name}`).join(" and ")} limit ${COMPARED_MAX}) r)
    select distinct on (index) index, reason, id from (
      select s.index, f.reason, f.id from s
        cross join lateral (select * from (${lookUps.join(" union all ")}) found limit 1) f
      union all
      select s.index, ${SAME_ACTIVITY}, min(r.id::text)::uuid from s join there r on r.same_key = s.same_key
      where ${named ? `s.${named} is not null` : "true"} and ${amountsOf(amount)}
        and ${meter ? `(r.${meter} is null or s.${meter} is null)` : "true"}
      group by s.index) found
    order by index, reason`;
}

const amountsOf = (amount: readonly string[]) =>
  amount.length === 0
    ? "true"
    : `(not s.is_delivery or ${amount.map((name) => `r.${name} is not distinct from s.${name}`).join(" and ")})`;

/** All compared values as one array, in which missing values are equal. */
function keyOf(alias: string, { indexed, compared }: DuplicateRule, columns: readonly ValueColumn[]): string {
  const texts = [...indexed, ...compared].map((name) => {
    const isNumeric = columns.find((column) => column.name === name)!.type === "numeric";
    return isNumeric ? `trim_scale(${alias}.${name})::text` : `${alias}.${name}::text`;
  });
  return `array[${texts.join(", ")}]`;
}
