import { fromBinary } from "@bufbuild/protobuf";
import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import { invalid, refusalIn, type Violations } from "@emissions/kit/wire/errors";
import { CreateDocumentInvoicesRequestSchema } from "@emissions/proto/activity/v1/invoice_service";
import { CreateWastesRequestSchema } from "@emissions/proto/activity/v1/waste_service";
import type { Context } from "../../context.ts";
import { RECORDS_MAX } from "../limits.ts";
import { itemPlace, type Prepared } from "./prepare.ts";

export interface Created {
  recordType: Prepared["recordType"];
  recordIds: string[];
  jobId: string | null;
}

type Clients = Pick<Context, "invoices" | "wastes" | "jobs">;

/** Creates the records, or passes on why the activity service refuses them, in the places of the confirmation. */
export async function send(
  clients: Clients,
  { recordType, request }: Prepared,
  options: CallOptions,
): Promise<Created> {
  const bytes = Buffer.from(request, "base64");
  if (recordType === "invoices") {
    const message = fromBinary(CreateDocumentInvoicesRequestSchema, bytes);
    const shares = message.invoices[0]!.facilityPercentages.length;
    const { invoices } = await clients.invoices
      .createDocumentInvoices(message, options)
      .catch((error) => Promise.reject(inPlace(error, shares)));
    return { recordType, recordIds: invoices.map(({ head }) => head!.id), jobId: null };
  }
  const message = fromBinary(CreateWastesRequestSchema, bytes);
  const shares = new Set(message.records.map(({ facilityId }) => facilityId)).size;
  const { job } = await clients.wastes
    .createWastes(message, options)
    .catch((error) => Promise.reject(inPlace(error, shares)));
  return { recordType, recordIds: await idsOf(clients, job!.id, options), jobId: job!.id };
}

async function idsOf({ jobs }: Clients, jobId: string, options: CallOptions): Promise<string[]> {
  const { items } = await jobs.listIngestJobItems({ jobId, page: 1, size: RECORDS_MAX }, options);
  return items.flatMap(({ entityId }) => entityId ?? []);
}

/** Whether the records will be refused again. Other failures leave open whether they exist. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ConnectError) || refusalIn(error) === undefined) return false;
  return [
    Code.InvalidArgument,
    Code.FailedPrecondition,
    Code.NotFound,
    Code.OutOfRange,
    Code.PermissionDenied,
  ].includes(error.code);
}

/** Violations of records become violations of the confirmation. */
function inPlace(error: unknown, shares: number): unknown {
  const refusal = error instanceof ConnectError ? refusalIn(error) : undefined;
  if (refusal === undefined || refusal.violations.length === 0) return error;
  const violations: Violations = refusal.violations.map(({ loc, msg, type }) => ({
    loc: placeOf(loc, shares),
    msg,
    type,
  }));
  return invalid([...new Map(violations.map((one) => [JSON.stringify(one), one])).values()]);
}

/** Names of values in records that have another name in a reading. */
const NAMES: Readonly<Record<string, string>> = {
  base_quantity: "quantity",
  unit_id: "unit",
  invoice_id: "invoice_number",
  ler_code_id: "ler_code",
  identification_name: "description",
};
const OF_REQUEST: ReadonlySet<string> = new Set(["supplier_id", "facility_fuel_id"]);

function placeOf(
  [, list, index = "0", field = "", share = "0", ofShare = "facility_id"]: readonly string[],
  shares: number,
) {
  const record = Number(index);
  if (OF_REQUEST.has(field)) return ["body", field];
  if (field === "facility_percentages") {
    return ["body", "facilities", share, ofShare === "facility_id" ? "id" : ofShare];
  }
  if (field === "facility_id") return ["body", "facilities", String(record % shares), "id"];
  const item = list === "records" ? Math.floor(record / shares) : record;
  return itemPlace(item, NAMES[field] ?? field);
}
