import { unitId } from "@emissions/kit/process/id";
import { type Check, checkText, missing, unknown, violation } from "@emissions/kit/wire/checks";
import type {
  CreateWasteWaterTreatmentRequest,
  UpdateWasteWaterTreatmentRequest,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { checkPeriod, checkPositiveAmount } from "../checks.ts";
import { checkFactors, type Factors } from "../records/custom-factors.ts";
import { recalculateOn } from "../records/priced-by.ts";

/** What a caller decides about a treatment, as the table keeps it. */
export interface TreatmentValues {
  name: string;
  description: string | null;
  startDate: string;
  endDate: string;
  quantity: string;
  unitId: string;
  customEfRecordId: string | null;
  customEmissionFactorId: string | null;
}

export interface NewTreatmentValues extends TreatmentValues {
  facilityId: string;
}

/** What a treatment is checked against. */
export interface References {
  units: ReadonlyMap<string, UnitDetail>;
  factors: Factors;
}

const CUBIC_METRE = unitId("m3");
const VOLUME = "volume";
/** What a custom record must be for. */
const RECORD_CATEGORY = "waste_water_treatments";

/** Ids are compared with those of catalogues, which are written in lower case. */
const idOf = (sent: string | undefined) => sent?.toLowerCase() || null;

type Sent = CreateWasteWaterTreatmentRequest | UpdateWasteWaterTreatmentRequest;

export const sentValues = (request: Sent): TreatmentValues => ({
  name: request.name,
  description: request.description ?? null,
  startDate: request.startDate,
  endDate: request.endDate,
  quantity: request.quantity?.value ?? "",
  unitId: request.unitId.toLowerCase(),
  customEfRecordId: idOf(request.customEfRecordId),
  customEmissionFactorId: idOf(request.customEmissionFactorId),
});

export function newValues(request: CreateWasteWaterTreatmentRequest): NewTreatmentValues {
  const sent = sentValues(request);
  return { ...sent, unitId: sent.unitId || CUBIC_METRE, facilityId: request.facilityId.toLowerCase() };
}

/** Everything that is wrong with the treatment, references left aside. */
export const checkTreatment = (treatment: TreatmentValues): Check[] => [
  ...checkText("name", treatment.name, { max: 255, required: true }),
  ...checkText("description", treatment.description, { max: 500 }),
  ...checkPeriod(treatment),
  ...checkPositiveAmount("quantity", treatment.quantity),
  ...checkSource(treatment),
];

/** The published figure prices a treatment that names no factor of its own; two would contradict each other. */
function checkSource({ customEfRecordId, customEmissionFactorId }: TreatmentValues): Check[] {
  if (customEfRecordId === null || customEmissionFactorId === null) return [];
  const msg = "only one of custom_ef_record_id and custom_emission_factor_id is allowed";
  return [violation("custom_ef_record_id", "value_error.factor_source", msg)];
}

/** Whether what the treatment names is there, and fits. */
export const checkReferences = (treatment: TreatmentValues, references: References): Check[] => [
  ...checkFactors(treatment, references.factors, { recordCategory: RECORD_CATEGORY }),
  ...checkUnit(treatment, references),
];

/** A volume, or what the custom record is for; with a custom group the unit is not asked for. */
function checkUnit(treatment: TreatmentValues, { units, factors }: References): Check[] {
  const { unitId, customEfRecordId, customEmissionFactorId } = treatment;
  if (unitId === "") return [missing("unit_id")];
  const unit = units.get(unitId);
  if (unit === undefined) return [unknown("unit_id")];
  if (unit.dimension === VOLUME || customEmissionFactorId !== null) return [];
  if (customEfRecordId !== null && factors.records.get(customEfRecordId)?.unitId === unitId) return [];
  return [violation("unit_id", "value_error.unit_not_allowed", "not a unit of volume")];
}

export const needsRecalculation = recalculateOn<TreatmentValues>(
  "startDate",
  "endDate",
  "quantity",
  "unitId",
  "customEfRecordId",
  "customEmissionFactorId",
);
