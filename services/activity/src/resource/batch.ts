import type { Message } from "@bufbuild/protobuf";
import type { Call, Db, Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { BATCH_MAX, checkBatchSize, codedCheck, refuseBatch } from "../batch.ts";
import { beginJob, type ItemToBegin, jobIdOf } from "../job/begin.ts";
import { toJob } from "../job/message.ts";

type Request<R> = Message & { records: readonly R[]; rejected: readonly RejectedRecord[] };

/** The records of a batch, and what was looked up before its transaction. */
export interface Batch<V, F> {
  values: readonly V[];
  found: F;
  /** The job that the batch fills. */
  jobId: string;
  /** Refuses the batch with the violations of each record. */
  refuseAll(checks: readonly (readonly Check[])[]): void;
}

interface Storing<R, V, F> {
  read(record: R): V;
  lookUp(values: readonly V[]): Promise<F>;
  /** Stores all records, and returns the items of the job in their order. */
  store(write: Write, batch: Batch<V, F>): Promise<readonly ItemToBegin[]>;
}

/** A batch as a finished job: all records are stored or none. */
export async function storeAsJob<R, V, F>(
  db: Db,
  call: Call,
  request: Request<R>,
  entityType: string,
  { read, lookUp, store }: Storing<R, V, F>,
) {
  const { records, rejected } = request;
  checkBatchSize("records", records.length, BATCH_MAX);
  const values = records.map(read);
  const found = await lookUp(values);
  const rejectedAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
  const refuseAll = (checks: readonly (readonly Check[])[]) =>
    refuseBatch(checks.map((own, index) => (rejectedAt.get(index) ?? own).map(codedCheck)));
  return db.write(call, request, async (write) => {
    const jobId = jobIdOf(write);
    const items = await store(write, { values, found, jobId, refuseAll });
    return { job: toJob(await beginJob(write, { id: jobId, entityType, operation: "create", items, isDone: true })) };
  });
}
