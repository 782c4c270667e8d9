import type { ServiceImpl } from "@connectrpc/connect";
import { checkEnum, refuse } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import {
  VehicleChangedSchema,
  VehicleService,
  VehicleStatusSchema,
  VehicleUseSchema,
  VehicleValuesSchema,
} from "@emissions/proto/activity/v1/vehicle_service";
import type { Context } from "../context.ts";
import { type FactorPin, namesOf, pinOf, toGroup } from "../records/custom-factors.ts";
import type { RecordTable } from "../records/kind.ts";
import { resourceOf } from "../resource/resource.ts";
import { resourceStore } from "../resource/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { statusOf, vehicleList } from "./list.ts";
import { vehicleOwner } from "./owner.ts";
import { plateKey } from "./plate.ts";
import {
  changesFactors,
  checkLookups,
  checkValues,
  FACTOR_VALUES,
  type VehicleLookups,
  type VehicleValues,
} from "./rules.ts";

/** The pin is that of the latest change of the custom group; null before. */
interface Decided extends FactorPin {
  plateKey: string;
  status: "active" | "archived";
  /** Consumptions whose latest calculation has failed. */
  failedRecords: number;
}

const NEW = { customFactorOwnerId: null, customFactorRevision: null, status: "active", failedRecords: 0 } as const;

const vehicles = (context: Context) =>
  resourceOf<VehicleValues, Decided, VehicleLookups>({
    noun: "vehicle",
    owner: vehicleOwner,
    values: VehicleValuesSchema,
    list: vehicleList(context),
    unique: {
      index: "vehicles_by_plate_key",
      by: "plate_key",
      code: "VEHICLE_ALREADY_EXISTS",
      field: "license_plate",
      one: "a vehicle with this license plate",
      many: (count) => `vehicles with ${count} of these license plates`,
    },
    columns: [
      { name: "plate_key", key: "plateKey", type: "text" },
      { name: "status", key: "status", type: "text" },
      { name: "custom_factor_owner_id", key: "customFactorOwnerId", type: "uuid" },
      { name: "custom_factor_revision", key: "customFactorRevision", type: "int" },
    ],
    decide: (vehicle, { factors }, before) => ({
      ...(before === null && NEW),
      plateKey: plateKey(vehicle.licensePlate),
      // Consumptions copy it when they are calculated again.
      ...(before !== null &&
        vehicle.customEmissionFactorId !== before.customEmissionFactorId &&
        pinOf(namesOf(vehicle), factors)),
    }),
    checkValues,
    lookedUp: FACTOR_VALUES,
    lookUp: async ({ countries, vehicleFuels, unknownVehicles, factors }, call, named, purpose) => {
      const names = named.map(({ customEmissionFactorId }) => ({ customEmissionFactorId, customEfRecordId: null }));
      const [known, fuels, types, groups] = await Promise.all([
        countries.all(),
        vehicleFuels.all(),
        unknownVehicles.all(),
        purpose === "check" ? factors.inForce(call, names) : factors.forNames(call, names),
      ]);
      return { countries: known, fuels, unknownVehicles: types, factors: groups };
    },
    checkLookups,
    view: (row, { fuels, unknownVehicles, factors }) => ({
      status: enumNumber(VehicleStatusSchema, statusOf(row)),
      unknownVehicleType: unknownVehicles.get(row.unknownVehicleId)?.type,
      vehicleFuel: fuels.get(row.vehicleFuelId ?? "")?.fuel,
      customEmissionFactor: toGroup(row, factors),
    }),
    changed: ({ emit }, before, after) => {
      // There can be many consumptions, so consumers recalculate them in pages after this commit.
      if (changesFactors(before, after)) emit(VehicleChangedSchema, { vehicleId: after.id });
    },
  });

export const vehicleHandlers = (
  context: Context,
  kinds: readonly RecordTable[],
): ServiceImpl<typeof VehicleService> => {
  const store = resourceStore(context, vehicles(context), kinds);
  return {
    ...usualHandlers(store, VehicleService, { one: "vehicle", many: "vehicles" }),
    updateVehicle: (request, call) => {
      const status = enumText(VehicleUseSchema, request.status);
      if (request.updateMask?.paths.includes("status"))
        refuse(checkEnum("status", status, enumTexts(VehicleUseSchema)));
      return store.update(call, request, (vehicle) => ({ vehicle }), { status: { status } });
    },
  };
};
