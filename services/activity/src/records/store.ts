import type { Message } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { lockReferences } from "@emissions/kit/db/external-references";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { BATCH_MAX, checkBatchSize } from "../batch.ts";
import type { Context } from "../context.ts";
import { selectUsersById } from "../organization/queries.ts";
import { storeBatch } from "./batch.ts";
import { changeRecord } from "./change.ts";
import { createRecords } from "./create.ts";
import { removeRecords } from "./delete.ts";
import { inCall } from "./in-call.ts";
import type { Caller, RecordKind, StoredRecord } from "./kind.ts";
import { recordLists } from "./lists.ts";
import { type Parts, partsOf } from "./parts.ts";
import { clearedValues, needsRecalculation } from "./rules.ts";
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
  return { ...recordLists(parts), ...creation(parts), ...inCall(parts), ...single(parts) };
}

function creation<V extends object, L extends object, R extends object>(parts: Parts<V, L, R>) {
  const { context, writeRecords, kind, rules, read, lookUp, lookUpFiles, callerOf, toMessage } = parts;
  return {
    /** `reply` makes the response, which is also stored for replays of the request. */
    create: async <O extends object>(
      call: Caller,
      request: Message & Values,
      reply: (created: ReturnType<typeof toMessage>) => O,
    ) => {
      const values = rules.withDefaults(read(request.values ?? {}), { inBatch: false });
      const [found, files, caller] = await Promise.all([
        lookUp(call, [values], "price"),
        lookUpFiles(call, [values]),
        callerOf(call),
      ]);
      return writeRecords(call, request, async (write, checkFitness) => {
        const created = { values: [values], found, files, caller, checkFitness };
        const { rows, lookups } = await createRecords(parts, write, created);
        return reply(toMessage(rows[0]!, lookups, caller.user));
      });
    },

    createBatch: async (call: Caller, request: Batch) => {
      const { rejected } = request;
      checkBatchSize("records", request.records.length, kind.batchMax ?? BATCH_MAX);
      const records = request.records.map((record) => rules.withDefaults(read(record), { inBatch: true }));
      const [found, looked, { organization }] = await Promise.all([
        lookUp(call, records, "price"),
        lookUpFiles(call, records),
        callerOf(call),
      ]);
      return writeRecords(call, request, async (write, checkFitness) => {
        const files = await lockReferences(write.tx, write.org, looked);
        const related = (await kind.selectRelated?.(write.tx, [write.org], records, "write", context)) as R;
        const lookups = { ...found, ...related };
        const batch = { records, rejected, lookups, files, organization, checkFitness };
        return { job: await storeBatch(write, parts, batch) };
      });
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
      if (found === null) throw notFound(kind.noun);
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
      const changes = { ...sent, ...clearedValues(kind, known?.row ?? {}, sent) };
      const named = known === null ? [] : [{ ...known.row, ...changes }];
      const isRepriced = known !== null && needsRecalculation(kind, known.row, changes);
      const [found, files] = await Promise.all([
        lookUp(call, named, isRepriced ? "price" : "show"),
        lookUpFiles(call, [changes]),
      ]);
      return writeRecords(call, request, async (write, checkFitness) => {
        // Inside the transaction, so that replays of an earlier request skip it.
        if (known === null) throw notFound(kind.noun);
        const check = (before: StoredRecord) => checkVersion(call, kind, before);
        const change = { seen: known.row, changes, found, files, checkFitness, checkVersion: check };
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
        if (gone.length === 0) throw notFound(kind.noun);
        write.about(id);
        return { count: gone.length };
      }),
  };
}
