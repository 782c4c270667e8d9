import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityRelocatedSchema, FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { VehicleChangedSchema } from "@emissions/proto/activity/v1/vehicle_service";
import { activity, us } from "../../activity.fixture.ts";
import { facilityConsumers } from "../../facility/consumers.ts";
import { kinds } from "../../kinds.ts";
import { vehicleConsumers } from "../../vehicle/consumers.ts";
import { vehicleOwner } from "../../vehicle/owner.ts";
import { changeVehicle, totalsOfVehicle, vehicle } from "../../vehicle_consumption/vehicle_consumption.fixture.ts";
import { facility, totalsOf } from "../../waste/waste.fixture.ts";
import { deleteOwners } from "../owned.ts";
import type { Owner } from "../owner.ts";
import { handleAll } from "../records.fixture.ts";

/** The owners of records, as the guarantees need them. */
interface Owners {
  add(by?: Principal): Promise<string>;
  /** Kilograms, and of them from biomass. */
  totals(id: string, by?: Principal): Promise<number[]>;
  remove(id: string): Promise<unknown>;
  move(id: string, country: string): Promise<unknown>;
  /** Handles the events about moved owners. */
  recalculate(): Promise<void>;
}

const facilities: Owners = {
  add: (by = us) => facility({ by }),
  totals: totalsOf,
  remove: (facilityId) => activity.as(us, FacilityService).deleteFacility({ facilityId }),
  move: (facilityId, country) =>
    activity.as(us, FacilityService).updateFacility({ facilityId, country, updateMask: { paths: ["country"] } }),
  recalculate: () => handleAll(FacilityRelocatedSchema, facilityConsumers(activity.context, kinds)),
};

const vehicles: Owners = {
  add: (by = us) => vehicle({}, by),
  totals: totalsOfVehicle,
  remove: (id) => activity.db.asService(us.organizationId, (write) => deleteOwners(write, vehicleOwner, kinds, [id])),
  move: (id, country) => changeVehicle(id, { country }),
  recalculate: () => handleAll(VehicleChangedSchema, vehicleConsumers(activity.context, kinds)),
};

export const ownersOf = (owner: Owner): Owners => (owner === vehicleOwner ? vehicles : facilities);
