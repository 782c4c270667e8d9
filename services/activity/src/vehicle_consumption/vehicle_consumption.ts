import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { enumNumber } from "@emissions/kit/wire/enum";
import { notFound, unprocessable } from "@emissions/kit/wire/errors";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import * as proto from "@emissions/proto/activity/v1/vehicle_consumption_service";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { anyId, anyStatus, endsByDay, type Filter, fromDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import { concurrentChange, pinOf } from "../records/custom-factors.ts";
import { type CheckContext, kindOf, type Lookups, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { CALCULATION_FAILED, toDecimal } from "../records/view.ts";
import { vehicleOwner } from "../vehicle/owner.ts";
import { toInput } from "./input.ts";
import type { Consumption } from "./row.ts";
import {
  copyGroups,
  lookUpGroups,
  selectPlates,
  selectVehiclesOf,
  type VehicleGroups,
  type Vehicles,
} from "./vehicles.ts";

const NOT_OF_FUEL = "ERR_UNIT_NOT_ALLOWED_FOR_FUEL";
const { ACTIVE, SUCCESS } = proto.VehicleConsumptionStatus;

const byState = anyStatus(proto.VehicleConsumptionStatusSchema, {
  waiting: "loading",
  failed: "error",
  succeeded: "success",
});
/** `active` is a synonym of `success`. */
const asSuccess = (sent: number[]) => sent.map((status) => (status === ACTIVE ? SUCCESS : status));
const anyConsumptionStatus: Filter<number[]> = {
  ...byState,
  text: (sent) => byState.text(asSuccess(sent)),
  where: (tx, sent) => byState.where(tx, asSuccess(sent)),
  states: (sent) => byState.states!(asSuccess(sent)),
};

export const vehicleConsumptions = kindOf({
  entityType: EntityType.VEHICLE_CONSUMPTIONS,
  values: proto.VehicleConsumptionValuesSchema,
  columns: [
    { name: "custom_emission_factor_id", key: "customEmissionFactorId", type: "uuid" },
    {
      name: "co2e_generation",
      key: "co2eGeneration",
      type: "numeric",
      of: ({ upstreamCo2e }: RecordResult) => upstreamCo2e?.value || null,
    },
  ],
  owner: vehicleOwner,
  recalculateOn: () => ["startDate", "endDate", "quantity", "unitId"],
  checkLookups,
  lookUp: lookUpGroups,
  selectRelated: selectVehiclesOf,
  copyFromOwner: copyGroups,
  derive: ({ vehicleId }: Consumption, { vehicles, vehicleGroups }) => {
    const customEmissionFactorId = vehicles.get(vehicleId)?.customEmissionFactorId ?? null;
    const pin = pinOf(
      { customEfRecordId: null, customEmissionFactorId },
      { records: new Map(), groups: vehicleGroups },
    );
    return { customEmissionFactorId, ...pin };
  },
  input: toInput,
  view: (row, { units }) => ({
    status: enumNumber(proto.VehicleConsumptionStatusSchema, statusOf(row).replace("active", "success")),
    unit: units.get(row.unitId)?.unit,
    co2eConsumption: toDecimal(row.co2e === null ? null : difference(row.co2e, row.co2eGeneration)),
    // A new row has no such property yet.
    co2eGeneration: toDecimal(row.co2eGeneration ?? null),
    errorMessages: row.calculationErrorCode === null ? [] : [CALCULATION_FAILED],
  }),
  list: {
    search: (tx) => tx`plain_text(coalesce(custom_id, ''))`,
    filters: {
      ...commonFilters,
      vehicleId: anyId("vehicle_id"),
      status: anyConsumptionStatus,
      startDate: fromDay("start_date"),
      endDate: endsByDay("end_date", "start_date"),
    } satisfies ListFilters<proto.VehicleConsumptionFilter>,
    day: "start_date",
    values: { vehicle_id: { labels: selectPlates } },
  },
});

const difference = (co2e: string, generation: string | null): string =>
  plain(parse(co2e).minus(parse(generation ?? "0")));

/** A unit of the fuel of the vehicle, or any with a custom group. */
function checkLookups(
  { vehicleId, unitId }: Consumption,
  { vehicles, vehicleGroups, fuels, units }: Lookups & VehicleGroups & Vehicles,
  { inBatch }: CheckContext,
): Check[] {
  const vehicle = vehicles.get(vehicleId);
  if (vehicle === undefined) {
    if (!inBatch && isId(vehicleId)) throw notFound("vehicle");
    return [];
  }
  const { customEmissionFactorId: groupId, vehicleFuelId } = vehicle;
  if (groupId !== null) {
    const group = vehicleGroups.get(groupId);
    // Another request gave the vehicle this group after the lookup.
    if (group === undefined) throw concurrentChange();
    const checks = group.found ? [] : [violation("vehicle_id", "value_error.not_found", "its custom group is gone")];
    return units.has(unitId) || !isId(unitId) ? checks : [...checks, unknown("unit_id")];
  }
  if (!isId(unitId)) return [];
  if (!units.has(unitId)) return [unknown("unit_id")];
  const fuel = fuels.get(vehicleFuelId ?? "")?.fuel;
  if (fuel?.fuelUnits.some(({ id }) => id === unitId)) return [];
  const check = violation("unit_id", NOT_OF_FUEL, `not a unit of ${fuel?.fuel ?? "the fuel"}`);
  if (inBatch) return [check];
  throw unprocessable(NOT_OF_FUEL, `A consumption of ${fuel?.fuel ?? "this fuel"} has no such unit.`, [check]);
}
