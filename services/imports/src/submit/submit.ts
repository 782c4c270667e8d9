import type { MessageInitShape } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY } from "@emissions/kit/wire/headers";
import { jobRangeHeaders } from "@emissions/kit/wire/ingest-job";
import type { Principal } from "@emissions/kit/wire/principal";
import { type FailedItemSchema, IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Template } from "../template/template.ts";
import { callActivity, type SubmitContext } from "./calls.ts";
import { FACILITIES_MAX, PIECE_RECORDS_MAX, ROUNDS_MAX } from "./limits.ts";
import { type RecordInit, requestOf, type Target, validatePiece } from "./validate.ts";

/** Records that one call stores. A repeated submission has the same pieces. */
export interface Piece {
  /** From 0. */
  piece: number;
  /** Index of its first record in the job. */
  firstIndex: number;
  records: readonly RecordInit[];
}

export interface Submission {
  /** The user or key that submitted. */
  principal: Principal;
  sessionId: string;
  /** Begun by `beginSubmission`, with the number of records of all pieces. */
  jobId: string;
  template: Target;
  pieces: AsyncIterable<Piece>;
  signal?: AbortSignal;
  /** After a piece, whose counts may be those of an earlier attempt. */
  onPiece?(done: { piece: number; stored: number; failed: number }): void | Promise<void>;
}

/** Records of one piece of a template. */
export const pieceSizeOf = ({ entityType }: Pick<Template, "entityType">): number =>
  entityType === EntityType.FACILITIES ? FACILITIES_MAX : PIECE_RECORDS_MAX;

/**
 * Stores all records as items of the job. Records that activity refuses become failed items. Each piece has its own
 * idempotency key. So a submission that was killed is repeated as a whole and stores nothing twice.
 */
export async function submitRows(
  context: SubmitContext,
  submission: Submission,
): Promise<{ stored: number; failed: number }> {
  const total = { stored: 0, failed: 0 };
  for await (const next of submission.pieces) {
    submission.signal?.throwIfAborted();
    const failed = await submitPiece(context, submission, next);
    const stored = next.records.length - failed;
    total.stored += stored;
    total.failed += failed;
    await submission.onPiece?.({ piece: next.piece, stored, failed });
  }
  return total;
}

/** Returns the number of failed records. */
async function submitPiece(context: SubmitContext, submission: Submission, piece: Piece): Promise<number> {
  // An earlier attempt may have failed some.
  let failed = await failItems(context, submission, piece, []);
  for (let round = 1; failed.size < piece.records.length; round++) {
    const left = piece.records.map((record, at) => ({ record, at })).filter(({ at }) => !failed.has(at));
    const refusal = await store(
      context,
      submission,
      piece,
      left.map(({ record }) => record),
    );
    if (refusal === null) break;
    const all = () => left.map(({ at }) => ({ index: at, ...refusal }));
    const items = round < ROUNDS_MAX ? await refusedAmong(context, submission, left) : all();
    failed = await failItems(context, submission, piece, items);
  }
  return failed.size;
}

interface Reason {
  code: string;
  detail: string;
}

/** Returns the refusal of the call, or null if the records are stored. */
async function store(
  context: SubmitContext,
  { principal, sessionId, jobId, template, signal }: Submission,
  { piece, firstIndex, records: all }: Piece,
  records: readonly RecordInit[],
): Promise<Reason | null> {
  const key = `${sessionId}:${piece}`;
  const headers = {
    ...jobRangeHeaders({ jobId, firstIndex, size: all.length }),
    [IDEMPOTENCY_KEY]: key,
    // The same for every attempt: a repeat after the commit must get the reply, whatever is refused by now.
    [IDEMPOTENCY_FINGERPRINT]: key,
  };
  try {
    await callActivity(context, template.method, requestOf(template, records), { principal, headers, signal });
    return null;
  } catch (error) {
    const code = error instanceof ConnectError ? refusalIn(error)?.code : undefined;
    if (code === undefined || OF_THE_JOB.has(code)) throw error;
    return { code, detail: (error as ConnectError).rawMessage };
  }
}

/** Refusals that are not about records: the submission itself fails. */
const OF_THE_JOB: ReadonlySet<string> = new Set([
  "INGEST_JOB_NOT_FOUND",
  "INGEST_JOB_NOT_OPEN",
  "INGEST_JOB_RANGE_MISMATCH",
  "UNAUTHENTICATED",
  "FORBIDDEN",
]);

type Item = MessageInitShape<typeof FailedItemSchema> & { index: number };

/** The refused records with their first violation. None if the refusal has passed meanwhile. */
async function refusedAmong(
  context: SubmitContext,
  { principal, template, signal }: Submission,
  left: readonly { record: RecordInit; at: number }[],
): Promise<Item[]> {
  const records = left.map(({ record }) => record);
  const { violations, refusal } = await validatePiece(context, { principal, template, records, signal });
  if (refusal !== null) return left.map(({ at }) => ({ index: at, ...refusal }));
  const first = new Map(violations.toReversed().map((violation) => [violation.index, violation]));
  return [...first].map(([index, { path, msg, type }]) => {
    const detail = path.length > 0 ? `${path.join(".")}: ${msg}` : msg;
    return { index: left[index]!.at, code: type.slice(0, CODE_MAX), detail };
  });
}

const CODE_MAX = 100;

/** Records failed items, by their places in the piece. Returns the places of all failed items of the piece. */
async function failItems(
  context: SubmitContext,
  { principal, jobId, signal }: Submission,
  { firstIndex, records }: Piece,
  items: readonly Item[],
): Promise<Set<number>> {
  const reply = await callActivity(
    context,
    IngestJobService.method.failIngestJobItems,
    {
      jobId,
      firstIndex,
      size: records.length,
      items: items.map(({ index, ...item }) => ({ ...item, index: firstIndex + index })),
    },
    { principal, signal },
  );
  return new Set(reply.failedIndexes.map((index) => index - firstIndex));
}
