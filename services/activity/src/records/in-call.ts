import type { Message } from "@bufbuild/protobuf";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { BulkError, RejectedRecord } from "@emissions/proto/activity/v1/record";
import { BATCH_MAX, checkBatchSize, refuseBatch } from "../batch.ts";
import { announceStored } from "./announce.ts";
import { newRows, withoutRepeats } from "./create.ts";
import { concurrentChange } from "./custom-factors.ts";
import { checkFile } from "./files.ts";
import { settingsOf, toInput } from "./inputs.ts";
import type { Caller, Lookups, RecordInput, StoredRecord } from "./kind.ts";
import type { Parts } from "./parts.ts";
import { inputKey, isStrict, refusalsOf } from "./strict.ts";
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

interface Calculated<V> {
  index: number;
  row: V & StoredRecord;
  input: RecordInput;
}

/** The records of one request with their results. */
interface Calculation<V, L, R> {
  /** Valid records that have a result, in the order of the request. */
  calculated: Calculated<V>[];
  /** By index, of the other records. */
  violations: ReadonlyMap<number, Check[]>;
  values: readonly V[];
  found: Lookups & L;
  related: R;
  files: FoundEntities;
  caller: Awaited<ReturnType<Parts<object, object, object>["callerOf"]>>;
}

/** Operations of kinds whose records are calculated in the call. */
export function inCall<V extends object, L extends object, R extends object>(parts: Parts<V, L, R>) {
  const { db, kind, rules, read, toMessage } = parts;
  const shown = ({ found, related, caller }: Calculation<V, L, R>) => {
    const lookups = { ...found, ...related };
    return (row: V & StoredRecord) => toMessage(row, lookups, caller.user);
  };
  return {
    /** `reply` makes the response, which is also stored for replays of the request. */
    createInCall: async <O extends object>(
      call: Caller,
      request: Message & Values,
      reply: (created: ReturnType<typeof toMessage>) => O,
    ): Promise<O> => {
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as O;
      const values = [rules.withDefaults(read(request.values ?? {}), { inBatch: false })];
      const calculation = await calculate(parts, call, values, { inBatch: false, known: new Map() });
      refuseOne(calculation.violations.get(0) ?? []);
      return db.write(call, request, async (write) => {
        const [row] = await store(parts, write, calculation);
        return reply(shown(calculation)(row!));
      });
    },

    /** Stores the valid records, or none if `continue_on_error` is false and any is invalid. True by default. */
    createManyInCall: async <O extends object>(
      call: Caller,
      request: Bulk,
      reply: (summary: ReturnType<typeof summaryOf<ReturnType<typeof toMessage>>>) => O,
    ): Promise<O> => {
      const { records, rejected, options } = request;
      checkBatchSize("records", records.length, kind.batchMax ?? BATCH_MAX);
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as O;
      const values = records.map((record) => rules.withDefaults(read(record), { inBatch: true }));
      const known = new Map(rejected.map(({ index, violations }) => [index, violations]));
      const calculation = await calculate(parts, call, values, { inBatch: true, known });
      const { violations } = calculation;
      if (options?.continueOnError === false) refuseBatch(values.map((_, index) => coded(violations.get(index) ?? [])));
      return db.write(call, request, async (write) => {
        const rows = await store(parts, write, calculation);
        return reply(summaryOf(rows.map(shown(calculation)), violations, values.length));
      });
    },
  };
}

interface Sent {
  inBatch: boolean;
  /** Violations that the gateway found, by index. */
  known: ReadonlyMap<number, readonly Check[]>;
}

/** Checks and calculates records. Nothing is stored and no row is locked meanwhile. */
async function calculate<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  call: Caller,
  values: readonly V[],
  { inBatch, known }: Sent,
): Promise<Calculation<V, L, R>> {
  const { context, db, kind, rules, lookUp, lookUpFiles, callerOf } = parts;
  const [found, files, caller, selected] = await Promise.all([
    lookUp(call, values, "price"),
    lookUpFiles(call, values),
    callerOf(call),
    kind.selectRelated && db.read(call, (tx, org) => kind.selectRelated!(tx, [org], values, "announce", context)),
  ]);
  const related = selected as R;
  const lookups = { ...found, ...related };
  const { organization } = caller;
  const org = principalOf(call).organizationId;
  const facts = { org, country: organization.country, inBatch, owners: undefined };
  const violations = new Map<number, Check[]>();
  const valid: number[] = [];
  for (const [index, record] of values.entries()) {
    const checks = known.get(index) ?? [...rules.checkAll(record, lookups, facts), ...checkFile(record, files)];
    if (checks.length === 0) valid.push(index);
    else violations.set(index, [...checks]);
  }
  const named = valid.map((index) => values[index]!);
  const fresh = newRows(parts, { org, principal: principalOf(call) }, named, lookups);
  const keys = new Set<string>();
  const candidates = fresh.flatMap((row, at): Calculated<V>[] => {
    const index = valid[at]!;
    const key = dedupKeyOf(row);
    if (key !== null && keys.has(key)) {
      violations.set(index, [{ loc: ["body"], msg: "repeats an earlier record of the request", type: DUPLICATE }]);
      return [];
    }
    if (key !== null) keys.add(key);
    return [{ index, row, input: inputOf(parts, row, lookups, organization) }];
  });
  const inputs = candidates.map(({ input }) => input);
  const results = inputs.length === 0 ? [] : await context.preview(call, inputs);
  const calculated = candidates.flatMap(({ index, row, input }, at) => {
    const result = results[at]!;
    const refusals = refusalsOf(result, { marks: isStrict(call) });
    if (refusals.length > 0) violations.set(index, refusals);
    return refusals.length > 0 ? [] : [{ index, input, row: { ...row, ...resultValues(kind, result) } }];
  });
  return { calculated, violations, values: named, found, related, files, caller };
}

const inputOf = <V extends object, L extends object, R extends object>(
  { kind }: Parts<V, L, R>,
  row: V & StoredRecord,
  lookups: Lookups & R,
  organization: Calculation<V, L, R>["caller"]["organization"],
) => toInput(kind, row, { ...lookups, ...settingsOf(organization), country: organization.country, gridZone: null });

/** Stores calculated records. A record with the key of a stored one replaces it. Returns the rows as stored. */
async function store<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  write: Write,
  { calculated, values, found, files, caller }: Calculation<V, L, R>,
): Promise<(V & StoredRecord)[]> {
  const { context, kind, upsert } = parts;
  const { tx, org, about } = write;
  if (calculated.length === 0) return [];
  const locked = await lockReferences(tx, org, files);
  refuse(withoutRepeats(values.flatMap((record) => checkFile(record, locked))));
  const related = (await kind.selectRelated?.(tx, [org], values, "write", context)) as R;
  const isSame = ({ row, input }: Calculated<V>) =>
    inputKey(inputOf(parts, row, { ...found, ...related }, caller.organization)) === inputKey(input);
  if (kind.selectRelated !== undefined && !calculated.every(isSame)) throw concurrentChange();
  const rows = await upsert(
    tx,
    org,
    calculated.map(({ row }) => row),
  );
  for (const { id } of rows) about(id);
  announceStored(
    write,
    calculated.map(({ input }, at) => ({ ...input, recordId: rows[at]!.id, revision: rows[at]!.revision })),
  );
  return rows;
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
