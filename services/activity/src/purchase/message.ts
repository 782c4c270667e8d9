import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  ExpenseTypeSchema,
  PurchaseFrequencySchema,
  type PurchaseSchema,
  PurchaseStatusSchema,
  PurchaseTypeSchema,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { toUser } from "../organization/message.ts";
import type { UserRow } from "../organization/queries.ts";
import { type Factors, toGroup } from "../records/custom-factors.ts";
import { toDecimal } from "../records/message.ts";
import { type SupplierRow, toSupplier } from "../supplier/queries.ts";
import type { PurchaseRow } from "./queries.ts";

/** What a purchase names, each thing null where it names none. */
export interface Related {
  supplier: SupplierRow | null;
  user: UserRow | null;
  units: ReadonlyMap<string, UnitDetail>;
  factors: Factors;
}

export function toPurchase(
  row: PurchaseRow,
  { supplier, user, units, factors }: Related,
): MessageInitShape<typeof PurchaseSchema> {
  return {
    id: row.id,
    organizationId: row.organizationId,
    productName: row.productName,
    description: row.description ?? undefined,
    sector: row.sector,
    quantity: toDecimal(row.quantity),
    unitId: row.unitId ?? undefined,
    nonCurrencyQuantity: toDecimal(row.nonCurrencyQuantity),
    nonCurrencyUnitId: row.nonCurrencyUnitId ?? undefined,
    purchaseDate: row.purchaseDate,
    expenseType: enumNumber(ExpenseTypeSchema, row.expenseType),
    purchaseType: enumNumber(PurchaseTypeSchema, row.purchaseType),
    status: enumNumber(PurchaseStatusSchema, row.status),
    recycled: toDecimal(row.recycled),
    frequency: enumNumber(PurchaseFrequencySchema, row.frequency),
    supplierId: row.supplierId ?? undefined,
    customEmissionFactorId: row.customEmissionFactorId ?? undefined,
    customEmissionGroup: toGroup(row, factors),
    fileId: row.fileId ?? undefined,
    fileName: row.fileName ?? undefined,
    fileUrl: row.fileUrl ?? undefined,
    co2e: toDecimal(row.co2e),
    calculationStatus: enumNumber(CalculationStatusSchema, row.calculationStatus),
    calculationErrorCode: row.calculationErrorCode ?? undefined,
    exchangeRateToEur: toDecimal(row.exchangeRateToEur),
    exchangeRateDate: row.exchangeRateDate ?? undefined,
    supplier: supplier ? toSupplier(supplier) : undefined,
    unit: units.get(row.unitId ?? row.nonCurrencyUnitId ?? "")?.unit,
    uploadedBy: row.uploadedBy ?? undefined,
    user: toUser(user),
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}
