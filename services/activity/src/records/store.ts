import type { Message } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { isId } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { INGEST_JOB } from "@emissions/kit/wire/headers";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { BATCH_MAX, checkBatchSize, codedCheck, refuseBatch } from "../batch.ts";
import type { Context } from "../context.ts";
import { toJob } from "../job/message.ts";
import { selectUsersById } from "../organization/queries.ts";
import { withAmbiguities } from "./ambiguity.ts";
import { refuseBulk, refuseOne, summaryOf } from "./bulk.ts";
import { changeRecord } from "./change.ts";
import { removeRecords } from "./delete.ts";
import { type Caller, nounOf, type RecordKind, type StoredRecord } from "./kind.ts";
import { recordLists } from "./lists.ts";
import { type Parts, partsOf } from "./parts.ts";
import { prepare } from "./prepare.ts";
import { needsRecalculation } from "./rules.ts";
import { createRecords } from "./store-records.ts";
import { selectRecord } from "./table.ts";
import { checkVersion, lockVersion, showVersion } from "./version.ts";

type Values = { values?: Message | undefined };
type Update = Message & Values & { id: string; updateMask?: FieldMask | undefined };
type Batch = Message & { records: readonly Message[]; rejected: readonly RejectedRecord[] };

/** Operations of every kind of record. Handlers stay typed by their protos. */
export function recordStore<V extends object, L extends object, R extends object>(
  context: Context,
  kind: RecordKind<V, L, R>,
) {
  const parts = partsOf(context, kind);
  return { ...recordLists(parts), ...creation(parts), ...single(parts) };
}

type Bulk = Batch & { options?: { continueOnError?: boolean | undefined } | undefined };

function creation<V extends object, L extends object, R extends object>(parts: Parts<V, L, R>) {
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

function single<V extends object, L extends object, R extends object>(parts: Parts<V, L, R>) {
  const { context, db, writeRecords, kind, table, rules, read, lookUp, lookUpFiles, toMessage } = parts;
  const select = (call: Caller, id: string) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectRecord<V & StoredRecord>(tx, org, table, id) : null;
      if (row === null) return null;
      const [users, related] = await Promise.all([
        row.uploadedBy === null ? [] : selectUsersById(tx, [row.uploadedBy]),
        kind.selectRelated?.(tx, [org], [row], "show", context),
      ]);
      return { row, user: users[0] ?? null, related: related as R };
    });

  return {
    get: async (call: Caller, id: string) => {
      const found = await select(call, id);
      if (found === null) throw notFound(nounOf(kind));
      const { row, user, related } = found;
      showVersion(call, kind, row);
      return toMessage(row, { ...(await lookUp(call, [row], "show")), ...related }, user);
    },

    /** `more` has the changes of fields of the request that are no values, by their name. */
    update: async <O extends object>(
      call: Caller,
      request: Update,
      reply: (updated: ReturnType<typeof toMessage>) => O,
      more: Record<string, object> = {},
    ) => {
      const sent = rules.changesIn(request.updateMask, read(request.values ?? {}), more);
      const known = await select(call, request.id);
      const changes = { ...sent, ...rules.clearedBy(known?.row ?? {}, sent) };
      const named = known === null ? [] : [{ ...known.row, ...changes }];
      const isRepriced = known !== null && needsRecalculation(kind, known.row, changes);
      const [found, files] = await Promise.all([
        lookUp(call, named, isRepriced ? "price" : "show"),
        lookUpFiles(call, [changes]),
      ]);
      return writeRecords(call, request, async (write, results) => {
        // Inside the transaction, so that replays of an earlier request skip it.
        if (known === null) throw notFound(nounOf(kind));
        const check = (before: StoredRecord) => checkVersion(call, kind, before);
        const change = { seen: known.row, changes, found, files, results, checkVersion: check };
        const { row, lookups } = await changeRecord(parts, write, change);
        showVersion(call, kind, row);
        return reply(toMessage(row, lookups, known.user));
      });
    },

    remove: (call: Caller, request: Message & { id: string }) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        await lockVersion(call, write, kind, id);
        const gone = isId(id) ? await removeRecords(write, kind, [id]) : [];
        if (gone.length === 0) throw notFound(nounOf(kind));
        write.about(id);
        return { count: gone.length };
      }),
  };
}
