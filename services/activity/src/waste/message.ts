import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import { type WasteSchema, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { LerCode, RdCode } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { toUser } from "../organization/message.ts";
import type { UserRow } from "../organization/queries.ts";
import { type Factors, toGroup } from "../records/custom-factors.ts";
import { CALCULATION_FAILED, calculationOf, toDecimal } from "../records/message.ts";
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

export function toWaste(row: WasteRow, related: Related): MessageInitShape<typeof WasteSchema> {
  const { user, units, lerCodes, rdCodes, factors } = related;
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
    totalKmToWasteCenter: toDecimal(row.totalKmToWasteCenter),
    lerCodeId: row.lerCodeId ?? undefined,
    lowCode: lerCodes.get(row.lerCodeId ?? "")?.code,
    wasteRdCodeId: row.wasteRdCodeId ?? undefined,
    rdCode: rdCodes.get(row.wasteRdCodeId ?? "")?.code,
    customEfRecordId: row.customEfRecordId ?? undefined,
    customEmissionFactorId: row.customEmissionFactorId ?? undefined,
    customEmissionFactor: toGroup(row, factors),
    co2e: toDecimal(row.co2e),
    co2eBiomass: toDecimal(row.co2eBiomass),
    ...calculationOf(row),
    errorMessages: row.status === "error" ? [CALCULATION_FAILED] : [],
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
