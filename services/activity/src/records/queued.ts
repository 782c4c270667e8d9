import type { Message } from "@bufbuild/protobuf";
import { BATCH_MAX, checkBatchSize } from "../batch.ts";
import { beginJob } from "../job/begin.ts";
import { announceStored, emitStored } from "./announce.ts";
import {
  type Bulk,
  knownOf,
  prepare,
  refuseMany,
  refuseOne,
  type Shown,
  shown,
  storeRows,
  summaryOf,
  type Values,
} from "./in-call.ts";
import type { Caller } from "./kind.ts";
import type { Parts } from "./parts.ts";
import { forgetPending } from "./pending.ts";

/** Operations that store records like those of `in-call.ts`, but answer before the calculation. */
export function queued<V extends object, L extends object, R extends object>(parts: Parts<V, L, R>) {
  const { db, kind, rules, read, table } = parts;
  return {
    enqueue: async <O extends object>(
      call: Caller,
      request: Message & Values,
      reply: (created: Shown<V, L, R>) => O,
    ): Promise<O> => {
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as O;
      const values = [rules.withDefaults(read(request.values ?? {}), { inBatch: false })];
      const prepared = await prepare(parts, call, values, { inBatch: false, known: new Map(), isQueued: true });
      refuseOne(prepared.violations.get(0) ?? []);
      return db.write(call, request, async (write) => {
        const { rows, inputs } = await storeRows(parts, write, prepared);
        announceStored(write, inputs);
        return reply(shown(parts, prepared)(rows[0]!));
      });
    },

    /** An ingest job calculates the stored records. */
    enqueueMany: async <O extends object>(
      call: Caller,
      request: Bulk,
      reply: (summary: ReturnType<typeof summaryOf<Shown<V, L, R>>> & { jobId?: string }) => O,
    ): Promise<O> => {
      const { records, rejected, options } = request;
      checkBatchSize("records", records.length, kind.batchMax ?? BATCH_MAX);
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as O;
      const values = records.map((record) => rules.withDefaults(read(record), { inBatch: true }));
      const known = knownOf(rejected);
      const prepared = await prepare(parts, call, values, { inBatch: true, known, isQueued: true });
      const { violations } = prepared;
      if (options?.continueOnError === false) refuseMany(values.length, violations);
      return db.write(call, request, async (write) => {
        const { rows, inputs } = await storeRows(parts, write, prepared);
        const summary = summaryOf(rows.map(shown(parts, prepared)), violations, values.length);
        if (rows.length === 0) return reply(summary);
        // The items of the job record that the results are pending, also of the records that were pending before.
        emitStored(write, inputs);
        const replaced = rows.flatMap(({ id, revision }) => (revision > 1 ? [id] : []));
        if (replaced.length > 0) write.send(forgetPending(write.tx, write.org, table, replaced));
        const items = rows.map((row) => ({
          entityId: row.id,
          externalId: (row as { externalId?: string | null }).externalId ?? null,
          revision: row.revision,
        }));
        return reply({ ...summary, jobId: beginJob(write, { entityType: table, operation: "create", items }).id });
      });
    },
  };
}
