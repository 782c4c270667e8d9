import { type Check, checkId, checkText, missing, unknown, violation } from "@emissions/kit/wire/checks";
import type {
  CreateWasteRequest,
  NewWaste as NewWasteMessage,
  UpdateWasteRequest,
} from "@emissions/proto/activity/v1/waste_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { checkAmount, checkPeriod, checkPositiveAmount } from "../checks.ts";
import { checkFactors, type Factors } from "../records/custom-factors.ts";
import { fileIdOf } from "../records/file-id.ts";
import { recalculateOn } from "../records/priced-by.ts";

/** What a caller decides about a waste, as the table keeps it. */
export interface WasteValues {
  identificationName: string;
  description: string | null;
  destination: string | null;
  startDate: string;
  endDate: string;
  baseQuantity: string;
  unitId: string;
  totalKmToWasteCenter: string | null;
  lerCodeId: string | null;
  wasteRdCodeId: string | null;
  customEfRecordId: string | null;
  customEmissionFactorId: string | null;
  externalId: string | null;
  fileId: string | null;
  fileName: string | null;
  fileUrl: string | null;
}

export interface NewWasteValues extends WasteValues {
  facilityId: string;
}

/** What a waste is checked against. */
export interface References {
  units: ReadonlyMap<string, UnitDetail>;
  lerCodes: ReadonlyMap<string, unknown>;
  rdCodes: ReadonlyMap<string, unknown>;
  factors: Factors;
}

const KILOGRAM = unitId("kg");
const MASS = "mass";

/** Ids are compared with those of catalogues, which are written in lower case. */
const idOf = (sent: string | undefined) => sent?.toLowerCase() || null;

type Sent = CreateWasteRequest | UpdateWasteRequest | NewWasteMessage;

export const sentValues = (request: Sent): WasteValues => ({
  identificationName: request.identificationName,
  description: request.description ?? null,
  destination: request.destination || null,
  startDate: request.startDate,
  endDate: request.endDate,
  baseQuantity: request.baseQuantity?.value ?? "",
  unitId: request.unitId.toLowerCase(),
  totalKmToWasteCenter: request.totalKmToWasteCenter?.value ?? null,
  lerCodeId: idOf(request.lerCodeId),
  wasteRdCodeId: idOf(request.wasteRdCodeId),
  customEfRecordId: idOf(request.customEfRecordId),
  customEmissionFactorId: idOf(request.customEmissionFactorId),
  externalId: request.externalId || null,
  fileId: "fileId" in request ? fileIdOf(request.fileId) : null,
  fileName: ("fileName" in request && request.fileName) || null,
  fileUrl: ("fileUrl" in request && request.fileUrl) || null,
});

/** One record of a batch, with what the gateway found wrong with it. */
export interface BatchWaste extends NewWasteValues {
  rejected: readonly Check[];
}

/** A record of a batch names its unit itself. */
export const batchValues = (record: NewWasteMessage): BatchWaste => ({
  ...sentValues(record),
  facilityId: record.facilityId.toLowerCase(),
  rejected: record.rejected,
});

export function newValues(request: CreateWasteRequest): NewWasteValues {
  const sent = sentValues(request);
  return { ...sent, unitId: sent.unitId || KILOGRAM, facilityId: request.facilityId.toLowerCase() };
}

/** Everything that is wrong with the waste, references left aside. */
export const checkWaste = (waste: WasteValues): Check[] => [
  ...checkText("identification_name", waste.identificationName, { max: 255, required: true }),
  ...checkText("description", waste.description, { max: 500 }),
  ...checkText("destination", waste.destination, { max: 255 }),
  ...checkPeriod(waste),
  ...checkPositiveAmount("base_quantity", waste.baseQuantity),
  ...checkAmount("total_km_to_waste_center", waste.totalKmToWasteCenter),
  ...checkText("external_id", waste.externalId, { max: 255 }),
  ...checkId("file_id", waste.fileId),
  ...checkText("file_name", waste.fileName, { max: 255 }),
  ...checkText("file_url", waste.fileUrl, { max: 2048 }),
  ...checkSource(waste),
];

/** Exactly one thing says what a waste is priced by. */
function checkSource({ lerCodeId, customEfRecordId, customEmissionFactorId }: WasteValues): Check[] {
  const named = [lerCodeId, customEfRecordId, customEmissionFactorId].filter((id) => id !== null).length;
  if (named === 1) return [];
  if (named === 0) return [missing("ler_code_id")];
  const msg = "only one of ler_code_id, custom_ef_record_id and custom_emission_factor_id is allowed";
  return [violation("ler_code_id", "value_error.factor_source", msg)];
}

/** Whether what the waste names is there, and fits. */
export function checkReferences(waste: WasteValues, references: References): Check[] {
  const { lerCodes, rdCodes, factors } = references;
  const checks = checkFactors(waste, factors, { recordCategory: "wastes" });
  if (waste.lerCodeId !== null && !lerCodes.has(waste.lerCodeId)) checks.push(unknown("ler_code_id"));
  if (waste.wasteRdCodeId !== null && !rdCodes.has(waste.wasteRdCodeId)) checks.push(unknown("waste_rd_code_id"));
  return checks;
}

/** A mass, or what the custom record is for; with a custom group the unit is not asked for. */
export function checkUnit(waste: WasteValues, { units, factors }: References): Check[] {
  const unit = units.get(waste.unitId);
  if (waste.unitId === "") return [missing("unit_id")];
  if (unit === undefined) return [unknown("unit_id")];
  if (unit.dimension === MASS) return [];
  if (waste.customEmissionFactorId === null && !isUnitOfRecord(waste, factors)) {
    return [violation("unit_id", "value_error.unit_not_allowed", "not a unit of mass")];
  }
  return checkTransport(waste);
}

/** In a batch the kilogram, or the unit of the custom record that prices the record. */
export function checkBatchUnit(waste: WasteValues, { units, factors }: References): Check[] {
  if (waste.unitId === KILOGRAM) return [];
  if (waste.unitId === "") return [missing("unit_id")];
  if (!isUnitOfRecord(waste, factors)) return [violation("unit_id", "UNIT_NOT_SUPPORTED", "unit must be kilogram")];
  return units.get(waste.unitId)?.dimension === MASS ? [] : checkTransport(waste);
}

const isUnitOfRecord = ({ customEfRecordId, unitId }: WasteValues, { records }: Factors) =>
  customEfRecordId !== null && records.get(customEfRecordId)?.unitId === unitId;

/** Transport is per tonne: left out without a word, it would be missing in the totals. */
function checkTransport({ totalKmToWasteCenter }: WasteValues): Check[] {
  if (totalKmToWasteCenter === null) return [];
  const msg = "transport is calculated for a mass only";
  return [violation("total_km_to_waste_center", "value_error.unit_not_allowed", msg)];
}

export const needsRecalculation = recalculateOn<WasteValues>(
  "startDate",
  "endDate",
  "baseQuantity",
  "unitId",
  "totalKmToWasteCenter",
  "lerCodeId",
  "wasteRdCodeId",
  "customEfRecordId",
  "customEmissionFactorId",
);
