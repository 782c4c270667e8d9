import { type Check, checkEnum, checkText, missing, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import {
  type CreateFacilityRequest,
  FacilityCategorySchema,
  FacilityStatusSchema,
  type NewFacility,
  type UpdateFacilityRequest,
} from "@emissions/proto/activity/v1/facility_service";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import { zoneKey } from "../catalogues.ts";
import { checkAmount, checkCountry } from "../checks.ts";
import type { RowOf } from "../rows.ts";

/** The values that a caller decides, as the table stores them. */
export type NewFacilityValues = RowOf<NewFacility, "logisticFactor"> & { status: string };
export type FacilityValues = Omit<NewFacilityValues, "externalId">;

const CATEGORIES = enumTexts(FacilityCategorySchema);
const STATUSES = enumTexts(FacilityStatusSchema);
const LOGISTIC_FACTOR = "0.8";
const CUPS_MAX = 100;
/** A supply point code: Spanish ones have 20 or 22 characters. */
const CUPS = /^[\x21-\x7e]{1,30}$/;

const sentValues = (request: CreateFacilityRequest | NewFacility | UpdateFacilityRequest) => ({
  name: request.name,
  type: request.type,
  country: request.country,
  address: request.address ?? null,
  logisticFactor: request.logisticFactor?.value ?? "",
  categories: request.categories.map((category) => enumText(FacilityCategorySchema, category)),
  cupsList: request.cupsList,
  gridZone: request.gridZone?.toLowerCase() || null,
});

/** A new facility with defaults for absent fields. */
export function newValues(request: CreateFacilityRequest | NewFacility): NewFacilityValues {
  const sent = sentValues(request);
  return {
    ...sent,
    logisticFactor: sent.logisticFactor || LOGISTIC_FACTOR,
    externalId: ("externalId" in request && request.externalId) || null,
    status: "active",
  };
}

/** A single facility with an address and without a country gets the country of its organization. */
export const lacksCountry = ({ country, address }: FacilityValues): boolean =>
  country === "" && (address ?? "").trim() !== "";

export const changedValues = (request: UpdateFacilityRequest): FacilityValues => ({
  ...sentValues(request),
  status: enumText(FacilityStatusSchema, request.status),
});

/** Catalogues of places. */
export interface Places {
  countries: ReadonlyMap<string, Country>;
  /** By `zoneKey`. */
  gridZones: ReadonlyMap<string, unknown>;
}

/** All violations of a facility. */
export const checkFacility = (
  facility: FacilityValues & { externalId?: string | null },
  { countries, gridZones }: Places,
): Check[] => [
  ...checkText("name", facility.name, { max: 255, required: true }),
  ...checkText("type", facility.type, { max: 255, required: true }),
  ...checkCountry("country", facility.country, countries),
  ...checkText("address", facility.address, { max: 500 }),
  ...(facility.logisticFactor === ""
    ? [missing("logistic_factor")]
    : checkAmount("logistic_factor", facility.logisticFactor, { lte: "1" })),
  ...checkCategories(facility.categories),
  ...checkCups(facility.cupsList),
  ...checkText("external_id", facility.externalId ?? null, { max: 255 }),
  ...checkGridZone(facility, gridZones),
  ...checkEnum("status", facility.status, STATUSES),
];

function checkGridZone({ country, gridZone }: FacilityValues, zones: ReadonlyMap<string, unknown>): Check[] {
  if (gridZone === null || zones.has(zoneKey(country, gridZone))) return [];
  return [violation("grid_zone", "value_error.grid_zone", "not a zone of the grid of the country")];
}

const FIELD = "categories";

function checkCategories(categories: readonly string[]): Check[] {
  const strange = categories.flatMap((category, index) => at(FIELD, index, checkEnum(FIELD, category, CATEGORIES)));
  if (strange.length > 0) return strange;
  if (new Set(categories).size === categories.length) return [];
  return [violation(FIELD, "value_error.list.unique_items", "each category at most once")];
}

function checkCups(codes: readonly string[]): Check[] {
  const field = "cups_list";
  if (codes.length > CUPS_MAX) {
    return [violation(field, "value_error.list.max_items", `ensure this value has at most ${CUPS_MAX} items`)];
  }
  const bad = violation(field, "value_error.str.regex", "1 to 30 visible characters");
  return codes.flatMap((code, index) => (CUPS.test(code) ? [] : at(field, index, [bad])));
}

const at = (field: string, index: number, checks: readonly Check[]): Check[] =>
  checks.map((check) => ({ ...check, loc: ["body", field, String(index)] }));
