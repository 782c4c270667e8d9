import { plainColumn } from "@emissions/kit/db/columns";
import { pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Combine } from "../../combine/combine.ts";
import type { Fill } from "../../mapping/fill.ts";
import type { ValueMappings } from "../../mapping/history.ts";

export interface SavedMappingRow {
  id: string;
  templateId: string;
  isPersonal: boolean;
  name: string;
  sourceColumns: string[];
  shape: string;
  mapping: Record<string, string>;
  fill: Fill;
  /** Null: each row of a file is a record. */
  combine: Combine | null;
  valueMappings: ValueMappings;
  numericLocale: string | null;
  dateLocale: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

export type SavedValues = Omit<SavedMappingRow, "createdAt" | "updatedAt">;

const PAGE_SIZE = 10;

/** Concurrent calls count and compare names one after the other. */
export const lockSavedMappings = (tx: Tx, org: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`saved_mappings/${org}`}, 0))`;

export async function countSavedMappings(tx: Tx, org: string): Promise<number> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from saved_mappings where organization_id = ${org}`;
  return count;
}

export async function isNameTaken(
  tx: Tx,
  org: string,
  { id, templateId, name }: Pick<SavedValues, "id" | "templateId" | "name">,
): Promise<boolean> {
  const rows = await tx`
    select from saved_mappings where organization_id = ${org} and template_id = ${templateId}
      and lower(name) = lower(${name}) and id <> ${id}`;
  return rows.length > 0;
}

const jsonOrNull = (combine: Combine | null) => (combine === null ? null : JSON.stringify(combine));

export async function insertSavedMapping(tx: Tx, org: string, values: SavedValues): Promise<SavedMappingRow> {
  const [row] = await tx<[SavedMappingRow]>`
    insert into saved_mappings (organization_id, id, template_id, is_personal, name, source_columns, shape, mapping, fill,
      combine, value_mappings, numeric_locale, date_locale)
    values (${org}, ${values.id}, ${values.templateId}, ${values.isPersonal}, ${values.name}, ${values.sourceColumns},
      ${values.shape}, ${JSON.stringify(values.mapping)}::text::jsonb, ${JSON.stringify(values.fill)}::text::jsonb,
      ${jsonOrNull(values.combine)}::text::jsonb, ${JSON.stringify(values.valueMappings)}::text::jsonb,
      ${values.numericLocale}, ${values.dateLocale})
    returning *`;
  return row;
}

export async function updateSavedMapping(tx: Tx, org: string, values: SavedValues): Promise<SavedMappingRow> {
  const [row] = await tx<[SavedMappingRow]>`
    update saved_mappings set name = ${values.name}, source_columns = ${values.sourceColumns}, shape = ${values.shape},
      mapping = ${JSON.stringify(values.mapping)}::text::jsonb, fill = ${JSON.stringify(values.fill)}::text::jsonb,
      combine = ${jsonOrNull(values.combine)}::text::jsonb,
      value_mappings = ${JSON.stringify(values.valueMappings)}::text::jsonb, numeric_locale = ${values.numericLocale},
      date_locale = ${values.dateLocale}, updated_at = now()
    where organization_id = ${org} and id = ${values.id} returning *`;
  return row;
}

export const deleteSavedMapping = (tx: Tx, org: string, id: string) =>
  tx`delete from saved_mappings where organization_id = ${org} and id = ${id}`;

/** `visible` has the values of `is_personal` that the caller may see. */
export async function selectSavedMapping(
  tx: Tx,
  org: string,
  { id, visible, lock }: { id: string; visible: readonly boolean[]; lock?: "to change" },
): Promise<SavedMappingRow | null> {
  const [row] = await tx<SavedMappingRow[]>`
    select * from saved_mappings
    where organization_id = ${org} and id = ${id} and is_personal = any(${plainColumn(visible)}::boolean[])
    ${lock ? tx`for no key update` : tx``}`;
  return row ?? null;
}

/** The one of these columns that was saved last. */
export async function selectSavedOfShape(
  tx: Tx,
  org: string,
  { templateId, shape }: Pick<SavedValues, "templateId" | "shape">,
): Promise<SavedMappingRow | null> {
  const [row] = await tx<SavedMappingRow[]>`
    select * from saved_mappings where organization_id = ${org} and template_id = ${templateId} and shape = ${shape}
    order by coalesce(updated_at, created_at) desc, id desc limit 1`;
  return row ?? null;
}

export interface SavedFilter {
  templateId: string;
  visible: readonly boolean[];
  page: number;
  size: number;
}

export async function selectSavedMappings(tx: Tx, org: string, filter: SavedFilter) {
  const { limit, offset } = pageOf(filter, PAGE_SIZE);
  const where = tx`
    where organization_id = ${org} and is_personal = any(${plainColumn(filter.visible)}::boolean[])
      ${filter.templateId === "" ? tx`` : tx`and template_id = ${filter.templateId}`}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<SavedMappingRow[]>`
      select * from saved_mappings ${where} order by template_id, lower(name), id limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from saved_mappings ${where}`,
  ]);
  return { rows, total };
}
