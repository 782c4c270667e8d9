import { isDeepStrictEqual } from "node:util";
import type { Message } from "@bufbuild/protobuf";
import { fieldChanges } from "@emissions/kit/db/audit";
import { chunked } from "@emissions/kit/db/chunked";
import { lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { beginJob } from "../job/begin.ts";
import type { IngestJobRow } from "../job/queries.ts";
import { requireOrganization } from "../organization/queries.ts";
import { announceStored, emitStored, RECORDS_MAX } from "./announce.ts";
import { type Candidate, type Examined, examiner, type Prepared } from "./examine.ts";
import type { Caller, Lookups, RecordInput, StoredRecord } from "./kind.ts";
import { lockCheckFor } from "./locked-days.ts";
import type { Parts } from "./parts.ts";
import { forgetPending } from "./pending.ts";
import { examineBefore } from "./prepare.ts";
import { type Results, withoutRepeats } from "./record-write.ts";
import { resultValues } from "./table.ts";

/** How a request stores its records. */
interface Storing {
  /** Whether the rows have their results from the beginning. Otherwise results decide about refusals alone. */
  isCalculated?: boolean;
  inBatch?: boolean;
  /** Whether a job waits for the results. */
  inJob?: boolean;
  /** The violation of the record at an index as the request names it. */
  place?(check: Check, index: number): Check;
  /** Throws if any record has violations. Null stores the valid records. */
  refuse?: ((checks: readonly Check[][]) => void) | null;
}

interface Stored<V, L, R> {
  rows: (V & StoredRecord)[];
  /** The violations of each record, in the order of the request. */
  checks: Check[][];
  lookups: Lookups & L & R;
  /** Null without a record. */
  job: IngestJobRow | null;
}

/** Stores prepared records by a write of their own. */
export function createRecords<V extends object, L extends object, R extends object, O extends object>(
  parts: Parts<V, L, R>,
  { call, request, prepared, ...how }: Storing & { call: Caller; request: Message; prepared: Prepared<V, L> },
  reply: (stored: Stored<V, L, R>) => O,
): Promise<O> {
  const work = async (write: Write, results: Results) =>
    reply(await storeRecords(parts, write, prepared, results, how));
  const foresee = () => foreseen(parts, call, prepared, how);
  return parts.writeRecords(call, request, work, { isCalculated: how.isCalculated, foresee });
}

/** The inputs of the records that the write is going to store; none if it refuses them. */
export async function foreseen<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  call: Caller,
  prepared: Prepared<V, L>,
  { isCalculated = false, inBatch = false, place = asFound, refuse = refuseAll }: Storing,
): Promise<RecordInput[]> {
  const { checks, candidates } = await examineBefore(parts, call, prepared, { isCalculated, inBatch, place });
  return refuse !== null && checks.some(hasAny) ? [] : candidates.map(({ input }) => input);
}

/**
 * Stores prepared records and announces them. Locks files, then owners, then other rows that the records refer to. The
 * database stores the first records of a batch while later ones are checked; a refusal rolls all of them back.
 */
export async function storeRecords<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  write: Write,
  prepared: Prepared<V, L>,
  results: Results,
  { isCalculated = false, inBatch = false, inJob = false, place = asFound, refuse = refuseAll }: Storing = {},
): Promise<Stored<V, L, R>> {
  const { kind, table, ownerOf, context } = parts;
  const { values, found } = prepared;
  const { tx, org } = write;
  const files = await lockReferences(tx, org, prepared.files);
  const owners = await kind.owner?.lockLocations(tx, org, values.map(ownerOf));
  const [organization, related] = await Promise.all([
    requireOrganization(tx, org),
    kind.selectRelated?.(tx, [org], values, "write", context) as Promise<R>,
  ]);
  const lookups = { ...found, ...related };
  const held = { organization, lookups, files, owners, checkLocks: await lockCheckFor(write) };
  const examine = examiner(parts, write, prepared, held, { inBatch, isCalculated, place });
  /** All records. An earlier examination with the same rows is taken over. */
  const examineAll = (all: readonly V[]): Examined<V> => {
    const read = { organization, related, files, owners };
    const isKnown = held.checkLocks === null && isDeepStrictEqual(prepared.earlier?.read, read);
    const examined = isKnown ? prepared.earlier!.examined : examine(all, 0);
    prepared.earlier = { read, examined };
    return { ...examined, checks: [...examined.checks] };
  };
  const checks: Check[][] = [];
  const rows: (V & StoredRecord)[] = [];
  // One call of calc has all records, and one statement locks all keys in their order.
  const isWhole = results !== null || kind.replacedByKey !== undefined;
  for (const piece of isWhole ? [values] : chunked(values, RECORDS_MAX)) {
    const examined = isWhole ? examineAll(piece) : examine(piece, checks.length);
    checks.push(...examined.checks);
    let { candidates } = examined;
    if (results !== null) {
      refuse?.(checks);
      candidates = calculated(parts, candidates, { results, isCalculated, checks });
    }
    if (candidates.length === 0 || (refuse !== null && checks.some(hasAny))) continue;
    rows.push(...(await insert(parts, write, candidates, { inJob, among: values })));
    if (!isWhole) await write.flush();
  }
  refuse?.(checks);
  const items = rows.map((row) => ({ entityId: row.id, externalId: externalIdOf(row), revision: row.revision }));
  const job =
    inJob && rows.length > 0 ? await beginJob(write, { entityType: table, operation: "create", items }) : null;
  return { rows, checks, lookups, job };
}

const asFound = (check: Check) => check;

const hasAny = (checks: readonly unknown[]) => checks.length > 0;

const externalIdOf = (row: object) => (row as { externalId?: string | null }).externalId ?? null;

/** Adds the refusals of results to the violations. Returns the other records, with their results where the rows get them. */
function calculated<V extends object, L extends object, R extends object>(
  { kind }: Parts<V, L, R>,
  candidates: readonly Candidate<V>[],
  { results, isCalculated, checks }: { results: NonNullable<Results>; isCalculated: boolean; checks: Check[][] },
): Candidate<V>[] {
  const found = results(candidates.map(({ input }) => input));
  return candidates.flatMap((candidate, nth) => {
    const { result, refusals } = found[nth]!;
    if (refusals.length > 0) checks[candidate.at] = refusals;
    if (refusals.length > 0) return [];
    return [isCalculated ? { ...candidate, row: { ...candidate.row, ...resultValues(kind, result) } } : candidate];
  });
}

/** A record with the key of a stored one replaces it. */
async function insert<V extends object, L extends object, R extends object>(
  { kind, writer, upsert, table }: Parts<V, L, R>,
  write: Write,
  candidates: readonly Candidate<V>[],
  { inJob, among }: { inJob: boolean; among: readonly V[] },
): Promise<(V & StoredRecord)[]> {
  const { tx, org, send, about } = write;
  let rows = candidates.map(({ row }) => row);
  if (kind.replacedByKey === undefined) send(writer.insert(tx, org, rows));
  else rows = await upsert(tx, org, (await kind.replacedByKey.complete?.(write, rows)) ?? rows);
  const inputs = candidates.map(({ input }, at) => ({
    ...input,
    recordId: rows[at]!.id,
    revision: rows[at]!.revision,
  }));
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
