import { type Check, checkId, missing, unknown, violation } from "@emissions/kit/wire/checks";
import { enumNumber } from "@emissions/kit/wire/enum";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import * as proto from "@emissions/proto/activity/v1/waste_service";
import type { LerCode, RdCode } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { facilityOwner } from "../facility/owner.ts";
import { anyId, anyStatus, anyText, calculated, endsByDay, type Filter, fromDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { ValuesOf } from "../records/columns.ts";
import { type Factors, factorSelector, hasOwnFactor } from "../records/custom-factors.ts";
import { activityOf } from "../records/inputs.ts";
import { type CheckContext, kindOf, type Lookups, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { CALCULATION_FAILED } from "../records/view.ts";
import { selectWasteTotals } from "./totals.ts";
import { transportPart } from "./transport.ts";

export type Waste = ValuesOf<proto.WasteValues, "baseQuantity">;

/** Codes of catalogues, by id. */
interface WasteCodes {
  lerCodes: ReadonlyMap<string, LerCode>;
  rdCodes: ReadonlyMap<string, RdCode>;
}

const KILOGRAM = unitId("kg");
const MASS = "mass";
/** Wastes are not shared between facilities. */
const WHOLE = { value: "1" };

/** The ids of codes follow from the codes, so a filter by code needs no catalogue. */
const anyCode = (column: string, idOf: (code: string) => string): Filter<string[]> => ({
  ...anyText(column),
  text: (codes) => anyText(column).text(codes.map((code) => code.replaceAll(" ", ""))),
  where: (tx, codes) => anyId(column).where(tx, codes.map(idOf)),
});

const inFacility: Filter<string> = {
  text: (id) => id.toLowerCase() || null,
  where: (tx, id) => tx`facility_id = ${id}`,
  check: (name, id) => (id === "" ? [] : checkId(name, id).map((check) => ({ ...check, loc: ["query", name] }))),
};

export const wastes = kindOf({
  entityType: EntityType.WASTES,
  values: proto.WasteValuesSchema,
  owner: facilityOwner,
  recalculateOn: () => [
    "startDate",
    "endDate",
    "baseQuantity",
    "unitId",
    "totalKmToWasteCenter",
    "lerCodeId",
    "wasteRdCodeId",
  ],
  customFactor: { category: () => "wastes" },
  defaults: ({ inBatch }) => (inBatch ? {} : { unitId: KILOGRAM }),
  checkValues: checkSource,
  checkLookups: (waste, lookups: Lookups & WasteCodes, { inBatch }: CheckContext) => [
    ...checkCodes(waste, lookups),
    ...(inBatch ? checkBatchUnit(waste, lookups) : checkUnit(waste, lookups)),
  ],
  lookUp: async ({ lerCodes, rdCodes }) => {
    const [ler, rd] = await Promise.all([lerCodes.all(), rdCodes.all()]);
    return { lerCodes: ler, rdCodes: rd };
  },
  input: (row, { country, organizationCountry, units }) => ({
    category: "wastes",
    ...activityOf(row, { value: row.baseQuantity, unitId: row.unitId }, { units }),
    selector: {
      kind: factorSelector(row) ?? {
        case: "waste",
        value: { lerCodeId: row.lerCodeId ?? "", rdCodeId: row.wasteRdCodeId ?? "", country, organizationCountry },
      },
    },
    ...(row.totalKmToWasteCenter !== null && {
      additionalParts: [transportPart(row, row.totalKmToWasteCenter, { country, unit: units.get(row.unitId) })],
    }),
  }),
  view: (row, { units, lerCodes, rdCodes }) => ({
    type: "waste",
    status: enumNumber(proto.WasteStatusSchema, statusOf(row)),
    quantity: { value: row.baseQuantity },
    percentage: WHOLE,
    unit: units.get(row.unitId)?.unit,
    lowCode: lerCodes.get(row.lerCodeId ?? "")?.code,
    rdCode: rdCodes.get(row.wasteRdCodeId ?? "")?.code,
    errorMessages: row.calculationStatus === "failed" ? [CALCULATION_FAILED] : [],
    facilityPercentages: [{ facilityId: row.facilityId, percentage: WHOLE }],
  }),
  list: {
    totals: selectWasteTotals,
    search: (tx) =>
      tx`plain_text(identification_name || chr(10) || coalesce(description, '') || chr(10) || coalesce(destination, ''))`,
    filters: {
      ...commonFilters,
      facilityId: inFacility,
      status: anyStatus(proto.WasteStatusSchema),
      startDate: fromDay("start_date"),
      endDate: endsByDay("end_date", "start_date"),
      lerCode: anyCode("ler_code_id", (code) => catalogueId("ler", code.replaceAll(" ", ""))),
      rdCode: anyCode("waste_rd_code_id", (code) => catalogueId("rd", code)),
      identificationName: anyText("identification_name"),
      co2eStatus: calculated("co2e"),
    } satisfies ListFilters<proto.WasteFilter>,
    day: "start_date",
    values: {
      created_at: { column: (tx) => tx`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
      identification_name: {},
      // The handler replaces ids by codes and names.
      ler_code: { column: "ler_code_id" },
      rd_code: { column: "waste_rd_code_id" },
    },
  },
});

/** Exactly one reference selects the factor. */
function checkSource(waste: Waste): Check[] {
  if (waste.lerCodeId === null) return hasOwnFactor(waste) ? [] : [missing("ler_code_id")];
  if (!hasOwnFactor(waste)) return [];
  const msg = "only one of ler_code_id, custom_ef_record_id and custom_emission_factor_id is allowed";
  return [violation("ler_code_id", "value_error.factor_source", msg)];
}

const checkCodes = ({ lerCodeId, wasteRdCodeId }: Waste, { lerCodes, rdCodes }: WasteCodes): Check[] => [
  ...(lerCodeId !== null && !lerCodes.has(lerCodeId) ? [unknown("ler_code_id")] : []),
  ...(wasteRdCodeId !== null && !rdCodes.has(wasteRdCodeId) ? [unknown("waste_rd_code_id")] : []),
];

/** A mass, or the unit of the custom record. A custom group takes any unit. */
function checkUnit(waste: Waste, { units, factors }: Lookups): Check[] {
  if (waste.unitId === "") return [];
  const unit = units.get(waste.unitId);
  if (unit === undefined) return [unknown("unit_id")];
  if (unit.dimension === MASS) return [];
  if (waste.customEmissionFactorId === null && !isUnitOfRecord(waste, factors)) {
    return [violation("unit_id", "value_error.unit_not_allowed", "not a unit of mass")];
  }
  return checkTransport(waste);
}

/** In a batch the kilogram, or the unit of the custom record. */
function checkBatchUnit(waste: Waste, { units, factors }: Lookups): Check[] {
  if (waste.unitId === KILOGRAM || waste.unitId === "") return [];
  if (!isUnitOfRecord(waste, factors)) return [violation("unit_id", "UNIT_NOT_SUPPORTED", "unit must be kilogram")];
  return units.get(waste.unitId)?.dimension === MASS ? [] : checkTransport(waste);
}

const isUnitOfRecord = ({ customEfRecordId, unitId }: Waste, { records }: Factors) =>
  customEfRecordId !== null && records.get(customEfRecordId)?.unitId === unitId;

/** Transport is calculated per tonne; without a mass it would be missing in the totals. */
function checkTransport({ totalKmToWasteCenter }: Waste): Check[] {
  if (totalKmToWasteCenter === null) return [];
  const msg = "transport is calculated for a mass only";
  return [violation("total_km_to_waste_center", "value_error.unit_not_allowed", msg)];
}
