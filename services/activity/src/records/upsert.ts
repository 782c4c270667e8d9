import { chunked } from "@emissions/kit/db/chunked";
import { plainColumn } from "@emissions/kit/db/columns";
import { inOrder } from "@emissions/kit/db/in-order";
import type { Tx } from "@emissions/kit/db/transactions";
import { resultColumnsOf, type StoredRecord, tableOf } from "./kind.ts";
import { arrayOf, decidedColumns, namesOf, type Row, STATE_COLUMNS, type WrittenKind } from "./table.ts";

/** Rows of one statement; each has the text of every value. */
const UPSERTED_MAX = 500;
/** Counts up where a row replaces another one. */
const REVISION = "revision";

/**
 * Inserts rows with their state and results. A row with the key of a stored one replaces it: it keeps id and creation
 * time, and its revision grows by 1. Keys of one call must differ. Sorted by key, so that two writers lock rows in the
 * same order.
 */
export function recordUpsert(kind: WrittenKind) {
  const table = tableOf(kind);
  const byKey = kind.replacedByKey !== undefined;
  const columns = [...decidedColumns(kind), ...STATE_COLUMNS, ...resultColumnsOf(kind)];
  const replaced = columns.filter(({ name }) => name !== REVISION).map(({ name }) => `${name} = excluded.${name}`);
  const onConflict = `on conflict (organization_id, dedup_key) where dedup_key is not null do`;
  const insertion = `
    insert into ${table} as t (organization_id, uploaded_by, created_at, id, ${namesOf(columns)})
    select $1::uuid, $2::uuid, $3::timestamptz, unnest($4::uuid[]), ${columns.map(({ type }, at) => `unnest($${at + 5}::${type}[])`)}`;
  const returning = `returning id, revision, created_at, updated_at, ${byKey ? "dedup_key" : "null as dedup_key"}`;
  const insertText = `${insertion} ${byKey ? `${onConflict} nothing` : ""} ${returning}`;
  const replaceText = `${insertion} ${onConflict} update set ${replaced.join(", ")},
      revision = t.revision + 1, uploaded_by = excluded.uploaded_by, updated_at = excluded.created_at ${returning}`;
  const run = (text: string) => (tx: Tx, org: string, rows: readonly StoredRecord[]) => {
    const { uploadedBy, createdAt } = rows[0]!;
    const ids = plainColumn(rows.map(({ id }) => id));
    const arrays = columns.map((column) => arrayOf(column, rows as unknown as readonly Row[]));
    return tx.unsafe<Pick<StoredRecord, "id" | "revision" | "createdAt" | "updatedAt">[]>(
      text,
      [org, uploadedBy, createdAt, ids, ...arrays],
      { prepare: true },
    );
  };
  const insert = run(insertText);
  const replace = run(replaceText);
  /** An insert that may update also runs the update triggers. Most rows are new, so only the others pay for these. */
  const upsert = async (tx: Tx, org: string, rows: readonly StoredRecord[]) => {
    const inserted = await insert(tx, org, rows);
    if (inserted.length === rows.length) return inserted;
    const isNew = new Set(inserted.map(identityOf));
    const replaced = await replace(
      tx,
      org,
      rows.filter((row) => !isNew.has(identityOf(row))),
    );
    return [...inserted, ...replaced];
  };
  return async <T extends StoredRecord>(tx: Tx, org: string, rows: readonly T[]): Promise<T[]> => {
    const sorted = [...rows].sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
    const stored = await inOrder(...chunked(sorted, UPSERTED_MAX).map((piece) => () => upsert(tx, org, piece)));
    const byIdentity = new Map(stored.flat().map((row) => [identityOf(row), row]));
    return rows.map((row) => {
      const { id, revision, createdAt, updatedAt } = byIdentity.get(identityOf(row))!;
      return { ...row, id, revision, createdAt, updatedAt };
    });
  };
}

/** Records with the same key are one record; null if it cannot have another. */
export const dedupKeyOf = (row: object): string | null => (row as { dedupKey?: string | null }).dedupKey ?? null;

const identityOf = (row: Pick<StoredRecord, "id">): string => dedupKeyOf(row) ?? row.id;
