import { isDeepStrictEqual } from "node:util";
import type { Message } from "@bufbuild/protobuf";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { unprocessable } from "@emissions/kit/wire/errors";
import { INGEST_JOB } from "@emissions/kit/wire/headers";
import { principalOf } from "@emissions/kit/wire/principal";
import type { BulkError, RejectedRecord } from "@emissions/proto/activity/v1/record";
import { BATCH_MAX, checkBatchSize, refuseBatch } from "../batch.ts";
import { announceStored } from "./announce.ts";
import { newRows, withoutRepeats } from "./create.ts";
import { concurrentChange } from "./custom-factors.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import type { Caller, Lookups, RecordInput, StoredRecord } from "./kind.ts";
import { lockCheckOf } from "./locked-days.ts";
import type { Parts } from "./parts.ts";
import { beginJobOf } from "./queued.ts";
import { isStrict, refusalsOf } from "./strict.ts";
import { resultValues } from "./table.ts";
import { dedupKeyOf } from "./upsert.ts";

// Records that are calculated in the call, so that the answer has their emissions. calc calculates them before the
// transaction and stores nothing; the transaction stores rows, results and the event with the inputs. calc stores the
// same calculation when the event arrives, so nothing is lost if a process ends in between (ADR 0049).

/** Violations of one record of a bulk request that its answer lists. */
const LISTED_OF_RECORD_MAX = 3;
/** The violation of a record with the same key as one before it in the request. */
const DUPLICATE = "DUPLICATE_RECORD";
const DATE_OUT_OF_RANGE = "ACTIVITY_DATE_OUT_OF_RANGE";

type Values = { values?: Message | undefined };
type Bulk = Message & {
  records: readonly Message[];
  rejected: readonly RejectedRecord[];
  options?: { continueOnError?: boolean | undefined } | undefined;
};

interface Candidate<V> {
  index: number;
  row: V & StoredRecord;
  input: RecordInput;
}

/** The checked records of one request. */
interface Prepared<V, L, R> {
  /** Valid records in the order of the request, with their results if they are calculated in the call. */
  valid: Candidate<V>[];
  /** By index, of the other records. */
  violations: ReadonlyMap<number, Check[]>;
  values: readonly V[];
  found: Lookups & L;
  related: R;
  files: FoundEntities;
  caller: Awaited<ReturnType<Parts<object, object, object>["callerOf"]>>;
}

type Shown<V extends object, L extends object, R extends object> = ReturnType<Parts<V, L, R>["toMessage"]>;

type Reply<S, O> = (stored: S) => O;
type Summary<M> = ReturnType<typeof summaryOf<M>> & { jobId?: string };

/**
 * Operations of kinds whose records are calculated in the call. `enqueue` and `enqueueMany` store the same records, but
 * answer before the calculation. `reply` makes the response, which is also stored for replays of the request.
 */
export function inCall<V extends object, L extends object, R extends object>(parts: Parts<V, L, R>) {
  const { db, kind, rules, read, table } = parts;

  const one =
    (isQueued: boolean) =>
    async <O extends object>(call: Caller, request: Message & Values, reply: Reply<Shown<V, L, R>, O>): Promise<O> => {
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as O;
      const values = [rules.withDefaults(read(request.values ?? {}), { inBatch: false })];
      const prepared = await prepare(parts, call, values, { inBatch: false, known: new Map(), isQueued });
      refuseOne(prepared.violations.get(0) ?? []);
      return db.write(call, request, async (write) => {
        const { rows, inputs } = await storeRows(parts, write, prepared);
        announceStored(write, inputs);
        return reply(shown(parts, prepared)(rows[0]!));
      });
    };

  /** Stores the valid records, or none if `continue_on_error` is false and any is invalid. True by default. */
  const many =
    (isQueued: boolean) =>
    async <O extends object>(call: Caller, request: Bulk, reply: Reply<Summary<Shown<V, L, R>>, O>): Promise<O> => {
      const { records, rejected, options } = request;
      checkBatchSize("records", records.length, kind.batchMax ?? BATCH_MAX);
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as O;
      const values = records.map((record) => rules.withDefaults(read(record), { inBatch: true }));
      // Records of a job with several calls are calculated later, and either all are stored or none.
      const inJob = call.requestHeader.has(INGEST_JOB);
      const isLater = isQueued || inJob;
      const sent = { inBatch: true, known: knownOf(rejected), isQueued: isLater };
      const prepared = await prepare(parts, call, values, sent);
      const { violations } = prepared;
      if (inJob || options?.continueOnError === false) refuseMany(values.length, violations);
      return db.write(call, request, async (write) => {
        const { rows, inputs } = await storeRows(parts, write, prepared);
        const results = inJob ? [] : rows.map(shown(parts, prepared));
        const summary = { ...summaryOf(results, violations, values.length), success: rows.length };
        if (isLater && rows.length > 0) {
          return reply({ ...summary, jobId: await beginJobOf(write, table, rows, inputs) });
        }
        announceStored(write, inputs);
        return reply(summary);
      });
    };

  return { createInCall: one(false), enqueue: one(true), createManyInCall: many(false), enqueueMany: many(true) };
}

