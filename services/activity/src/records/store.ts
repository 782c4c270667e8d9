import type { Message } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import type { Check } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { INGEST_JOB } from "@emissions/kit/wire/headers";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { BATCH_MAX, checkBatchSize, codedCheck, refuseBatch } from "../batch.ts";
import type { Context } from "../context.ts";
import { toJob } from "../job/message.ts";
import { withAmbiguities } from "./ambiguity.ts";
import { refuseBulk, refuseOne, summaryOf } from "./bulk.ts";
import { changeRecord, planChange } from "./change.ts";
import { type Caller, nounOf, type RecordKind, type StoredRecord } from "./kind.ts";
import { recordLists } from "./lists.ts";
import { type Parts, partsOf } from "./parts.ts";
import { prepare } from "./prepare.ts";
import { needsRecalculation } from "./rules.ts";
import { findRecord, singleRecords } from "./single.ts";
import { createRecords } from "./store-records.ts";
import { checkVersion, showVersion } from "./version.ts";

type Values = { values?: Message | undefined };
type Update = Message & Values & { id: string; updateMask?: FieldMask | undefined };
type Batch = Message & { records: readonly Message[]; rejected: readonly RejectedRecord[] };

/** Operations of every kind of record. Handlers stay typed by their protos. */
export function recordStore(context: Context, kind: RecordKind) {
  const parts = partsOf(context, kind);
  return { ...recordLists(parts), ...singleRecords(parts), ...creation(parts), ...changes(parts) };
}

type Bulk = Batch & { options?: { continueOnError?: boolean | undefined } | undefined };

function creation(parts: Parts) {
  const { rules, read, toMessage } = parts;
  type Shown = ReturnType<typeof toMessage>;
  type Summary = ReturnType<typeof summaryOf<Shown>> & { jobId?: string };

  /** `reply` makes the response, which is also stored for replays of the request. */
  const one =
    (isCalculated: boolean, refuse?: (checks: readonly Check[][]) => void) =>
    async <O extends object>(call: Caller, request: Message & Values, reply: (created: Shown) => O): Promise<O> => {
      const values = rules.withDefaults(read(request.values ?? {}), { inBatch: false });
      const prepared = await prepare(parts, call, [values]);
      return createRecords(parts, { call, request, prepared, isCalculated, refuse }, ({ rows, lookups }) =>
        reply(toMessage(rows[0]!, lookups, prepared.caller.user)),
      );
    };

  const prepareMany = (call: Caller, { records, rejected }: Batch) => {
    checkBatchSize("records", records.length, BATCH_MAX);
    const values = records.map((record) => rules.withDefaults(read(record), { inBatch: true }));
    return prepare(parts, call, values, rejected);
  };

  /** Stores the valid records, or none if `continue_on_error` is false and any is invalid. True by default. */
  const bulk =
    (isQueued: boolean) =>
    async <O extends object>(call: Caller, request: Bulk, reply: (summary: Summary) => O): Promise<O> => {
      const prepared = await prepareMany(call, request);
      // Records of a job with several calls are calculated later, and either all are stored or none.
      const isOfJob = call.requestHeader.has(INGEST_JOB);
      const inJob = isQueued || isOfJob;
      const refuse = isOfJob || request.options?.continueOnError === false ? refuseBulk : null;
      const how = { call, request, prepared, inBatch: true, isCalculated: !inJob, inJob, refuse };
      return createRecords(parts, how, ({ rows, checks, lookups, job }) => {
        const shown = isOfJob ? [] : rows.map((row) => toMessage(row, lookups, prepared.caller.user));
        return reply({ ...summaryOf(shown, checks, rows.length), ...(job && { jobId: job.id }) });
      });
    };

  return {
    create: one(false),
    /** Records with the result of their calculation. `enqueue` answers before the calculation. */
    createInCall: one(true, refuseOne),
    enqueue: one(false, refuseOne),
    createManyInCall: bulk(false),
    enqueueMany: bulk(true),

    createBatch: async (call: Caller, request: Batch) => {
      const prepared = await withAmbiguities(parts, call, await prepareMany(call, request));
      const how = { call, request, prepared, inBatch: true, inJob: true, place: codedCheck, refuse: refuseBatch };
      return createRecords(parts, how, ({ job }) => ({ job: toJob(job!) }));
    },
  };
}

function changes(parts: Parts) {
  const { kind, rules, toMessage } = parts;
  return {
    /** `more` has the changes of fields of the request that are no values, by their name. */
    update: async <O extends object>(
      call: Caller,
      request: Update,
      reply: (updated: ReturnType<typeof toMessage>) => O,
      more: Record<string, object> = {},
    ) => {
      const sent = rules.changesIn(request.updateMask, parts.read(request.values ?? {}), more);
      const known = await findRecord(parts, call, request.id);
      const changes = { ...sent, ...rules.clearedBy(known?.row ?? {}, sent) };
      const named = known === null ? [] : [{ ...known.row, ...changes }];
      const isRepriced = known !== null && needsRecalculation(kind, known.row, changes);
      const [found, files] = await Promise.all([
        parts.lookUp(call, named, isRepriced ? "price" : "show"),
        parts.lookUpFiles(call, [changes]),
      ]);
      // In the steps, so that replays of an earlier request skip it.
      const change = () => {
        if (known === null) throw notFound(nounOf(kind));
        const check = (before: StoredRecord) => checkVersion(call, kind, before);
        return { seen: known.row, changes, found, files, checkVersion: check };
      };
      return parts.writeRecords(call, request, {
        prepare: async (tx, org) => {
          const { input } = await planChange(parts, { tx, org }, change(), "check");
          return input === null ? [] : [input];
        },
        store: async (write, results) => {
          const { row, lookups } = await changeRecord(parts, write, change(), results);
          showVersion(call, kind, row);
          return reply(toMessage(row, lookups, known!.user));
        },
      });
    },
  };
}
