import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { conflict } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { CreateDocumentInvoicesRequestSchema, InvoiceValuesSchema } from "@emissions/proto/activity/v1/invoice_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CreateWastesRequestSchema, WasteValuesSchema } from "@emissions/proto/activity/v1/waste_service";
import type { Context } from "../../context.ts";
import { type Duplicate, POSSIBLE_DUPLICATE, sentenceOf } from "../../duplicate/duplicate.ts";
import { compareRecords } from "../../duplicate/find.ts";
import type { ReadingRow } from "../queries.ts";
import type { Prepared } from "./prepare.ts";
import { selectSameReadings } from "./same-readings.ts";

/** Duplicates that an answer lists. */
const LISTED_MAX = 100;

/** Finds what the records of a confirmation repeat. Its own records, of an earlier attempt, are those of its file. */
export async function findDuplicates(
  context: Pick<Context, "db" | "activity">,
  call: HandlerContext,
  { id, fileId, sha256 }: ReadingRow,
  { prepared, hasBegun }: { prepared: Prepared; hasBegun: boolean },
): Promise<Duplicate[]> {
  const principal = principalOf(call);
  const { entityType, records } = recordsOf(prepared);
  const options = { principal, entityType, records, signal: call.signal, ...(hasBegun && { exceptFileId: fileId }) };
  const [files, comparisons] = await Promise.all([
    context.db.read(call, (tx, org) => selectSameReadings(tx, org, { id, sha256 })),
    compareRecords(context, options),
  ]);
  // Items of one document are not compared with each other.
  return [...files, ...comparisons.flatMap(({ stored }) => stored ?? [])].slice(0, LISTED_MAX);
}

function recordsOf({ recordType, request }: Prepared) {
  const bytes = Buffer.from(request, "base64");
  if (recordType === "wastes") {
    const records = fromBinary(CreateWastesRequestSchema, bytes).records.map((one) => toBinary(WasteValuesSchema, one));
    return { entityType: EntityType.WASTES, records };
  }
  const records = fromBinary(CreateDocumentInvoicesRequestSchema, bytes).invoices.flatMap(
    ({ values, facilityPercentages }) =>
      facilityPercentages.map(({ facilityId }) =>
        toBinary(InvoiceValuesSchema, create(InvoiceValuesSchema, { ...values!, facilityId })),
      ),
  );
  return { entityType: EntityType.INVOICES, records };
}

/** Refuses a strict confirmation of duplicates. */
export function refuseDuplicates(duplicates: readonly Duplicate[]): void {
  if (duplicates.length === 0) return;
  const violations = duplicates.map((duplicate) => ({
    loc: ["body", "file_readings", "0", "id"],
    msg: sentenceOf(duplicate),
    type: "value_error.duplicate",
  }));
  throw conflict(POSSIBLE_DUPLICATE, "The document may have been recorded before.", violations);
}
