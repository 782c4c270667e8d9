import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type RecordCheck, refuseBatch } from "../batch.ts";
import { lockCountries } from "../facility/queries.ts";
import { checkNamedFacility } from "../facility/rules.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { emitStored, RECORDS_MAX } from "../records/announce.ts";
import { pinOf } from "../records/custom-factors.ts";
import { toInput } from "./input.ts";
import { insertWastes } from "./queries.ts";
import { type BatchWaste, checkBatchUnit, checkReferences, checkWaste, type References } from "./rules.ts";

/** The records of a batch, and all that they are checked against. */
export interface Batch {
  wastes: readonly BatchWaste[];
  references: References;
  gwpSet: string;
}

/**
 * Stores all records with the job that calculates them, or none. The database stores the first records while later ones
 * are still being checked; if one of these is wrong, the transaction is rolled back.
 */
export async function storeBatch(write: Write, { wastes, references, gwpSet }: Batch) {
  const { tx, org, principal, send } = write;
  const countryOf = await lockCountries(
    tx,
    org,
    wastes.map(({ facilityId }) => facilityId),
  );
  const common = { revision: 1, uploadedBy: principal.userId, createdAt: new Date() };
  const { units } = references;
  const found: RecordCheck[][] = [];
  const items: { entityId: string; externalId: string | null }[] = [];
  for (const piece of chunked(wastes, RECORDS_MAX)) {
    found.push(...piece.map((waste) => checkRecord(waste, references, countryOf)));
    if (found.some((checks) => checks.length > 0)) continue;
    const rows = piece.map((waste) => ({
      ...waste,
      ...pinOf(waste, references.factors),
      ...common,
      id: newId(),
    }));
    send(insertWastes(tx, org, rows));
    const inputs = rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId)!, units }));
    // Without checkpoints: the items of the job remember that the records wait.
    emitStored(write, inputs, wastes);
    for (const { id, externalId } of rows) items.push({ entityId: id, externalId });
    await write.flush();
  }
  refuseBatch(found);
  return toJob(beginJob(write, { entityType: "wastes", operation: "create", items }));
}

/** What is wrong with a record; where the gateway could not read it, only that is told. */
function checkRecord(waste: BatchWaste, references: References, countryOf: ReadonlyMap<string, string>): RecordCheck[] {
  const checks =
    waste.rejected.length > 0
      ? waste.rejected
      : [
          ...checkWaste(waste),
          ...checkNamedFacility(waste, countryOf),
          ...checkReferences(waste, references),
          ...checkBatchUnit(waste, references),
        ];
  return checks.map(({ loc, msg, type }) => ({ loc, msg, type: codeOf(type) }));
}

function codeOf(type: string): RecordCheck["type"] {
  if (type === "UNIT_NOT_SUPPORTED") return type;
  return type === "activity_date_out_of_range" ? "ACTIVITY_DATE_OUT_OF_RANGE" : "SCHEMA_INVALID";
}
