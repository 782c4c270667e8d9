import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { VehicleOwnership, VehicleService, VehicleType } from "@emissions/proto/activity/v1/vehicle_service";
import { activity, us } from "../activity.fixture.ts";
import { moveTotals } from "../records/owner-totals.ts";
import { vehicleOwner } from "./owner.ts";
import { CAR, fuelOf } from "./vehicle-catalogue.fixture.ts";

export const vehicles = (by: Principal = us, key: string = newId()) =>
  activity.as(by, VehicleService, { "idempotency-key": key });

export const DIESEL = fuelOf("ES", "diesel");

let plates = 0;

/** A valid vehicle with a plate of its own. */
export const vehicleOf = (values: object = {}) => ({
  type: VehicleType.PASSENGER,
  ownership: VehicleOwnership.OWNED,
  licensePlate: `${String(++plates).padStart(4, "0")} BCD`,
  unknownVehicleId: CAR,
  country: "ES",
  vehicleFuelId: DIESEL,
  ...values,
});

export const addVehicle = async (values: object = {}, by: Principal = us) =>
  (await vehicles(by).createVehicle(vehicleOf(values))).vehicle!;

/** Adds to the totals of a vehicle, as results of its consumptions do. */
export const move = (ownerId: string, is: { co2e?: string; failed?: number }, by: Principal = us) =>
  activity.db.asService(by.organizationId, ({ tx, org }) =>
    moveTotals(tx, org, vehicleOwner, [
      { ownerId, was: null, is: { co2e: null, co2eBiomass: null, failed: 0, ...is } },
    ]),
  );
