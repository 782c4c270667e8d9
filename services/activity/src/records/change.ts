import { create, equals } from "@bufbuild/protobuf";
import { fieldChanges } from "@emissions/kit/db/audit";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { requireOrganization } from "../organization/queries.ts";
import { announceStored } from "./announce.ts";
import { concurrentChange, factorSelector, namesOf, pinOf, refuseConcurrentChange } from "./custom-factors.ts";
import { subtractFromOwners } from "./delete.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import { type Lookups, nounOf, type RecordInput, resultColumnsOf, type StoredRecord } from "./kind.ts";
import { locationOf } from "./owner.ts";
import type { Parts } from "./parts.ts";
import { type Results, refuseUnfit } from "./record-write.ts";
import { needsRecalculation } from "./rules.ts";
import { NOT_CALCULATED, selectRecord } from "./table.ts";

interface Change<V, L> {
  /** The record before the transaction, when its names were looked up. */
  seen: V & StoredRecord;
  changes: Partial<V>;
  found: Lookups & L;
  files: FoundEntities;
  results: Results;
  /** Refuses the locked record when the caller expects another version. */
  checkVersion(before: StoredRecord): void;
}

/** Changes one record. Publishes it only when its input changes, or when a failed one is calculated again. */
export async function changeRecord<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  write: Write,
  { seen, changes, found, files: looked, results, checkVersion }: Change<V, L>,
) {
  const { kind, rules, writer, table, ownerOf } = parts;
  const { tx, org } = write;
  const files = await lockReferences(tx, org, looked);
  // Locks owners before records, as the deletion of an owner does.
  const owners = await kind.owner?.lockLocations(tx, org, [ownerOf(seen), ownerOf(changes) || ownerOf(seen)]);
  const before = await selectRecord<V & StoredRecord>(tx, org, table, seen.id, "lock");
  if (before === null) throw notFound(nounOf(kind));
  checkVersion(before);
  const secret = kind.audit?.secret ?? [];
  const audit = (after: V) => {
    write.about(before.id, fieldChanges(before, after, { fields: Object.keys(changes), secret }));
  };
  const values = { ...before, ...changes };
  const [organization, related] = await Promise.all([
    requireOrganization(tx, org),
    kind.selectRelated?.(tx, [org], [before, values], "write", parts.context),
  ]);
  // Another change moved the record to an owner that is not locked here.
  if (ownerOf(before) !== ownerOf(seen)) throw concurrentChange();
  const lookups = { ...found, ...(related as R) };
  const location = locationOf(owners, () => ownerOf(values), organization);
  const { country } = location;
  const isRepriced = needsRecalculation(kind, before, changes);
  if (isRepriced) {
    // A failure since then needs no lookups where nothing but units prices the record.
    const hasLookups = kind.lookUp !== undefined || factorSelector(values) !== undefined;
    const { calculationErrorCode } = hasLookups ? seen : before;
    if (!needsRecalculation(kind, { ...seen, calculationErrorCode }, changes)) throw concurrentChange();
    refuseConcurrentChange(namesOf(values), lookups.factors);
    const checks = rules.checkAll(values, lookups, { org, country, inBatch: false, isCalculated: false, owners });
    refuse([...checks, ...checkFile(changes, files)]);
  } else refuse([...rules.checkValues(values, lookups), ...checkFile(changes, files)]);

  const pricing = { ...lookups, ...settingsOf(organization), ...location };
  const revision = before.revision + 1;
  const anew: V & StoredRecord = {
    ...values,
    ...(isRepriced && { ...pinOf(namesOf(values), lookups.factors), ...kind.derive?.(values, lookups) }),
    revision,
  };
  const context = { related: related as R, units: lookups.units, locationFor: () => location };
  const adapted = isRepriced ? await kind.adapt?.(write, [anew], context) : undefined;
  const input = toInput(kind, anew, { ...pricing, ...adapted });
  if (!isRepriced && isSame(input, toInput(kind, { ...before, revision }, pricing))) {
    const row = await writer.update(tx, org, { ...values, ...kind.keepOnChange?.(before, values) });
    audit(row);
    return { row, lookups };
  }
  refuseUnfit(results, [input]);
  announceStored(write, [input]);
  const columns = resultColumnsOf(kind).filter(({ set }) => set === undefined);
  const noResults = Object.fromEntries(columns.map(({ key }) => [key, null]));
  const row = await writer.update(tx, org, { ...anew, ...NOT_CALCULATED, ...noResults });
  audit(row);
  await subtractFromOwners(write, kind, [before]);
  return { row, lookups };
}

const isSame = (one: RecordInput, other: RecordInput) =>
  equals(RecordInputSchema, create(RecordInputSchema, one), create(RecordInputSchema, other));
