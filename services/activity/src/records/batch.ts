import { chunked } from "@emissions/kit/db/chunked";
import type { FoundEntities } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { type RecordCheck, recordCodeOf, refuseBatch } from "../batch.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import type { OrganizationRow } from "../organization/queries.ts";
import { emitStored, RECORDS_MAX } from "./announce.ts";
import { creationOf, newRows } from "./create.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import type { Lookups, StoredRecord } from "./kind.ts";
import { lockCheckFor, withLockChecks } from "./locked-days.ts";
import { locationOf } from "./owner.ts";
import type { Parts } from "./parts.ts";
import type { FitnessCheck } from "./strict.ts";

/** The records of a batch, with the data for their checks. */
export interface Batch<V, L, R> {
  records: readonly V[];
  /** Records that the gateway could not parse, with its violations. */
  rejected: readonly RejectedRecord[];
  lookups: Lookups & L & R;
  /** Locked files that the records may name. */
  files: FoundEntities;
  organization: Omit<OrganizationRow, "id">;
  checkFitness: FitnessCheck;
}

/**
 * Stores all records with the job that calculates them, or none. The database stores the first records while later ones
 * are still checked; when any is invalid, the transaction rolls back.
 */
export async function storeBatch<V extends object, L extends object, R extends object>(
  write: Write,
  { kind, rules, writer, ownerOf, table }: Parts<V, L, R>,
  { records, rejected, lookups, files, organization, checkFitness }: Batch<V, L, R>,
) {
  const { tx, org, send } = write;
  const owners = await kind.owner?.lockLocations(tx, org, records.map(ownerOf));
  const locationFor = (values: V) => locationOf(owners, () => ownerOf(values), organization);
  const pricing = { ...settingsOf(organization), ...lookups };
  const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
  const check = (values: V, index: number): RecordCheck[] => {
    const known = violationsAt.get(index);
    const facts = { org, country: locationFor(values).country, inBatch: true, owners };
    const checks = known ?? [...rules.checkAll(values, lookups, facts), ...checkFile(values, files)];
    return checks.map(({ loc, msg, type }) => ({ loc, msg, type: recordCodeOf(type) }));
  };
  const inputsOf = (rows: readonly (V & StoredRecord)[]) =>
    rows.map((row) => toInput(kind, row, { ...pricing, ...locationFor(row) }));
  if (checkFitness !== null) {
    refuseBatch(records.map(check));
    refuseBatch(checkFitness(inputsOf(newRows({ kind }, write, records, lookups))));
  }
  const checkLocks = await lockCheckFor(write);
  const found: RecordCheck[][] = [];
  const items: { entityId: string; externalId: string | null }[] = [];
  for (const piece of chunked(records, RECORDS_MAX)) {
    const checks = piece.map((values, at) => check(values, found.length + at));
    const valid = piece.filter((_, at) => checks[at]!.length === 0);
    const locked = checkLocks?.(inputsOf(newRows({ kind }, write, valid, lookups)));
    found.push(...withLockChecks(checks, locked));
    if (found.some((checks) => checks.length > 0)) continue;
    const rows = newRows({ kind }, write, piece, lookups);
    send(writer.insert(tx, org, rows));
    // The items of the job record that the results are pending.
    emitStored(write, inputsOf(rows), records);
    for (const row of rows) {
      write.about(row.id, creationOf(kind, row));
      items.push({ entityId: row.id, externalId: (row as { externalId?: string }).externalId ?? null });
    }
    await write.flush();
  }
  refuseBatch(found);
  return toJob(await beginJob(write, { entityType: table, operation: "create", items }));
}
