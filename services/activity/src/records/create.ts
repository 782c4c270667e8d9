import { fieldChanges } from "@emissions/kit/db/audit";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { announceStored } from "./announce.ts";
import { namesOf, pinOf } from "./custom-factors.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import type { Lookups, RecordKind, StoredRecord } from "./kind.ts";
import { locationOf } from "./owner.ts";
import type { Parts } from "./parts.ts";
import type { FitnessCheck } from "./strict.ts";
import { NOT_CALCULATED } from "./table.ts";

interface New<V, L> {
  values: readonly V[];
  found: Lookups & L;
  files: FoundEntities;
  caller: Awaited<ReturnType<Parts<object, object, object>["callerOf"]>>;
  checkFitness: FitnessCheck;
  /** The place in the request of a violation of the record at an index. */
  place?: (check: Check, index: number) => Check;
}

/** Stores the records of one request, at most RECORDS_MAX, and announces them. */
export async function createRecords<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  write: Write,
  { values, found, files: looked, caller: { organization }, checkFitness, place = (check) => check }: New<V, L>,
) {
  const { kind, rules, writer, ownerOf } = parts;
  const { tx, org, send, about } = write;
  const files = await lockReferences(tx, org, looked);
  const owners = await kind.owner?.lockLocations(tx, org, values.map(ownerOf));
  const locationFor = (record: V) => locationOf(owners, () => ownerOf(record), organization);
  const related = (await kind.selectRelated?.(tx, [org], values, "write", parts.context)) as R;
  const lookups = { ...found, ...related };
  const check = (record: V, index: number) =>
    [
      ...rules.checkAll(record, lookups, { org, country: locationFor(record).country, inBatch: false, owners }),
      ...checkFile(record, files),
    ].map((violation) => place(violation, index));
  // Inside the transaction, so that replays of an earlier request skip it.
  refuse(withoutRepeats(values.flatMap(check)));
  const rows = newRows(parts, write, values, lookups);
  const pricing = { ...lookups, ...settingsOf(organization) };
  const inputs = rows.map((row) => toInput(kind, row, { ...pricing, ...locationFor(row) }));
  if (checkFitness !== null) refuse(withoutRepeats(checkFitness(inputs).flat()));
  for (const row of rows) about(row.id, creationOf(kind, row));
  send(writer.insert(tx, org, rows));
  announceStored(write, inputs);
  return { rows, lookups };
}

/** Rows of valid records in the order of the values; ids grow in this order. */
export function newRows<V extends object, L extends object, R extends object>(
  { kind }: Pick<Parts<V, L, R>, "kind">,
  { org, principal }: Pick<Write, "org" | "principal">,
  values: readonly V[],
  lookups: Lookups & L & R,
): (V & StoredRecord)[] {
  const ids = newIds(values.length);
  const createdAt = new Date();
  return values.map((record, index) => ({
    ...record,
    ...pinOf(namesOf(record), lookups.factors),
    ...kind.derive?.(record, lookups),
    ...NOT_CALCULATED,
    id: ids[index]!,
    organizationId: org,
    revision: 1,
    uploadedBy: principal.userId,
    createdAt,
    updatedAt: null,
  }));
}

/** The tracked values of a new record, for the audit log. */
export const creationOf = <V extends object>(
  { tracked, secret = [] }: Pick<RecordKind<V>, "tracked" | "secret">,
  row: V,
) => tracked && fieldChanges({}, row, { fields: tracked, secret });

/** Records of one request that differ in a few values have the other violations in common. */
export function withoutRepeats(checks: readonly Check[]): Check[] {
  return [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()];
}
