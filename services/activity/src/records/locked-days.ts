import type { Call, Db, Tx, Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { RESTATEMENT_REASON } from "@emissions/kit/wire/headers";
import type { RecordInput } from "./kind.ts";

/** Metadata of a validation: a locked period is a violation of each of its records, instead of a refusal of the batch. */
export const LOCKS_BY_RECORD = "locks-by-record";

interface Days {
  startDate: string;
  endDate: string;
}

/** Violations of records in locked periods. Null if the call does not want them, or may change such records. */
export type LockCheck = ((inputs: readonly RecordInput[]) => Check[][]) | null;

export async function lockCheckFor({
  tx,
  org,
  header,
  restatement,
}: Pick<Write, "tx" | "org" | "header" | "restatement">): Promise<LockCheck> {
  if (header(LOCKS_BY_RECORD) === null || restatement !== null) return null;
  const locks = await selectLocks(tx, org);
  return locks.length === 0 ? null : (inputs) => inputs.map((input) => checksOf(input, locks));
}

/** The same from the metadata of a call, outside of its transaction. */
export const lockCheckOf = ({ db }: { db: Db }, call: Call): Promise<LockCheck> => {
  const { requestHeader } = call;
  if (!requestHeader.has(LOCKS_BY_RECORD) || requestHeader.has(RESTATEMENT_REASON)) return Promise.resolve(null);
  const header = (name: string) => requestHeader.get(name);
  return db.read(call, (tx, org) => lockCheckFor({ tx, org, header, restatement: null }));
};

/** Adds the violations of locked periods, those of the records without others, in order. */
export function withLockChecks<C extends Check>(checks: readonly C[][], locked: Check[][] | undefined): C[][] {
  const left = locked?.values();
  return checks.map((own) => (own.length > 0 ? own : ((left?.next().value as C[] | undefined) ?? [])));
}

/** At most a few, because locked periods do not overlap. */
const selectLocks = (tx: Tx, org: string) =>
  tx<Days[]>`select start_date, end_date from period_locks where organization_id = ${org} order by start_date`;

function checksOf({ startDate: from = "", endDate: to = "" }: RecordInput, locks: readonly Days[]): Check[] {
  const lock = locks.find(({ startDate, endDate }) => startDate <= to && endDate >= from);
  if (lock === undefined) return [];
  const msg = `The period from ${lock.startDate} to ${lock.endDate} is locked.`;
  return [{ loc: ["body"], msg, type: "PERIOD_LOCKED" }];
}