/** Shows stored rows. */
function shown<V extends object, L extends object, R extends object>(
  { toMessage }: Parts<V, L, R>,
  { found, related, caller }: Prepared<V, L, R>,
) {
  const lookups = { ...found, ...related };
  return (row: V & StoredRecord) => toMessage(row, lookups, caller.user);
}

/** Violations that the gateway found, by index. */
const knownOf = (rejected: readonly RejectedRecord[]) =>
  new Map(rejected.map(({ index, violations }) => [index, violations]));

interface Sent {
  inBatch: boolean;
  /** The answer does not wait for the results. */
  isQueued: boolean;
  /** Violations that the gateway found, by index. */
  known: ReadonlyMap<number, readonly Check[]>;
}

/** Checks and calculates records. Nothing is stored and no row is locked meanwhile. */
async function prepare<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  call: Caller,
  values: readonly V[],
  { inBatch, known, isQueued }: Sent,
): Promise<Prepared<V, L, R>> {
  const { context, db, kind, rules, lookUp, lookUpFiles, callerOf } = parts;
  const [found, files, caller, selected] = await Promise.all([
    lookUp(call, values, "price"),
    lookUpFiles(call, values),
    callerOf(call),
    kind.relatedWithoutRows?.(values) ??
      (kind.selectRelated && db.read(call, (tx, org) => kind.selectRelated!(tx, [org], values, "announce", context))),
  ]);
  const related = selected as R;
  const lookups = { ...found, ...related };
  const { organization } = caller;
  const org = principalOf(call).organizationId;
  const facts = { org, country: organization.country, inBatch, owners: undefined };
  const violations = new Map<number, Check[]>();
  const valid: number[] = [];
  for (const [index, record] of values.entries()) {
    const checks = known.get(index) ?? [
      ...rules.checkAll(record, lookups, facts),
      ...checkFile(record, files),
      ...((isQueued ? undefined : kind.checkActivity?.(record, lookups)) ?? []),
    ];
    if (checks.length === 0) valid.push(index);
    else violations.set(index, [...checks]);
  }
  const named = valid.map((index) => values[index]!);
  const fresh = newRows(parts, { org, principal: principalOf(call) }, named, lookups);
  const keys = new Set<string>();
  const candidates = fresh.flatMap((row, at): Candidate<V>[] => {
    const index = valid[at]!;
    const key = dedupKeyOf(row);
    if (key !== null && keys.has(key)) {
      violations.set(index, [{ loc: ["body"], msg: "repeats an earlier record of the request", type: DUPLICATE }]);
      return [];
    }
    if (key !== null) keys.add(key);
    return [{ index, row, input: inputOf(parts, row, lookups, organization) }];
  });
  const common = { violations, values: named, found, related, files, caller };
  const locked = (await lockCheckOf(parts, call))?.(candidates.map(({ input }) => input)) ?? [];
  for (const [at, checks] of locked.entries()) if (checks.length > 0) violations.set(candidates[at]!.index, checks);
  const marks = isStrict(call);
  if (candidates.length === 0 || (isQueued && !marks)) return { valid: candidates, ...common };
  const results = await context.preview(
    call,
    candidates.map(({ input }) => input),
  );
  const calculated = candidates.flatMap(({ index, row, input }, at) => {
    const result = results[at]!;
    const refusals = refusalsOf(result, { marks });
    if (refusals.length > 0) violations.set(index, refusals);
    if (refusals.length > 0) return [];
    return [{ index, input, row: isQueued ? row : { ...row, ...resultValues(kind, result) } }];
  });
  return { valid: calculated, ...common };
}

