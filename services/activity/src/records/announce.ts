import { create, toBinary } from "@bufbuild/protobuf";
import { chunked } from "@emissions/kit/db/chunked";
import type { Lane } from "@emissions/kit/db/lane";
import type { Write } from "@emissions/kit/db/transactions";
import {
  CustomRecordsNamedSchema,
  type EntityType,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { type RecordInput, tableOf } from "./kind.ts";
import { forgetPending, insertPending } from "./pending.ts";
import { emitDeleted } from "./pending-deletions.ts";

/** Records in one event. */
export const RECORDS_MAX = 500;
/** More records than this go to the bulk lane, because no user waits for a single one. */
const SINGLES_MAX = 20;
/** Size of one event, well below the limit of the stream. */
const EVENT_BYTES_MAX = 512 * 1024;

/**
 * Publishes RecordsStored and marks the records as pending. Every write of a record calls this function. All inputs are
 * of one kind.
 */
export function announceStored(write: Write, inputs: readonly RecordInput[]): void {
  emitStored(write, inputs);
  const waiting = inputs.map(({ recordId, revision }) => ({ recordId: recordId!, revision: revision! }));
  const entityType = inputs[0]?.entityType;
  if (entityType) write.send(insertPending(write.tx, write.org, tableOf({ entityType }), waiting));
}

/**
 * Publishes the events only, for records that are pending already. The number of `among`, all records of the request,
 * selects the lane.
 */
export function emitStored(write: Write, inputs: readonly RecordInput[], among: readonly unknown[] = inputs): void {
  for (const piece of chunked(inputs, RECORDS_MAX)) emitPiece(write, piece, laneFor(among));
  emitNamed(write, inputs);
}

/** In the single lane, because the factors service must soon know which custom records are in use. */
function emitNamed({ emit }: Write, inputs: readonly RecordInput[]): void {
  const owners = new Map<string, string>();
  for (const { selector } of inputs) {
    if (selector?.kind?.case !== "customRecord") continue;
    const { recordId = "", organizationId = "" } = selector.kind.value;
    owners.set(recordId, organizationId);
  }
  const records = Array.from(owners, ([recordId, organizationId]) => ({ recordId, organizationId }));
  for (const piece of chunked(records, RECORDS_MAX))
    emit(CustomRecordsNamedSchema, { records: piece }, { lane: "single" });
}

const laneFor = ({ length }: readonly unknown[]): { lane?: Lane } => (length > SINGLES_MAX ? { lane: "bulk" } : {});

/** One event, or two when its texts are too long. */
function emitPiece(write: Write, records: RecordInput[], lane: { lane?: Lane }): void {
  const payload = toBinary(RecordsStoredSchema, create(RecordsStoredSchema, { records }));
  if (payload.length <= EVENT_BYTES_MAX || records.length === 1) {
    write.emitEncoded(RecordsStoredSchema, payload, lane);
    return;
  }
  const half = Math.ceil(records.length / 2);
  emitPiece(write, records.slice(0, half), lane);
  emitPiece(write, records.slice(half), lane);
}

/** Publishes the deletion of records of one kind; their emissions leave the totals. */
export function announceAllDeleted(
  write: Write,
  entityType: EntityType,
  deleted: readonly { id: string; revision: number }[],
): void {
  const { tx, org, send } = write;
  // Higher than all earlier revisions, so that late events about them have no effect.
  const records = deleted.map(({ id, revision }) => ({ recordId: id, revision: revision + 1 }));
  for (const piece of chunked(records, RECORDS_MAX)) emitDeleted(write, piece, laneFor(deleted));
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0) send(forgetPending(tx, org, tableOf({ entityType }), ids));
}
