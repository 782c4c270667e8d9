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
import { alreadyConfirmed, invalidState, refuseUnlessChangeable, requireReading } from "../access.ts";
import { requireProject } from "../project.ts";
import type { ReadingRow } from "../queries.ts";
import { beginConfirmation, type Confirmation, createRecords, recordCreated } from "./confirmation.ts";
import { prepare } from "./prepare.ts";
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
      // activity passes the principal on to others, so it must be one for activity.
      return toResponse(reading, await send(context, prepared, { ...forward(call), ...callAs(principalOf(call)) }));
    }
    const confirmation = stored(reading) ?? (await begin(context, reading, request, call));
    const created = await createRecords(context, org, { id: reading.id, confirmation });
    if (confirmation.sent !== encoded(request)) {
      // An interrupted confirmation of another request is finished first.
      await context.db.asService(org, (write) => recordCreated(write, reading.id, created));
      throw alreadyConfirmed();
    }
    return context.db.write(call, request, async (write) => {
      await recordCreated(write, reading.id, created);
      write.about(reading.id);
      return toResponse(reading, created);
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

async function begin(context: Context, reading: ReadingRow, request: ConfirmReadingRequest, call: HandlerContext) {
  const principal = principalOf(call);
  const prepared = await prepareFor(context, reading, request, call);
  const confirmation: Confirmation = { ...prepared, principal, sent: encoded(request), projectId: request.projectId };
  await beginConfirmation(context, principal.organizationId, { reading, confirmation });
  return confirmation;
}

const toResponse = ({ id }: ReadingRow, { recordType, recordIds, jobId }: Created) => ({
  confirmed: { fileReadingId: id, entityType: recordType, recordIds, processingJobId: jobId ?? undefined },
});
