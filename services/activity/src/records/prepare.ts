import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { requireOrganization } from "../organization/queries.ts";
import { namesOf, pinOf } from "./custom-factors.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import type { Caller, Lookups, RecordInput, RecordKind, StoredRecord } from "./kind.ts";
import type { LockCheck } from "./locked-days.ts";
import { newRows } from "./new-rows.ts";
import { locationOf } from "./owner.ts";
import type { Parts } from "./parts.ts";
import { NOT_CALCULATED } from "./table.ts";
import { dedupKeyOf } from "./upsert.ts";

/** The values of new records with everything that other services and catalogues know about them. */
export interface Prepared {
  values: readonly object[];
  /** Violations that the gateway found, by index. */
  rejected: ReadonlyMap<number, readonly Check[]>;
  found: Lookups;
  /** Files that the values name. */
  files: FoundEntities;
  caller: Awaited<ReturnType<Parts["callerOf"]>>;
  /** The examination before the transaction, with the rows that it read. */
  earlier?: { read: Read; examined: Examined };
}

type Read = Awaited<ReturnType<typeof readRows>>;

export interface Examined {
  /** The violations of each record. */
  checks: Check[][];
  /** The valid records; `at` is the place of each among the violations. */
  candidates: { at: number; row: StoredRecord; input: RecordInput }[];
}

/** How a request stores its records. */
export interface Storing {
  inBatch?: boolean;
  /** Whether the response has the results. The rows have them from the beginning, and a record without one is refused. */
  isCalculated?: boolean | undefined;
  /** Whether a job waits for the results. */
  inJob?: boolean;
  /** The violation of the record at an index as the request names it. */
  place?(check: Check, index: number): Check;
  /** Throws if any record has violations. Null stores the valid records. */
  refuse?: ((checks: readonly Check[][]) => void) | null;
}

const REPEATED = { loc: ["body"], msg: "repeats an earlier record of the request", type: "DUPLICATE_RECORD" };

/** Looks up what values of new records name. Call it before a transaction begins. */
export async function prepare(
  { lookUp, lookUpFiles, callerOf }: Parts,
  call: Caller,
  values: readonly object[],
  rejected: readonly RejectedRecord[] = [],
): Promise<Prepared> {
  const [found, files, caller] = await Promise.all([
    lookUp(call, values, "price"),
    lookUpFiles(call, values),
    callerOf(call),
  ]);
  const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
  return { values, rejected: violationsAt, found, files, caller };
}

/**
 * Reads the rows that checks and inputs of records depend on. To write, it locks files, then owners, then the records
 * that `named` reads, then rows that the records refer to.
 */
export async function readRows(
  { kind, ownerOf, context }: Parts,
  { tx, org }: { tx: Tx; org: string },
  { values, files: looked }: Pick<Prepared, "values" | "files">,
  purpose: "check" | "write",
  named: () => Promise<readonly object[]> = async () => values,
) {
  const files = purpose === "write" ? await lockReferences(tx, org, looked) : looked;
  const locations = purpose === "write" ? kind.owner?.lockLocations : kind.owner?.selectLocations;
  const owners = await locations?.(tx, org, values.map(ownerOf));
  const records = await named();
  const [organization, related] = await Promise.all([
    requireOrganization(tx, org),
    kind.selectRelated?.(tx, [org], records, purpose, context) ?? {},
  ]);
  return { files, owners, records, organization, related };
}

/**
 * The records that the transaction is going to store, from rows that are not locked; none if it refuses them. A
 * transaction that reads the same rows takes over the examination.
 */
export const candidatesBefore =
  (parts: Parts, call: Caller, prepared: Prepared, how: Storing) => async (tx: Tx, org: string) => {
    const read = await readRows(parts, { tx, org }, prepared, "check");
    const by = { org, principal: principalOf(call) };
    const examined = examiner(parts, by, prepared, { ...how, read, checkLocks: null })(prepared.values, 0);
    prepared.earlier = { read, examined };
    const isRefused = how.refuse !== null && examined.checks.some(({ length }) => length > 0);
    return isRefused ? [] : examined.candidates;
  };

/** Checks the records of one request piece by piece, and makes rows and inputs of the valid ones. */
export function examiner(
  { kind, rules, ownerOf }: Parts,
  by: Pick<Write, "org" | "principal">,
  { rejected, found }: Prepared,
  how: Storing & { read: Read; checkLocks: LockCheck },
): (piece: readonly object[], from: number) => Examined {
  const { read, checkLocks, place = (check: Check) => check, inBatch = false, isCalculated = false } = how;
  const { organization, related, owners, files } = read;
  const keys = new Set<string>();
  const lookups = { ...found, ...related };
  const pricing = { ...lookups, ...settingsOf(organization) };
  const locationFor = (values: object) => locationOf(owners, () => ownerOf(values), organization);
  const facts = { inBatch, isCalculated, org: by.org, owners };
  const checksOf = (values: object): Check[] => [
    ...rules.checkAll(values, lookups, { ...facts, country: locationFor(values).country }),
    ...checkFile(values, files),
  ];
  const isRepeated = (row: object): boolean => {
    const key = dedupKeyOf(row);
    return key !== null && keys.size === keys.add(key).size;
  };

  return (piece, from) => {
    const checks = piece.map((values, at) =>
      (rejected.get(from + at) ?? checksOf(values)).map((check) => place(check, from + at)),
    );
    const valid = [...checks.keys()].filter((at) => checks[at]!.length === 0);
    const rows = newRecords(
      kind,
      by,
      valid.map((at) => piece[at]!),
      lookups,
    );
    for (const [nth, row] of rows.entries()) if (isRepeated(row)) checks[valid[nth]!] = [REPEATED];
    const isValid = ({ at }: { at: number }) => checks[at]!.length === 0;
    const candidates = rows
      .map((row, nth) => ({ at: valid[nth]!, row }))
      .filter(isValid)
      .map(({ at, row }) => ({ at, row, input: toInput(kind, row, { ...pricing, ...locationFor(row) }) }));
    const locked = checkLocks?.(candidates.map(({ input }) => input)) ?? [];
    for (const [nth, violations] of locked.entries()) checks[candidates[nth]!.at] = violations;
    return { checks, candidates: candidates.filter(isValid) };
  };
}

/** Rows of valid records in the order of the values; ids grow in this order. */
export const newRecords = <V extends object>(
  kind: Pick<RecordKind, "derive">,
  by: Pick<Write, "org" | "principal">,
  values: readonly V[],
  lookups: Lookups,
): (V & StoredRecord)[] =>
  newRows(by, values).map((row) => ({
    ...row,
    ...pinOf(namesOf(row), lookups.factors),
    ...kind.derive?.(row, lookups),
    ...NOT_CALCULATED,
    revision: 1,
    updatedAt: null,
  }));
