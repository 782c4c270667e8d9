import type { FoundEntities } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import type { OrganizationRow } from "../organization/queries.ts";
import { namesOf, pinOf } from "./custom-factors.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import type { Lookups, RecordInput, RecordKind, StoredRecord } from "./kind.ts";
import type { LockCheck } from "./locked-days.ts";
import { type Location, locationOf } from "./owner.ts";
import type { Parts } from "./parts.ts";
import { NOT_CALCULATED } from "./table.ts";
import { dedupKeyOf } from "./upsert.ts";

/** The values of new records with everything that other services and catalogues know about them. */
export interface Prepared<V, L> {
  values: readonly V[];
  /** Violations that the gateway found, by index. */
  rejected: ReadonlyMap<number, readonly Check[]>;
  found: Lookups & L;
  /** Files that the values name. */
  files: FoundEntities;
  caller: Awaited<ReturnType<Parts<object, object, object>["callerOf"]>>;
  /** An earlier examination, with the rows that it read. */
  earlier?: { read: object; examined: Examined<V> };
}

/** A valid record before it is stored. */
export interface Candidate<V> {
  /** Of its violations, among those of its piece. */
  at: number;
  row: V & StoredRecord;
  input: RecordInput;
}

export interface Examined<V> {
  /** The violations of each record. */
  checks: Check[][];
  /** The valid ones. */
  candidates: Candidate<V>[];
}

/** Rows that the transaction has read and locked. */
export interface Held<L, R> {
  organization: OrganizationRow;
  lookups: Lookups & L & R;
  files: FoundEntities;
  owners: ReadonlyMap<string, Location> | undefined;
  checkLocks: LockCheck;
}

export interface Examination {
  inBatch: boolean;
  /** Whether the response has the results, so that a record without one is refused. */
  isCalculated: boolean;
  /** The violation of the record at an index as the request names it. */
  place(check: Check, index: number): Check;
}

const REPEATED = { loc: ["body"], msg: "repeats an earlier record of the request", type: "DUPLICATE_RECORD" };

/** Checks the records of one request piece by piece, and makes rows and inputs of the valid ones. */
export function examiner<V extends object, L extends object, R extends object>(
  { kind, rules, ownerOf }: Parts<V, L, R>,
  { org, principal }: Pick<Write, "org" | "principal">,
  { rejected }: Prepared<V, L>,
  { organization, lookups, files, owners, checkLocks }: Held<L, R>,
  { place, ...how }: Examination,
) {
  const keys = new Set<string>();
  const pricing = { ...lookups, ...settingsOf(organization) };
  const locationFor = (values: V) => locationOf(owners, () => ownerOf(values), organization);
  const checksOf = (values: V, index: number): Check[] => {
    const facts = { ...how, org, country: locationFor(values).country, owners };
    const own = rejected.get(index) ?? [...rules.checkAll(values, lookups, facts), ...checkFile(values, files)];
    return own.map((check) => place(check, index));
  };

  return (piece: readonly V[], from: number): Examined<V> => {
    const checks = piece.map((values, at) => checksOf(values, from + at));
    const isValid = ({ at }: { at: number }) => checks[at]!.length === 0;
    const valid = piece.flatMap((values, at) => (isValid({ at }) ? [{ at, values }] : []));
    const fresh = newRows(
      kind,
      { org, principal },
      valid.map(({ values }) => values),
      lookups,
    );
    const rows = fresh.map((row, nth) => ({ at: valid[nth]!.at, row }));
    for (const { at, row } of rows) {
      const key = dedupKeyOf(row);
      if (key !== null && keys.has(key)) checks[at] = [REPEATED];
      else if (key !== null) keys.add(key);
    }
    const candidates = rows
      .filter(isValid)
      .map(({ at, row }) => ({ at, row, input: toInput(kind, row, { ...pricing, ...locationFor(row) }) }));
    const locked = checkLocks?.(candidates.map(({ input }) => input)) ?? [];
    for (const [nth, found] of locked.entries()) checks[candidates[nth]!.at] = found;
    return { checks, candidates: candidates.filter(isValid) };
  };
}

/** Rows of valid records in the order of the values; ids grow in this order. */
export function newRows<V extends object, L extends object, R extends object>(
  kind: RecordKind<V, L, R>,
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