const inputOf = <V extends object, L extends object, R extends object>(
  { kind }: Parts<V, L, R>,
  row: V & StoredRecord,
  lookups: Lookups & R,
  organization: Prepared<V, L, R>["caller"]["organization"],
) => toInput(kind, row, { ...lookups, ...settingsOf(organization), country: organization.country, gridZone: null });

/**
 * Stores checked records. A record with the key of a stored one replaces it. Returns the rows as stored, with the inputs
 * that the caller announces.
 */
async function storeRows<V extends object, L extends object, R extends object>(
  { context, kind, upsert }: Parts<V, L, R>,
  write: Write,
  { valid, values, files, related }: Prepared<V, L, R>,
): Promise<{ rows: (V & StoredRecord)[]; inputs: RecordInput[] }> {
  const { tx, org, about } = write;
  if (valid.length === 0) return { rows: [], inputs: [] };
  const locked = await lockReferences(tx, org, files);
  refuse(withoutRepeats(values.flatMap((record) => checkFile(record, locked))));
  const current = await kind.selectRelated?.(tx, [org], values, "write", context);
  // The inputs were made with other rows.
  if (!isDeepStrictEqual(current, related)) throw concurrentChange();
  const candidates = valid.map(({ row }) => row);
  const completed = (await kind.beforeStorage?.(write, candidates)) ?? candidates;
  const rows = await upsert(tx, org, completed);
  for (const { id } of rows) about(id);
  const inputs = valid.map(({ input }, at) => ({ ...input, recordId: rows[at]!.id, revision: rows[at]!.revision }));
  return { rows, inputs };
}

/** The public contract gives days of logistics a code of their own. */
function refuseOne(checks: readonly Check[]): void {
  const isDate = ({ type }: Check) => type === "activity_date_out_of_range";
  if (checks.length > 0 && checks.every(isDate)) {
    const { loc, msg } = checks[0]!;
    throw unprocessable(DATE_OUT_OF_RANGE, `${loc.at(-1)} ${msg}.`, checks);
  }
  refuse([...checks]);
}

/** Refuses a bulk request of so many records if any is invalid. */
const refuseMany = (count: number, violations: ReadonlyMap<number, readonly Check[]>): void =>
  refuseBatch(Array.from({ length: count }, (_, index) => coded(violations.get(index) ?? [])));

/** Violations with the codes of batches: those in capitals are codes already. */
const coded = (checks: readonly Check[]) => checks.map((check) => ({ ...check, type: codeOf(check.type) }));

const codeOf = (type: string): string => {
  if (type === "activity_date_out_of_range") return DATE_OUT_OF_RANGE;
  return type === type.toUpperCase() ? type : "SCHEMA_INVALID";
};

/** The answer of a bulk request. */
function summaryOf<M>(results: readonly M[], violations: ReadonlyMap<number, Check[]>, received: number) {
  return {
    totalReceived: received,
    totalProcessed: results.length + violations.size,
    success: results.length,
    failed: violations.size,
    results: [...results],
    errors: [...violations].sort(([a], [b]) => a - b).flatMap(([index, checks]) => errorsOf(index, checks)),
  };
}

const errorsOf = (index: number, checks: readonly Check[]): Omit<BulkError, "$typeName" | "$unknown">[] =>
  checks.slice(0, LISTED_OF_RECORD_MAX).map(({ loc, msg, type }) => ({
    index,
    loc: ["body", "records", String(index), ...loc.slice(1)],
    msg,
    code: codeOf(type),
  }));
