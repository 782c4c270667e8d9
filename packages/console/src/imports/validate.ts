import type { ImportColumnValues, ImportCombine, ImportValue } from "@emissions/client/types";
import type { Client } from "../state/account.ts";
import type { Fill, Mapping, ValueMappings } from "./read.ts";

export interface Sent {
  mapping: Mapping;
  fill: Fill;
  combine: ImportCombine | null;
  value_mappings: ValueMappings;
}

/** Begins the validation. A long one goes on after the answer, and the status tells its end. */
export async function validate(client: Client, import_id: string, body: Sent): Promise<void> {
  await client.call("startImportValidation", { path: { import_id }, query: { page_size: 1 }, body });
}

/** A column with texts of the file that the service does not know. */
export interface UnknownTexts extends Pick<ImportColumnValues, "column_key" | "source_column"> {
  values: readonly ImportValue[];
}

/** The texts that name no entry, by column. */
export async function readUnknown(
  client: Client,
  import_id: string,
  { mapping, fill, combine }: Omit<Sent, "value_mappings">,
  signal?: AbortSignal,
): Promise<UnknownTexts[]> {
  const given = { path: { import_id }, body: { mapping, fill, combine }, ...(signal && { signal }) };
  const { columns } = await client.call("listImportValues", given);
  return columns
    .map((column) => ({ ...column, values: column.values.filter(({ status }) => status === "unmatched") }))
    .filter(({ values }) => values.length > 0);
}
