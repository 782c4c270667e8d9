import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/enum";
import { CalculationStatus } from "@emissions/proto/activity/v1/purchase_service";
import { type WasteSchema, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { LerCode, RdCode } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { toUser } from "../organization/message.ts";
import type { UserRow } from "../organization/queries.ts";
import { type Factors, toGroup } from "../records/custom-factors.ts";
import type { WasteRow } from "./queries.ts";

/** What a waste names. */
export interface Related {
  user: UserRow | null;
  units: ReadonlyMap<string, UnitDetail>;
  lerCodes: ReadonlyMap<string, LerCode>;
  rdCodes: ReadonlyMap<string, RdCode>;
  factors: Factors;
}

/** The whole of it: wastes are not shared between facilities yet. */
const WHOLE = { value: "1" };
/** What clients are told of any failure; the detail says more. */
export const CALCULATION_FAILED = "CALCULATION_FAILED";

const CALCULATION: Record<string, CalculationStatus> = {
  loading: CalculationStatus.PENDING,
  active: CalculationStatus.CALCULATED,
  error: CalculationStatus.FAILED,
};

export function toWaste(row: WasteRow, related: Related): MessageInitShape<typeof WasteSchema> {
  const { user, units, lerCodes, rdCodes, factors } = related;
  const failed = row.status === "error";
  return {
    id: row.id,
    organizationId: row.organizationId,
    type: "waste",
    identificationName: row.identificationName,
    description: row.description ?? undefined,
    destination: row.destination ?? undefined,
    status: enumNumber(WasteStatusSchema, row.status),
    startDate: row.startDate,
    endDate: row.endDate,
    facilityId: row.facilityId,
    baseQuantity: { value: row.baseQuantity },
    quantity: { value: row.baseQuantity },
    percentage: WHOLE,
    unitId: row.unitId,
    unit: units.get(row.unitId)?.unit,
    totalKmToWasteCenter: decimal(row.totalKmToWasteCenter),
    lerCodeId: row.lerCodeId ?? undefined,
    lowCode: lerCodes.get(row.lerCodeId ?? "")?.code,
    wasteRdCodeId: row.wasteRdCodeId ?? undefined,
    rdCode: rdCodes.get(row.wasteRdCodeId ?? "")?.code,
    customEfRecordId: row.customEfRecordId ?? undefined,
    customEmissionFactorId: row.customEmissionFactorId ?? undefined,
    customEmissionFactor: toGroup(row, factors),
    co2e: decimal(row.co2e),
    co2eBiomass: decimal(row.co2eBiomass),
    calculationStatus: CALCULATION[row.status] ?? CalculationStatus.UNSPECIFIED,
    calculationErrorCode: failed ? CALCULATION_FAILED : undefined,
    calculationErrorDetail: failed ? (row.errorDetail ?? undefined) : undefined,
    errorMessages: failed ? [CALCULATION_FAILED] : [],
    fileId: row.fileId ?? undefined,
    fileName: row.fileName ?? undefined,
    fileUrl: row.fileUrl ?? undefined,
    facilityPercentages: [{ facilityId: row.facilityId, percentage: WHOLE }],
    externalId: row.externalId ?? undefined,
    uploadedBy: row.uploadedBy ?? undefined,
    user: toUser(user),
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}

const decimal = (value: string | null) => (value === null ? undefined : { value });
