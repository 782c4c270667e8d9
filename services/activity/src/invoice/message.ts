import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import { type InvoiceSchema, InvoiceTypeSchema } from "@emissions/proto/activity/v1/invoice_service";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { type Factors, toGroup } from "../records/custom-factors.ts";
import { CALCULATION_FAILED, toDecimal } from "../records/message.ts";
import type { InvoiceRow, ShareRow } from "./queries.ts";
import { isCounted, toStatus } from "./rules.ts";

/** What an invoice names. */
export interface Related {
  units: ReadonlyMap<string, UnitDetail>;
  factors: Factors;
  /** Of this invoice, perhaps among others. */
  shares: readonly ShareRow[];
}

export function toInvoice(row: InvoiceRow, related: Related): MessageInitShape<typeof InvoiceSchema> {
  const failed = row.calculationStatus === "failed";
  return {
    id: row.id,
    organizationId: row.organizationId,
    type: enumNumber(InvoiceTypeSchema, row.type),
    quantity: { value: row.quantity },
    baseQuantity: { value: row.baseQuantity },
    percentage: { value: row.percentage },
    status: toStatus(row.status),
    co2e: toDecimal(row.co2e),
    co2eBiomass: toDecimal(row.co2eBiomass),
    startDate: midnight(row.startDate),
    endDate: midnight(row.endDate),
    unitId: row.unitId,
    unit: related.units.get(row.unitId)?.unit,
    originalQuantity: { value: row.baseQuantity },
    originalUnitId: row.unitId,
    facilityId: row.facilityId,
    facilityFuelId: row.facilityFuelId ?? undefined,
    supplierId: row.supplierId ?? undefined,
    customEfRecordId: row.customEfRecordId ?? undefined,
    customEmissionFactorId: row.customEmissionFactorId ?? undefined,
    customEmissionFactor: toGroup(row, related.factors),
    invoiceId: row.invoiceId ?? undefined,
    cups: row.cups ?? undefined,
    toc: row.toc ?? undefined,
    tocId: row.tocId ?? undefined,
    fileId: row.fileId ?? undefined,
    fileName: row.fileName ?? undefined,
    fileUrl: row.fileUrl ?? undefined,
    sourceInvoiceId: row.sourceInvoiceId,
    enabled: isCounted(row),
    facilityPercentages: related.shares
      .filter(({ sourceInvoiceId }) => sourceInvoiceId === row.sourceInvoiceId)
      .map(({ organizationId, facilityId, percentage, companyName, facilityName }) => ({
        organizationId,
        facilityId,
        percentage: { value: percentage },
        companyName: companyName ?? undefined,
        facilityName,
      })),
    calculationStatus: enumNumber(CalculationStatusSchema, row.calculationStatus),
    calculationErrorCode: failed ? CALCULATION_FAILED : undefined,
    calculationErrorDetail: failed ? (row.errorDetail ?? undefined) : undefined,
    errorMessages: failed ? [CALCULATION_FAILED] : [],
    uploadedBy: row.uploadedBy ?? undefined,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}

/** The public contract shows the days of invoices as local times. */
const midnight = (day: string) => `${day}T00:00:00`;
