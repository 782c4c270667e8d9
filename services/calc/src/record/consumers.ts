import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { mayBeTransient } from "@emissions/kit/messages/transient";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { DeletionsAppliedSchema, RecordsDelayedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { failed } from "../calculation/calculate.ts";
import { calculateAll } from "../calculation/calculate-all.ts";
import { failure } from "../calculation/part.ts";
import type { Context } from "../context.ts";
import type { Resolve } from "../factor/resolver.ts";
import { newest } from "./revisions.ts";
import { remove, store } from "./store.ts";

/** Records in one event. */
const RECORDS_MAX = 500;

export const recordConsumers = ({ factors: { resolve } }: Pick<Context, "factors">): Consumer[] => [
  onMany(
    RecordsStoredSchema,
    async (write, events) => {
      const inputs = newest(events.flatMap(({ records }) => records));
      await store(write, await calculateAll(write.org, inputs, resolve));
    },
    {
      delay: (write, events) => announceDelayed(write, newest(events.flatMap(({ records }) => records))),
      // Handles each record alone, so that one invalid record does not fail the others of the message.
      giveUp: async (write, { records }) => {
        for (const input of newest(records)) await storeOrFail(write, input, resolve);
      },
    },
  ),
  onMany(RecordsDeletedSchema, async (write, events) => {
    const deleted = newest(events.flatMap(({ records }) => records));
    await remove(
      write,
      deleted.map(({ recordId, revision }) => ({ recordId, revision, state: "deleted", coverage: null })),
    );
    const deletionIds = events.map(({ deletionId }) => deletionId).filter(Boolean);
    if (deletionIds.length > 0) write.emit(DeletionsAppliedSchema, { deletionIds });
  }),
];

/** The sender then waits longer, and does not take the records for lost. */
function announceDelayed({ emit }: Write, inputs: readonly RecordInput[]): void {
  const records = inputs.map(({ recordId, revision, entityType }) => ({ recordId, revision, entityType }));
  for (const chunk of chunked(records, RECORDS_MAX)) emit(RecordsDelayedSchema, { records: chunk });
}

/** Calculates and stores one record. Stores a failed calculation if that throws. */
async function storeOrFail(write: Write, input: RecordInput, resolve: Resolve): Promise<void> {
  const { tx, org } = write;
  await tx`savepoint one_record`;
  try {
    await store(write, await calculateAll(org, [input], resolve));
  } catch (error) {
    // A fault of the database or of the factors service: the event is tried again, and no record fails.
    if (mayBeTransient(error)) throw error;
    await tx`rollback to savepoint one_record`;
    await store(write, [failed(input, failure("The calculation failed."))]);
  }
  await tx`release savepoint one_record`;
}
