import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/enum";
import { CalculationStatus } from "@emissions/proto/activity/v1/purchase_service";
import {
  type WasteWaterTreatmentSchema,
  WasteWaterTreatmentStatusSchema,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { toGroup } from "../records/custom-factors.ts";
import type { TreatmentRow } from "./queries.ts";
import type { References } from "./rules.ts";

/** What clients are told of any failure; the detail says more. */
const CALCULATION_FAILED = "CALCULATION_FAILED";

const CALCULATION: Record<string, CalculationStatus> = {
  loading: CalculationStatus.PENDING,
  active: CalculationStatus.CALCULATED,
  error: CalculationStatus.FAILED,
};

export function toTreatment(
  row: TreatmentRow,
  { units, factors }: References,
): MessageInitShape<typeof WasteWaterTreatmentSchema> {
  const failed = row.status === "error";
  return {
    id: row.id,
    organizationId: row.organizationId,
    facilityId: row.facilityId,
    name: row.name,
    description: row.description ?? undefined,
    startDate: row.startDate,
    endDate: row.endDate,
    quantity: { value: row.quantity },
    unitId: row.unitId,
    unit: units.get(row.unitId)?.unit,
    customEfRecordId: row.customEfRecordId ?? undefined,
    customEmissionFactorId: row.customEmissionFactorId ?? undefined,
    customEmissionFactor: toGroup(row, factors),
    status: enumNumber(WasteWaterTreatmentStatusSchema, row.status),
    co2e: decimal(row.co2e),
    co2eBiomass: decimal(row.co2eBiomass),
    calculationStatus: CALCULATION[row.status] ?? CalculationStatus.UNSPECIFIED,
    calculationErrorCode: failed ? CALCULATION_FAILED : undefined,
    calculationErrorDetail: failed ? (row.errorDetail ?? undefined) : undefined,
    uploadedBy: row.uploadedBy ?? undefined,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}

const decimal = (value: string | null) => (value === null ? undefined : { value });
