import { isDeepStrictEqual } from "node:util";
import type { Message } from "@bufbuild/protobuf";
import { fieldChanges } from "@emissions/kit/db/audit";
import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { beginJob } from "../job/begin.ts";
import { announceStored, emitStored, RECORDS_MAX } from "./announce.ts";
import type { Caller, StoredRecord } from "./kind.ts";
import { lockCheckFor } from "./locked-days.ts";
import type { Parts } from "./parts.ts";
import { forgetPending } from "./pending.ts";
import { candidatesBefore, type Examined, examiner, type Prepared, readRows, type Storing } from "./prepare.ts";
import { type Results, type Steps, withoutRepeats } from "./record-write.ts";
import { resultValues } from "./table.ts";

type Stored = Awaited<ReturnType<typeof storeRecords>>;

/** Stores prepared records by a write of their own. */
export const createRecords = <O extends object>(
  parts: Parts,
  { call, request, prepared, ...how }: Storing & { call: Caller; request: Message; prepared: Prepared },
  reply: (stored: Stored) => O,
): Promise<O> =>
  parts.writeRecords(call, request, {
    isCalculated: how.isCalculated,
    prepare: inputsBefore(parts, call, prepared, how),
    store: async (write, results) => reply(await storeRecords(parts, write, prepared, results, how)),
  });

/** The inputs of the records that the transaction is going to store. */
export const inputsBefore = (
  parts: Parts,
  call: Caller,
  prepared: Prepared,
  how: Storing,
): Steps<object>["prepare"] => {
  const candidates = candidatesBefore(parts, call, prepared, how);
  return async (tx, org) => (await candidates(tx, org)).map(({ input }) => input);
};

/**
 * Stores prepared records and announces them. The database stores the first records of a batch while later ones are
 * checked; a refusal rolls all of them back.
 */
export async function storeRecords(
  parts: Parts,
  write: Write,
  prepared: Prepared,
  results: Results,
  how: Storing = {},
) {
  const { inJob = false, isCalculated = false, refuse = refuseAll } = how;
  const { kind, table } = parts;
  const { values, earlier } = prepared;
  const read = await readRows(parts, write, prepared, "write");
  const checkLocks = await lockCheckFor(write);
  const examine = examiner(parts, write, prepared, { ...how, read, checkLocks });
  const isExamined = checkLocks === null && isDeepStrictEqual(earlier?.read, read);
  const checks: Check[][] = [];
  const rows: StoredRecord[] = [];
  // One call of calc has all records, and one statement locks all keys in their order.
  const isWhole = results !== null || kind.replacedByKey !== undefined;
  for (const piece of isWhole ? [values] : chunked(values, RECORDS_MAX)) {
    const examined = isExamined ? earlier!.examined : examine(piece, checks.length);
    checks.push(...examined.checks);
    let { candidates } = examined;
    if (results !== null) {
      refuse?.(checks);
      candidates = accepted(parts, candidates, { results, checks, isCalculated });
    }
    if (candidates.length === 0 || (refuse !== null && checks.some(hasAny))) continue;
    rows.push(...(await insert(parts, write, candidates, { inJob, among: values })));
    if (!isWhole) await write.flush();
  }
  refuse?.(checks);
  const items = rows.map((row) => ({ entityId: row.id, externalId: externalIdOf(row), revision: row.revision }));
  const creation = { entityType: table, operation: "create", items } as const;
  const job = inJob && rows.length > 0 ? await beginJob(write, creation) : null;
  return { rows, checks, lookups: { ...prepared.found, ...read.related }, job };
}

const hasAny = (checks: readonly unknown[]) => checks.length > 0;

const externalIdOf = (row: object) => (row as { externalId?: string | null }).externalId ?? null;

/** Adds the refusals of results to the violations. Returns the other records, with their results where the rows get them. */
function accepted(
  { kind }: Parts,
  candidates: Examined["candidates"],
  { results, isCalculated, checks }: { results: NonNullable<Results>; isCalculated: boolean; checks: Check[][] },
): Examined["candidates"] {
  const found = results(candidates.map(({ input }) => input));
  return candidates.flatMap((candidate, nth) => {
    const { result, refusals } = found[nth]!;
    if (refusals.length > 0) checks[candidate.at] = refusals;
    if (refusals.length > 0) return [];
    return [isCalculated ? { ...candidate, row: { ...candidate.row, ...resultValues(kind, result) } } : candidate];
  });
}

/** A record with the key of a stored one replaces it. */
async function insert(
  { kind, writer, upsert, table }: Parts,
  write: Write,
  candidates: Examined["candidates"],
  { inJob, among }: { inJob: boolean; among: readonly object[] },
): Promise<StoredRecord[]> {
  const { tx, org, send, about } = write;
  let rows = candidates.map(({ row }) => row);
  if (kind.replacedByKey === undefined) send(writer.insert(tx, org, rows));
  else rows = await upsert(tx, org, (await kind.replacedByKey.complete?.(write, rows)) ?? rows);
  const inputs = candidates.map(({ input }, at) => {
    const { id: recordId, revision } = rows[at]!;
    return { ...input, recordId, revision };
  });
  // The items of a job record that the results are pending, also of the records that were pending before.
  if (inJob) {
    emitStored(write, inputs, among);
    const replaced = rows.flatMap(({ id, revision }) => (revision > 1 ? [id] : []));
    if (replaced.length > 0) send(forgetPending(tx, org, table, replaced));
  } else announceStored(write, inputs);
  const { fromCreation, secret = [] } = kind.audit ?? {};
  for (const row of rows) about(row.id, fromCreation && fieldChanges({}, row, { fields: fromCreation, secret }));
  return rows;
}

const refuseAll = (checks: readonly Check[][]) => refuse(withoutRepeats(checks.flat()));
