import { isDuplicate } from "@emissions/kit/db/duplicate";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { List } from "../list/list.ts";
import { type RecordColumn, valueColumns } from "../records/columns.ts";
import type { Owner } from "../records/owner.ts";
import { arrayOf, namesOf, type Row } from "../records/table.ts";
import { taken } from "./refusals.ts";
import type { Resource, StoredRow } from "./resource.ts";

const ID: RecordColumn = { name: "id", key: "id", type: "uuid" };

/** Rows with the sums of their records. */
export const withTotals =
  ({ table, totals, column, countsFailures }: Owner) =>
  (tx: Tx) =>
    tx`
    select t.*, coalesce(s.co2e, 0) as co2e, coalesce(s.co2e_biomass, 0) as co2e_biomass
      ${countsFailures ? tx`, coalesce(s.failed_records, 0) as failed_records` : tx``}
    from ${tx(table)} t left join ${tx(totals)} s on s.organization_id = t.organization_id and s.${tx(column)} = t.id`;

/** A lock prevents changes of the row, and new records that name it, until the transaction ends. */
export async function selectOne<T>(
  tx: Tx,
  org: string,
  { rows }: Pick<List<never>, "rows">,
  id: string,
  lock?: "to change",
): Promise<T | null> {
  if (!isId(id)) return null;
  const [row] = await tx<(T & object)[]>`
    ${rows!(tx)} where t.organization_id = ${org} and t.id = ${id} ${lock ? tx`for update of t` : tx``}`;
  return row ?? null;
}

/** The same for a row that must exist. */
export async function findOne<T>(
  tx: Tx,
  org: string,
  { noun, list }: { noun: string; list: Pick<List<never>, "rows"> },
  id: string,
  lock?: "to change",
): Promise<T> {
  const row = await selectOne<T>(tx, org, list, id, lock);
  if (row === null) throw notFound(noun);
  return row;
}

/** The statements that write rows. Their texts are made once, so that the driver prepares each once. */
export function resourceWriter({
  list: { table },
  values,
  columns = [],
  unique,
}: Pick<Resource, "list" | "values" | "columns" | "unique">) {
  const decided = [...valueColumns(values), ...columns];
  const inserted = [ID, ...decided];
  const { by, where } = unique;
  const insertText = `
    insert into ${table} (organization_id, uploaded_by, created_at, ${namesOf(inserted)})
    select $1::uuid, $2::uuid, $3::timestamptz, v.*
    from (select ${inserted.map(({ name, type }, at) => `unnest($${at + 4}::${type}[]) as ${name}`)}) as v
    order by ${by}, id
    on conflict (organization_id, ${by}) ${where ? `where ${where}` : ""} do nothing
    returning id`;
  const updateText = `
    update ${table} set ${decided.map(({ name, type }, at) => `${name} = $${at + 5}::${type}`)}, revision = $3,
      updated_at = $4
    where organization_id = $1 and id = $2`;
  return {
    /**
     * Returns the ids of the stored rows: those whose unique value exists, or came before in the request, are not
     * stored. A value that another transaction stores is waited for, so all writers store values in one order.
     */
    async insert(tx: Tx, org: string, rows: readonly StoredRow[]): Promise<ReadonlySet<string>> {
      const { uploadedBy, createdAt } = rows[0]!;
      const arrays = inserted.map((column) => arrayOf(column, rows as unknown as readonly Row[]));
      const parameters = [org, uploadedBy, createdAt, ...arrays];
      const stored = await tx.unsafe<{ id: string }[]>(insertText, parameters, { prepare: true });
      return new Set(stored.map(({ id }) => id));
    },
    /** Refuses with the code of the unique value. */
    async update(tx: Tx, org: string, row: StoredRow): Promise<void> {
      const { id, revision, updatedAt } = row;
      const cells = decided.map(({ key }) => (row as unknown as Row)[key] ?? null);
      try {
        await tx.unsafe(updateText, [org, id, revision, updatedAt, ...cells], { prepare: true });
      } catch (error) {
        if (isDuplicate(error, unique.index)) throw taken(unique, [["body"]]);
        throw error;
      }
    },
  };
}
