import type {
  ImportColumn,
  ImportCombine,
  ImportFilling,
  ImportMappingSuggestion,
  ImportRow,
  ImportStatus,
  ImportTemplate,
  SavedMapping,
} from "@emissions/client/types";
import type { Client } from "../state/account.ts";
import { templateOf } from "../state/templates.ts";
import type { Language } from "../words/words.ts";

/** States in which the service works on the import. */
const RUNNING: readonly ImportStatus["status"][] = ["created", "validating", "submitting"];
/** Rows whose texts are shown as samples. */
const SAMPLE_ROWS = 10;
/** Saved mappings to choose from. */
const SAVED_MAX = 100;
/** Different texts of a column that are shown. */
const SAMPLES = 3;

export const isRunning = ({ status }: Pick<ImportStatus, "status">): boolean => RUNNING.includes(status);

/** An import with the columns of its template. */
export interface Import {
  status: ImportStatus;
  template: ImportTemplate;
}

export interface StepProps {
  found: Import;
  /** Reads the import again. */
  again: () => void;
}

export async function readImport(client: Client, id: string, language: Language, signal: AbortSignal): Promise<Import> {
  const status = await client.call("getImportStatus", { path: { import_id: id }, signal });
  return { status, template: await templateOf(client, status.template_id, language) };
}

/** Columns of the template that rows have values or errors in. */
export function columnsOf({ columns }: ImportTemplate, rows: readonly ImportRow[]): ImportColumn[] {
  const keys = new Set(rows.flatMap(({ data, errors }) => [...Object.keys(data), ...Object.keys(errors)]));
  return columns.filter(({ key }) => keys.has(key));
}

/** A column of the file, with its suggestion and some of its texts. */
export interface SourceColumn extends ImportMappingSuggestion {
  samples: readonly string[];
}

/** The columns of the file, and the proposal for what else fills the rows. */
export interface Suggested {
  columns: readonly SourceColumn[];
  fill: Fill;
  combine: ImportCombine | null;
  /** The name of the saved mapping that was suggested. */
  savedName: string | null;
  /** Those of the same template. */
  saved: readonly SavedMapping[];
  valueMappings: ValueMappings;
}

export async function readSuggested(
  client: Client,
  { import_id, template_id }: ImportStatus,
  signal: AbortSignal,
): Promise<Suggested> {
  const path = { import_id };
  const [{ suggestions, fill, combine, saved_mapping, value_mappings }, { rows, status }, saved] = await Promise.all([
    client.call("suggestImportMapping", { path, signal }),
    client.call("listImportRows", { path, query: { page_size: SAMPLE_ROWS }, signal }),
    client.call("listSavedMappings", { query: { template_id, size: SAVED_MAX }, signal }),
  ]);
  // After the validation the rows have the columns of the template.
  const ofFile = status !== "validated";
  const columns = suggestions.map((one) => ({ ...one, samples: ofFile ? samplesOf(rows, one.source_column) : [] }));
  const savedName = saved_mapping?.name ?? null;
  return { columns, fill, combine, savedName, saved: saved.items, valueMappings: value_mappings };
}

function samplesOf(rows: readonly ImportRow[], column: string): string[] {
  const texts = rows.map(({ data }) => data[column]).filter((text) => typeof text === "string" && text !== "");
  return [...new Set(texts as string[])].slice(0, SAMPLES);
}

/** Columns of the template by columns of the file. */
export type Mapping = Readonly<Record<string, string>>;

/** Constants and further targets of columns, by column of the template. */
export type Fill = Readonly<Record<string, Partial<ImportFilling>>>;
/** Values of the API by texts of the file, by column of the template. */
export type ValueMappings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The saved mapping, or the suggested one. */
export const firstMapping = ({ mapping }: ImportStatus, columns: readonly SourceColumn[]): Mapping =>
  mapping ??
  Object.fromEntries(columns.flatMap((one) => (one.target_column ? [[one.source_column, one.target_column]] : [])));

/** Columns of the template that more than one column of the file has. */
export function repeatedTargets(mapping: Mapping): string[] {
  const targets = Object.values(mapping);
  return [...new Set(targets.filter((target, at) => targets.indexOf(target) !== at))];
}
