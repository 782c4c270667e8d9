import { create, equals } from "@bufbuild/protobuf";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { FoundEntities } from "@emissions/kit/db/external-references";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { announceStored } from "./announce.ts";
import { concurrentChange, factorSelector, namesOf, pinOf, refuseConcurrentChange } from "./custom-factors.ts";
import { subtractFromOwners } from "./delete.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import { type Lookups, nounOf, type RecordInput, resultColumnsOf, type StoredRecord } from "./kind.ts";
import { locationOf } from "./owner.ts";
import type { Parts } from "./parts.ts";
import { readRows } from "./prepare.ts";
import { type Results, refuseUnfit } from "./record-write.ts";
import { needsRecalculation } from "./rules.ts";
import { NOT_CALCULATED, selectRecord } from "./table.ts";

interface Change {
  /** The record before the transaction, when its names were looked up. */
  seen: StoredRecord;
  changes: object;
  found: Lookups;
  files: FoundEntities;
  /** Refuses the record when the caller expects another version. */
  checkVersion(before: StoredRecord): void;
}

/** Changes one record. Publishes it only when its input changes, or when a failed one is calculated again. */
export async function changeRecord(parts: Parts, write: Write, change: Change, results: Results) {
  const { kind, writer } = parts;
  const { before, after, input, adapted, lookups } = await planChange(parts, write, change, "write");
  if (input !== null) {
    refuseUnfit(results, [input]);
    await adapted?.store(write);
    announceStored(write, [input]);
  }
  const row = await writer.update(write.tx, write.org, after);
  const audited = { fields: Object.keys(change.changes), secret: kind.audit?.secret ?? [] };
  write.about(row.id, fieldChanges(before, row, audited));
  if (input !== null) await subtractFromOwners(write, kind, [before]);
  return { row, lookups };
}

/** The record after a change, with its input if the change starts a calculation. Locks rows only to write. */
export async function planChange(
  parts: Parts,
  { tx, org }: { tx: Tx; org: string },
  { seen, changes, found, files, checkVersion }: Change,
  purpose: "check" | "write",
) {
  const { kind, rules, table, ownerOf } = parts;
  const owned = { values: [seen, ownerOf(changes) ? changes : seen], files };
  const read = await readRows(parts, { tx, org }, owned, purpose, async () => {
    const row = await selectRecord<StoredRecord>(tx, org, table, seen.id, purpose === "write" ? "lock" : undefined);
    if (row === null) throw notFound(nounOf(kind));
    checkVersion(row);
    return [row, { ...row, ...changes }];
  });
  const [before, values] = read.records as [StoredRecord, StoredRecord];
  // Another change moved the record to an owner that is not locked here.
  if (ownerOf(before) !== ownerOf(seen)) throw concurrentChange();
  const lookups = { ...found, ...read.related };
  const location = locationOf(read.owners, () => ownerOf(values), read.organization);
  const isRepriced = needsRecalculation(kind, before, changes);
  if (isRepriced) {
    // A failure since then needs no lookups where nothing but units prices the record.
    const hasLookups = kind.lookUp !== undefined || factorSelector(values) !== undefined;
    const { calculationErrorCode } = hasLookups ? seen : before;
    if (!needsRecalculation(kind, { ...seen, calculationErrorCode }, changes)) throw concurrentChange();
    refuseConcurrentChange(namesOf(values), lookups.factors);
  }
  const facts = { org, country: location.country, inBatch: false, isCalculated: false, owners: read.owners };
  const checks = isRepriced ? rules.checkAll(values, lookups, facts) : rules.checkValues(values, lookups);
  refuse([...checks, ...checkFile(changes, read.files)]);

  const pricing = { ...lookups, ...settingsOf(read.organization), ...location };
  const revision = before.revision + 1;
  const pinned = isRepriced && { ...pinOf(namesOf(values), lookups.factors), ...kind.derive?.(values, lookups) };
  const anew = { ...values, ...pinned, revision };
  const around = { related: read.related, units: lookups.units, locationFor: () => location };
  const adapted = isRepriced ? kind.adapt?.([anew], around) : undefined;
  const input = toInput(kind, anew, { ...pricing, ...adapted?.related });
  if (!isRepriced && isSame(input, toInput(kind, { ...before, revision }, pricing))) {
    return { before, after: { ...values, ...kind.keepOnChange?.(before, values) }, input: null, lookups };
  }
  const columns = resultColumnsOf(kind).filter(({ set }) => set === undefined);
  const noResults = Object.fromEntries(columns.map(({ key }) => [key, null]));
  return { before, after: { ...anew, ...NOT_CALCULATED, ...noResults }, input, adapted, lookups };
}

const isSame = (one: RecordInput, other: RecordInput) =>
  equals(RecordInputSchema, create(RecordInputSchema, one), create(RecordInputSchema, other));
