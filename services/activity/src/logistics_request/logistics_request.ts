import { enumNumber } from "@emissions/kit/wire/enum";
import * as proto from "@emissions/proto/activity/v1/logistics_request_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import { placeLegs } from "../freight_run/queries.ts";
import { shareOf } from "../freight_run/share.ts";
import { withPackages } from "../logistics_package/legs.ts";
import { kindOf, type ResultColumn, type StoredRecord, statusOf } from "../records/kind.ts";
import { CALCULATION_FAILED, toDecimal } from "../records/view.ts";
import { ENERGY_PROVISION, HUB, journeyOf, TONNE_KILOMETRE, toInput } from "./input.ts";
import { shipmentList } from "./list.ts";
import { type LegLookups, lookUpLegs, type RelatedRows, runKeyOf, selectRelated, toToday } from "./lookups.ts";
import type { Leg, LegRow } from "./row.ts";
import { checkActivity, checkLeg, checkNames, derived } from "./rules.ts";

/** Kilograms of CO2e of one part of a result. The part without a name of its own is the operation of the vehicle. */
function partOf({ parts }: RecordResult, name: string | null): string | null {
  const isNamed = (part: string) => part === ENERGY_PROVISION || part === HUB;
  return parts.find(({ part }) => (name === null ? !isNamed(part) : part === name))?.co2e?.value || null;
}

const partColumn = (name: string, key: string, part: string | null): ResultColumn => ({
  name,
  key,
  type: "numeric",
  of: (result) => partOf(result, part),
});

const partColumns = [
  partColumn("operation_co2e", "operationCo2e", null),
  partColumn("energy_provision_co2e", "energyProvisionCo2e", ENERGY_PROVISION),
  partColumn("hub_co2e", "hubCo2e", HUB),
];

export const logisticsRequests = kindOf({
  entityType: EntityType.LOGISTICS_REQUESTS,
  values: proto.LogisticsRequestValuesSchema,
  columns: [
    { name: "toc_id", key: "tocId", type: "uuid" },
    { name: "vehicle_type", key: "vehicleType", type: "text" },
    { name: "mode", key: "mode", type: "text" },
    { name: "load_kg", key: "loadKg", type: "numeric" },
    { name: "effective_load_kg", key: "effectiveLoadKg", type: "numeric" },
    { name: "kilometres", key: "kilometres", type: "numeric" },
    { name: "great_circle_km", key: "greatCircleKm", type: "numeric" },
    { name: "journey", key: "journey", type: "text" },
    { name: "tonne_kilometres", key: "tonneKilometres", type: "numeric" },
    { name: "hub_category", key: "hubCategory", type: "text" },
    { name: "package_id", key: "packageId", type: "uuid" },
    { name: "run", key: "run", type: "text" },
    { name: "is_allocated", key: "isAllocated", type: "boolean" },
    { name: "dedup_key", key: "dedupKey", type: "uuid" },
    { name: "failure_code", key: "failureCode", type: "text" },
    { name: "failure_detail", key: "failureDetail", type: "text" },
    ...partColumns,
  ],
  replacedByKey: { complete: withPackages },
  // Hubs of others count, also where the fuel of the vehicle counts in place of the transport.
  counted: {
    where: (tx) => tx`(not is_allocated or hub_category is not null)`,
    is: (row) => !(row as LegRow).isAllocated || (row as LegRow).hubCategory !== null,
  },
  copyFromOwner: placeLegs,
  removal: { keepsRows: true },
  defaults: () => ({
    loadUnit: "kg",
    originCountry: "GLO",
    cleaning: false,
    subcontractor: false,
    paidBy: "organization",
    shipmentDate: toToday(),
  }),
  showsErrorCode: true,
  // A request is never changed. A repeat of the same leg replaces all of its values.
  recalculateOn: (_: Leg) => [],
  customFactor: { category: () => "logistics", unit: () => TONNE_KILOMETRE },
  checkValues: checkLeg,
  // Without its activity a queued leg is stored with the reason of its failure.
  checkLookups: (leg, lookups: LegLookups & RelatedRows, { isCalculated }) => [
    ...checkNames(leg, lookups),
    ...(isCalculated ? checkActivity(leg, lookups) : []),
  ],
  lookUp: lookUpLegs,
  selectRelated,
  derive: derived,
  input: (row) => toInput(row as LegRow),
  view: (row, related, user) => viewOf(row as LegRow, related, user),
  list: shipmentList,
});

function viewOf(row: LegRow, { projects, runs }: RelatedRows, user: object | undefined) {
  const { load, loadKg, distanceKm, kilometres, tonneKilometres, vehicleType, tocId, packageId, co2e } = row;
  const journey = journeyOf(row);
  const chosen = journey?.chosenPlaces ?? [];
  const filledIn = {
    load: load === null && loadKg !== null,
    toc: row.toc === null,
    distance_km: journey !== undefined,
    origin: chosen.includes("origin"),
    destination: chosen.includes("destination"),
  };
  return {
    // Only rows of deleted requests have the time of the deletion.
    status: enumNumber(proto.LogisticsRequestStatusSchema, row.deletedAt ? "inactive" : statusOf(row, "pending")),
    load: toDecimal(load ?? loadKg),
    distanceKm: toDecimal(distanceKm ?? kilometres),
    tkm: toDecimal(row.tkm ?? tonneKilometres),
    sentTkm: toDecimal(row.tkm),
    toc: vehicleType ?? undefined,
    tocId: tocId ?? undefined,
    effectiveLoadKg: toDecimal(row.effectiveLoadKg),
    packageId: packageId ?? undefined,
    kgco2e: toDecimal(co2e),
    emissionIntensity: toDecimal(intensityOf(row)),
    // A new row has no such properties yet.
    operationCo2e: toDecimal(row.operationCo2e ?? null),
    energyProvisionCo2e: toDecimal(row.energyProvisionCo2e ?? null),
    hubCo2e: toDecimal(row.hubCo2e ?? null),
    errorMessages: errorsOf(row),
    estimatedData: Object.entries(filledIn).flatMap(([name, isFilledIn]) => (isFilledIn ? [name] : [])),
    uploadedBy: user,
    journey,
    linkedProjects: projects.get(row.id) ?? [],
    ...allocationOf(row, runs),
  };
}

/** Nothing for a deleted leg, which has no share. */
function allocationOf(row: LegRow, runs: RelatedRows["runs"]) {
  const totals = row.deletedAt ? undefined : runs.get(runKeyOf(row));
  const allocation = row.isAllocated && totals ? shareOf(row.tonneKilometres, totals) : null;
  return allocation === null ? {} : { allocation };
}

/** Kilograms of CO2e per tonne-kilometre. */
const intensityOf = ({ co2e, tonneKilometres }: LegRow): string | null =>
  co2e === null || tonneKilometres === null || parse(tonneKilometres).isZero()
    ? null
    : plain(divide(parse(co2e), parse(tonneKilometres)));

const errorsOf = ({ calculationErrorCode, calculationErrorDetail }: StoredRecord): string[] =>
  calculationErrorCode === null ? [] : [calculationErrorDetail ?? CALCULATION_FAILED];
