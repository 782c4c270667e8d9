import type { Tx } from "@emissions/kit/db/transactions";
import type { Column, Template } from "../template/template.ts";
import { plainName } from "./words.ts";

/** Source names that an organization keeps for one template; the oldest are removed. */
export const REMEMBERED_MAX = 500;
/** Values that are kept for one source name; the newest stay. */
export const REMEMBERED_VALUES_MAX = 200;
const RAW_LENGTH_MAX = 200;
const VALUE_LENGTH_MAX = 100;

/** Source column to target column. */
export type Mapping = Readonly<Record<string, string>>;
/** Target column to texts of the file to values. */
export type ValueMappings = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Remembered {
  /** Targets by plain source name. */
  targets: ReadonlyMap<string, string>;
  valueMappings: ValueMappings;
}

interface MappingRow {
  sourceName: string;
  targetColumn: string;
  valueMappings: Record<string, string>;
}

/** The reader names columns without a name by their letters. They say nothing about another file. */
const isNameless = (name: string) => /^column [a-z]{1,3}$/.test(name);

/** Keeps a mapping that was used. Call it in the transaction that saves the mapping of the session. */
export async function rememberMapping(
  tx: Tx,
  org: string,
  template: Template,
  mapping: Mapping,
  valueMappings: ValueMappings = {},
): Promise<void> {
  const targets = new Map(template.columns.map((column) => [column.key, column]));
  const rows = new Map<string, MappingRow>();
  for (const [source, key] of Object.entries(mapping)) {
    const [sourceName, column] = [plainName(source), targets.get(key)];
    if (sourceName === "" || isNameless(sourceName) || column === undefined || rows.size >= REMEMBERED_MAX) continue;
    const values = keepsValues(template, column) ? storable(valueMappings[key] ?? {}) : {};
    rows.set(sourceName, { sourceName, targetColumn: key, valueMappings: values });
  }
  if (rows.size === 0) return;
  // Two sessions of one organization would wait for each other's rows.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`import_mappings/${org}/${template.id}`}, 0))`;
  for (const { sourceName, targetColumn, valueMappings: old } of await selectMappings(tx, org, template.id, [
    ...rows.keys(),
  ])) {
    const row = rows.get(sourceName)!;
    if (row.targetColumn === targetColumn) row.valueMappings = storable({ ...row.valueMappings, ...without(old, row) });
  }
  await upsertMappings(tx, org, template.id, [...rows.values()]);
  await deleteOldest(tx, org, template.id);
}

/** The text of a reference may be a name or an e-mail address of a person. */
const keepsValues = ({ isPersonal }: Template, { type }: Column) =>
  type === "option" || (type === "reference" && !isPersonal);

const without = (old: Readonly<Record<string, string>>, { valueMappings }: MappingRow) =>
  Object.fromEntries(Object.entries(old).filter(([raw]) => !Object.hasOwn(valueMappings, raw)));

/** Values that the table takes: Postgres refuses NUL and half characters. */
function storable(values: Readonly<Record<string, string>>): Record<string, string> {
  const fits = Object.entries(values).filter(
    ([raw, value]) =>
      raw.length <= RAW_LENGTH_MAX &&
      value.length <= VALUE_LENGTH_MAX &&
      [raw, value].every((text) => !text.includes("\u0000") && text.isWellFormed()),
  );
  return Object.fromEntries(fits.slice(0, REMEMBERED_VALUES_MAX));
}

const upsertMappings = (tx: Tx, org: string, templateId: string, rows: readonly MappingRow[]) => tx`
  insert into import_mappings (organization_id, template_id, source_name, target_column, value_mappings)
  select ${org}, ${templateId}, source_name, target_column, value_mappings
  from jsonb_to_recordset(${tx.json(
    rows.map(({ sourceName, targetColumn, valueMappings }) => ({
      source_name: sourceName,
      target_column: targetColumn,
      value_mappings: valueMappings,
    })),
  )}) as given (source_name text, target_column text, value_mappings jsonb)
  on conflict (organization_id, template_id, source_name) do update set
    target_column = excluded.target_column,
    value_mappings = excluded.value_mappings,
    uses = case when import_mappings.target_column = excluded.target_column
      then least(import_mappings.uses, 1000000) + 1 else 1 end,
    last_used_at = now()`;

const deleteOldest = (tx: Tx, org: string, templateId: string) => tx`
  delete from import_mappings
  where organization_id = ${org} and template_id = ${templateId} and source_name in (
    select source_name from import_mappings where organization_id = ${org} and template_id = ${templateId}
    order by last_used_at desc, source_name offset ${REMEMBERED_MAX})`;

const selectMappings = (tx: Tx, org: string, templateId: string, names: readonly string[]) => tx<MappingRow[]>`
  select source_name, target_column, value_mappings from import_mappings
  where organization_id = ${org} and template_id = ${templateId} and source_name in ${tx([...names])}
  order by last_used_at desc, source_name limit ${REMEMBERED_MAX}`;

/** Earlier mappings of these source columns, without targets that the template no longer has. */
export async function rememberedMapping(
  tx: Tx,
  org: string,
  template: Template,
  columns: readonly string[],
): Promise<Remembered> {
  const names = [...new Set(columns.slice(0, REMEMBERED_MAX).map(plainName))].filter((name) => name !== "");
  const rows = names.length === 0 ? [] : await selectMappings(tx, org, template.id, names);
  const keys = new Map(template.columns.map((column) => [column.key, column]));
  const targets = new Map<string, string>();
  const valueMappings: Record<string, Record<string, string>> = {};
  // The newest comes first, and its values win.
  for (const { sourceName, targetColumn, valueMappings: values } of rows) {
    if (!keys.has(targetColumn)) continue;
    targets.set(sourceName, targetColumn);
    if (Object.keys(values).length > 0) valueMappings[targetColumn] = { ...values, ...valueMappings[targetColumn] };
  }
  return { targets, valueMappings };
}
