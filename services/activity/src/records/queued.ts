import type { Write } from "@emissions/kit/db/transactions";
import { beginJob } from "../job/begin.ts";
import { emitStored } from "./announce.ts";
import type { RecordInput, StoredRecord } from "./kind.ts";
import type { Parts } from "./parts.ts";
import { forgetPending } from "./pending.ts";

/** Begins the ingest job that calculates stored records. Returns its id. */
export async function beginJobOf(
  write: Write,
  entityType: Parts<object, object, object>["table"],
  rows: readonly StoredRecord[],
  inputs: readonly RecordInput[],
): Promise<string> {
  // The items of the job record that the results are pending, also of the records that were pending before.
  emitStored(write, inputs);
  const replaced = rows.flatMap(({ id, revision }) => (revision > 1 ? [id] : []));
  if (replaced.length > 0) write.send(forgetPending(write.tx, write.org, entityType, replaced));
  const items = rows.map((row) => ({
    entityId: row.id,
    externalId: (row as { externalId?: string | null }).externalId ?? null,
    revision: row.revision,
  }));
  return (await beginJob(write, { entityType, operation: "create", items })).id;
}
