import { create, type DescMethodUnary, fromBinary, type Message } from "@bufbuild/protobuf";
import { Code, ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import { violation } from "@emissions/kit/wire/checks";
import { invalid, refusalIn, type Violations } from "@emissions/kit/wire/errors";
import { DRY_RUN, IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY, INGEST_JOB } from "@emissions/kit/wire/headers";
import type { ServiceEntry } from "@emissions/kit/wire/services";
import { isFault } from "@emissions/kit/wire/status";
import type { RecordValidationService } from "@emissions/proto/activity/v1/record_validation_service";
import { allViolations } from "../all-violations.ts";
import { SCHEMA_INVALID } from "../batch.ts";
import { LOCKS_BY_RECORD } from "../records/locked-days.ts";
import { noticesOf } from "../records/notices.ts";

/** Violations in one answer, and their bytes: the answer stays far below the limit of a message. */
const VIOLATIONS_MAX = 20_000;
const VIOLATION_BYTES_MAX = 4 * 1024 * 1024;
/** Bytes of the numbers and lengths of one violation, at most. */
const OVERHEAD_BYTES = 40;

const RETRIED: readonly Code[] = [Code.Aborted, Code.Unavailable, Code.DeadlineExceeded];

type Batch = Message & { records: readonly unknown[]; options?: Message };
type Handler = (request: Message, call: HandlerContext) => Promise<unknown>;

/** Validation by the handlers themselves, so that a check can never differ from the real call. */
export const recordValidationHandlers = (
  entries: readonly ServiceEntry[],
): ServiceImpl<typeof RecordValidationService> => {
  const batches = new Map(entries.flatMap(batchesOf));
  return {
    validateRecords: async ({ method: name, request }, call) => {
      const batch = batches.get(name);
      if (batch === undefined) throw invalid([violation("method", "value_error", "is no RPC that takes records")]);
      const records = readBatch(batch.method, request);
      const dry = dryRun(call, batch.method);
      const notices = () => noticesOf(dry).map(({ index, ...violation }) => ({ index, violation }));
      try {
        await batch.handler(records, dry);
        return { violations: [], truncated: false, notices: notices() };
      } catch (error) {
        return { ...answerOf(error), notices: notices() };
      }
    },
  };
};

/** The RPCs of a service that create records from a list. */
function batchesOf({ service, impl }: ServiceEntry): [string, { method: DescMethodUnary; handler: Handler }][] {
  return service.methods.flatMap((method) => {
    const handler = impl[method.localName] as Handler | undefined;
    const isBatch = method.input.field.records?.fieldKind === "list" && /^(Create|Enqueue)/.test(method.name);
    if (handler === undefined || method.methodKind !== "unary" || !isBatch) return [];
    return [[`${service.typeName}/${method.name}`, { method: method as DescMethodUnary, handler }]];
  });
}

function readBatch({ input }: DescMethodUnary, bytes: Uint8Array): Batch {
  let batch: Batch;
  try {
    batch = fromBinary(input, bytes) as Batch;
  } catch {
    throw invalid([violation("request", "value_error", "cannot be read as the request of the method")]);
  }
  // Otherwise the answer of a bulk request lists some violations and is no refusal.
  const options = input.field.options?.message;
  return options?.field.continueOnError ? { ...batch, options: create(options, { continueOnError: false }) } : batch;
}

/** The call of the batch RPC: a dry run in the name of the caller. */
function dryRun(call: HandlerContext, method: DescMethodUnary): HandlerContext {
  const requestHeader = new Headers(call.requestHeader);
  for (const name of [IDEMPOTENCY_KEY, IDEMPOTENCY_FINGERPRINT, INGEST_JOB]) requestHeader.delete(name);
  requestHeader.set(DRY_RUN, "true");
  requestHeader.set(LOCKS_BY_RECORD, "true");
  return { ...call, method, requestHeader };
}

/** Faults and refusals that a retry may resolve are the errors of the call itself. */
function answerOf(error: unknown) {
  if (!(error instanceof ConnectError) || isFault(error)) throw error;
  const refusal = refusalIn(error);
  if (refusal === undefined || refusal.retryAfterSeconds > 0 || RETRIED.includes(error.code)) throw error;
  const placed = placedIn(allViolations(error));
  if (placed.length === 0) return { violations: [], truncated: false, code: refusal.code, detail: error.rawMessage };
  const violations = limited(placed);
  return { violations, truncated: violations.length < placed.length };
}

type Placed = { index: number; violation: Violations[number] & { loc: string[] } };

/** `loc` of a violation of a record begins with body, records and the index. */
function placedIn(violations: ReturnType<typeof allViolations>): Placed[] {
  return violations.flatMap(({ loc: [place, list, index, ...loc], msg, type, ownType = type }) =>
    place === "body" && list === "records" && /^\d+$/.test(index ?? "")
      ? [{ index: Number(index), violation: { loc, msg, type: type === SCHEMA_INVALID ? ownType : type } }]
      : [],
  );
}

function limited(violations: readonly Placed[]): Placed[] {
  let bytes = 0;
  const end = violations.findIndex(({ violation: { loc, msg, type } }, at) => {
    bytes += OVERHEAD_BYTES + Buffer.byteLength(msg) + Buffer.byteLength(type) + Buffer.byteLength(loc.join());
    return at >= VIOLATIONS_MAX || bytes > VIOLATION_BYTES_MAX;
  });
  return end < 0 ? [...violations] : violations.slice(0, end);
}
