import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type WasteWaterTreatmentSchema,
  WasteWaterTreatmentStatusSchema,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { toGroup } from "../records/custom-factors.ts";
import { calculationOf, toDecimal } from "../records/message.ts";
import type { TreatmentRow } from "./queries.ts";
import type { References } from "./rules.ts";

export function toTreatment(
  row: TreatmentRow,
  { units, factors }: References,
): MessageInitShape<typeof WasteWaterTreatmentSchema> {
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
    co2e: toDecimal(row.co2e),
    co2eBiomass: toDecimal(row.co2eBiomass),
    ...calculationOf(row),
    uploadedBy: row.uploadedBy ?? undefined,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}
