import type { Tx } from "@emissions/kit/db/transactions";
import { type TrainingColumn, TrainingColumnSchema } from "@emissions/proto/activity/v1/training_column_service";
import { type RowOf, rowWriter } from "../rows.ts";

export type TrainingColumnRow = RowOf<TrainingColumn, "createdAt">;

const COLUMNS = ["id", "key", "label", "type", "options", "created_at", "updated_at"];

export const toColumn = rowWriter(TrainingColumnSchema);

export const selectColumns = (tx: Tx, org: string) => tx<TrainingColumnRow[]>`
  select ${tx(COLUMNS)} from training_columns where organization_id = ${org} order by key`;

/** The lock waits for writers of its values, and writers wait for it. */
export async function selectColumn(tx: Tx, org: string, id: string): Promise<TrainingColumnRow | null> {
  const [row] = await tx<TrainingColumnRow[]>`
    select ${tx(COLUMNS)} from training_columns where organization_id = ${org} and id = ${id} for update`;
  return row ?? null;
}

/** The declared columns of these keys. Neither their deletion nor their change commits before this transaction ends. */
export const lockColumns = (tx: Tx, org: string, keys: readonly string[]) => tx<TrainingColumnRow[]>`
  select ${tx(COLUMNS)} from training_columns
  where organization_id = ${org} and key = any(${keys as string[]}) order by key for share`;

/** Inserts one after the other in an organization, so that their number is exact. */
export const lockDeclarations = (tx: Tx, org: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended('training columns ' || ${org}, 0))`;

/** Null if the key exists. */
export async function insertColumn(
  tx: Tx,
  org: string,
  { id, key, label, type, options }: Pick<TrainingColumnRow, "id" | "key" | "label" | "type" | "options">,
): Promise<TrainingColumnRow | null> {
  const [row] = await tx<TrainingColumnRow[]>`
    insert into training_columns (organization_id, id, key, label, type, options)
    values (${org}, ${id}, ${key}, ${label}, ${type}, ${options})
    on conflict (organization_id, key) do nothing
    returning ${tx(COLUMNS)}`;
  return row ?? null;
}

export async function updateColumn(tx: Tx, org: string, { id, label, options }: TrainingColumnRow) {
  const [row] = await tx<[TrainingColumnRow]>`
    update training_columns set label = ${label}, options = ${options}, updated_at = now()
    where organization_id = ${org} and id = ${id} returning ${tx(COLUMNS)}`;
  return row;
}

/** Deletes the column and its values. Null, and no change of trainings, if more than `max` have a value. */
export async function deleteColumn(
  tx: Tx,
  org: string,
  { id, key }: TrainingColumnRow,
  max: number,
): Promise<number | null> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from (
      select from own_workforce_trainings where organization_id = ${org} and custom_values ? ${key} limit ${max + 1}) as t`;
  if (count > max) return null;
  await tx`
    update own_workforce_trainings set custom_values = custom_values - ${key}::text
    where organization_id = ${org} and custom_values ? ${key}`;
  await tx`delete from training_columns where organization_id = ${org} and id = ${id}`;
  return count;
}
