import type { RecordRow } from "../records/kinds.ts";
import type { Client } from "../state/account.ts";
import { withItems } from "./body.ts";
import type { EntryForm } from "./forms.ts";

/** Creates the record. The fields follow from the template of the kind, and the service checks them. */
export async function createRecord(
  client: Client,
  { create, inPath, items }: EntryForm,
  fields: Readonly<Record<string, unknown>>,
): Promise<RecordRow> {
  const given = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== inPath));
  const body = items === undefined ? given : withItems(given, items);
  const path = inPath === undefined ? {} : { path: { [inPath]: String(fields[inPath]) } };
  // All operations of forms answer the record; the table of forms names no other.
  const row = await client.call(create as "createPurchase", { ...path, body } as { body: never });
  return row as unknown as RecordRow;
}
