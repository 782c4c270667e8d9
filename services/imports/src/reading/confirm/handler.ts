import { toBinary } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { isDryRun } from "@emissions/kit/db/idempotency";
import { refuse } from "@emissions/kit/wire/checks";
import { outOfRange } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { callAs, principalOf } from "@emissions/kit/wire/principal";
import {
  type ConfirmReadingRequest,
  ConfirmReadingRequestSchema,
  type ReadingService,
} from "@emissions/proto/imports/v1/reading_service";
import type { Context } from "../../context.ts";
import { type Duplicate, isStrict, toDuplicate } from "../../duplicate/duplicate.ts";
import { alreadyConfirmed, invalidState, refuseUnlessChangeable, requireReading } from "../access.ts";
import { requireProject } from "../project.ts";
import type { ReadingRow } from "../queries.ts";
import { beginConfirmation, type Confirmation, createRecords, recordCreated } from "./confirmation.ts";
import { findDuplicates, refuseDuplicates } from "./duplicates.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { checkConfirmation } from "./rules.ts";
import { type Created, send } from "./send.ts";

/**
 * Creates the records of a reading. The request to the activity service is stored first, and sent with the id of the
 * reading as its key. A process that is killed in between leaves a confirmation that a repeat or a sweep finishes.
 */
export const confirmHandler = (context: Context): Pick<ServiceImpl<typeof ReadingService>, "confirmReading"> => ({
  confirmReading: async (request, call) => {
    const earlier = await context.db.earlier(call, request);
    if (earlier !== null) return earlier;
    checkRequest(request);
    const { organizationId: org } = principalOf(call);
    const id = request.fileReadings[0]!.id;
    const reading = await context.db.read(call, (tx) => requireReading(tx, principalOf(call), id));
    if (isDryRun(call)) {
      const prepared = await prepareFor(context, reading, request, call);
      const duplicates = await compare(context, reading, prepared, { call, hasBegun: false });
      // activity passes the principal on to others, so it must be one for activity.
      const created = await send(context, prepared, { ...forward(call), ...callAs(principalOf(call)) });
      return toResponse(reading, created, duplicates);
    }
    const begun = stored(reading);
    const confirmation = begun ?? (await newConfirmation(context, reading, request, call));
    const duplicates = await compare(context, reading, confirmation, { call, hasBegun: begun !== null });
    if (begun === null) await beginConfirmation(context, org, { reading, confirmation });
    const created = await createRecords(context, org, { id: reading.id, confirmation });
    if (confirmation.sent !== encoded(request)) {
      // An interrupted confirmation of another request is finished first.
      await context.db.asService(org, (write) => recordCreated(write, reading.id, created));
      throw alreadyConfirmed();
    }
    return context.db.write(call, request, async (write) => {
      await recordCreated(write, reading.id, created);
      write.about(reading.id);
      return toResponse(reading, created, duplicates);
    });
  },
});

function checkRequest(request: ConfirmReadingRequest): void {
  if (request.fileReadings.length > 1) {
    throw outOfRange("MULTIPLE_FILES_NOT_SUPPORTED", "Records are created from one reading at a time.");
  }
  refuse(checkConfirmation(request));
}

const stored = ({ confirmation }: ReadingRow) => confirmation as Confirmation | null;
const encoded = (request: ConfirmReadingRequest) =>
  Buffer.from(toBinary(ConfirmReadingRequestSchema, request)).toString("base64");

async function prepareFor(context: Context, reading: ReadingRow, request: ConfirmReadingRequest, call: HandlerContext) {
  refuseUnlessChangeable(reading);
  if (reading.status === "error") throw invalidState("The document could not be read. Correct the values first.");
  const org = principalOf(call).organizationId;
  if (request.projectId !== undefined) await requireProject(context, request.projectId, call);
  return prepare(context, reading, request, { org, options: forward(call) });
}

async function newConfirmation(
  context: Context,
  reading: ReadingRow,
  request: ConfirmReadingRequest,
  call: HandlerContext,
): Promise<Confirmation> {
  const prepared = await prepareFor(context, reading, request, call);
  return { ...prepared, principal: principalOf(call), sent: encoded(request), projectId: request.projectId };
}

/** Finds what the records repeat. A strict confirmation is refused, unless it has begun: its records may exist. */
async function compare(
  context: Context,
  reading: ReadingRow,
  prepared: Prepared,
  { call, hasBegun }: { call: HandlerContext; hasBegun: boolean },
): Promise<Duplicate[]> {
  const duplicates = await findDuplicates(context, call, reading, { prepared, hasBegun });
  if (isStrict(call) && !hasBegun) refuseDuplicates(duplicates);
  return duplicates;
}

const toResponse = ({ id }: ReadingRow, created: Created, duplicates: readonly Duplicate[]) => ({
  confirmed: {
    fileReadingId: id,
    entityType: created.recordType,
    recordIds: created.recordIds,
    processingJobId: created.jobId ?? undefined,
    duplicates: duplicates.map(toDuplicate),
  },
});
