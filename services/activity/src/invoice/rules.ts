import { type Check, checkId, checkText, missing, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import {
  type CreateInvoiceRequest,
  InvoiceStatus,
  InvoiceStatusSchema,
  InvoiceTypeSchema,
  type UpdateInvoiceRequest,
} from "@emissions/proto/activity/v1/invoice_service";
import { checkAmount, checkPeriod } from "../checks.ts";
import { fileIdOf } from "../records/file-id.ts";
import { recalculateOn } from "../records/priced-by.ts";

export type InvoiceType = "heat" | "electricity" | "water" | "recharge" | "process";

/** What a caller decides about the part of a facility, as the table keeps it. */
export interface InvoiceValues {
  facilityId: string;
  startDate: string;
  endDate: string;
  baseQuantity: string;
  unitId: string;
  facilityFuelId: string | null;
  supplierId: string | null;
  customEfRecordId: string | null;
  customEmissionFactorId: string | null;
  invoiceId: string | null;
  cups: string | null;
  toc: string | null;
  tocId: string | null;
  fileId: string | null;
  fileName: string | null;
  fileUrl: string | null;
}

/** Ids are compared with those of catalogues, which are written in lower case. */
const idOf = (sent: string | undefined) => sent?.toLowerCase() || null;

export const sentValues = (request: CreateInvoiceRequest | UpdateInvoiceRequest): InvoiceValues => ({
  facilityId: request.facilityId?.toLowerCase() ?? "",
  startDate: request.startDate,
  endDate: request.endDate,
  baseQuantity: request.baseQuantity?.value ?? "",
  unitId: request.unitId.toLowerCase(),
  facilityFuelId: idOf(request.facilityFuelId),
  supplierId: idOf(request.supplierId),
  customEfRecordId: idOf(request.customEfRecordId),
  customEmissionFactorId: idOf(request.customEmissionFactorId),
  invoiceId: request.invoiceId || null,
  cups: request.cups || null,
  toc: request.toc || null,
  tocId: idOf(request.tocId),
  fileId: fileIdOf(request.fileId),
  fileName: request.fileName || null,
  fileUrl: request.fileUrl || null,
});

export const typeOf = ({ type }: CreateInvoiceRequest) => enumText(InvoiceTypeSchema, type) as InvoiceType;

export const checkType = (type: string): Check[] => (type === "unspecified" || type === "" ? [missing("type")] : []);

/** Burned or refilled: what a custom factor does not price is looked up by it. */
const FUELLED: ReadonlySet<InvoiceType> = new Set(["heat", "recharge", "process"]);

/** Everything that is wrong with the invoice, its shares and what it names left aside. */
export const checkInvoice = (type: InvoiceType, invoice: InvoiceValues): Check[] => [
  ...checkPeriod(invoice),
  ...(invoice.baseQuantity === "" ? [missing("base_quantity")] : checkAmount("base_quantity", invoice.baseQuantity)),
  ...checkSource(type, invoice),
  ...checkText("invoice_id", invoice.invoiceId, { max: 255 }),
  ...checkText("cups", invoice.cups, { max: 255 }),
  ...checkText("toc", invoice.toc, { max: 255 }),
  ...checkId("toc_id", invoice.tocId),
  ...checkId("file_id", invoice.fileId),
  ...checkText("file_name", invoice.fileName, { max: 255 }),
  ...checkText("file_url", invoice.fileUrl, { max: 2048 }),
];

function checkSource(type: InvoiceType, invoice: InvoiceValues): Check[] {
  const { facilityFuelId, customEfRecordId, customEmissionFactorId } = invoice;
  if (customEfRecordId !== null && customEmissionFactorId !== null) {
    const msg = "only one of custom_ef_record_id and custom_emission_factor_id is allowed";
    return [violation("custom_ef_record_id", "value_error.factor_source", msg)];
  }
  const isPriced = facilityFuelId !== null || customEfRecordId !== null || customEmissionFactorId !== null;
  return FUELLED.has(type) && !isPriced ? [missing("facility_fuel_id")] : [];
}

export const needsRecalculation = recalculateOn<InvoiceValues>(
  "facilityId",
  "startDate",
  "endDate",
  "baseQuantity",
  "unitId",
  "facilityFuelId",
  "supplierId",
  "customEfRecordId",
  "customEmissionFactorId",
);

/** What clients set stays whatever the calculation says. */
const HELD: ReadonlySet<string> = new Set(["uploaded", "review", "inactive"]);
const { ACTIVE, UPLOADED, REVIEW, INACTIVE } = InvoiceStatus;
const SETTABLE: readonly InvoiceStatus[] = [ACTIVE, UPLOADED, REVIEW, INACTIVE];

export function checkStatus(sent: InvoiceStatus | undefined): Check[] {
  if (sent === undefined || SETTABLE.includes(sent)) return [];
  const allowed = SETTABLE.map((status) => enumText(InvoiceStatusSchema, status)).join(", ");
  return [violation("status", "type_error.enum", `value is not one of: ${allowed}`)];
}

/** As the calculation leaves it, unless a client holds it. A number stays shown while the next one is on its way. */
export function statusWith(held: string, { calculationStatus, co2e }: Calculated): string {
  if (HELD.has(held)) return held;
  if (co2e !== null) return "active";
  return calculationStatus === "pending" ? "loading" : "error";
}

interface Calculated {
  calculationStatus: string;
  co2e: string | null;
}

/** The status of invoices whose emissions are no part of the totals. */
export const NOT_COUNTED = "inactive";
export const isCounted = ({ status }: { status: string }): boolean => status !== NOT_COUNTED;

export const toStatus = (text: string) => enumNumber(InvoiceStatusSchema, text);
