import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityRelocatedSchema, FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { SoldProductChangedSchema } from "@emissions/proto/activity/v1/sold_product_service";
import { VehicleChangedSchema } from "@emissions/proto/activity/v1/vehicle_service";
import { activity, us } from "../../activity.fixture.ts";
import { addEmployee, deleteWithPeriods, totalsOfEmployee } from "../../employee/employee.fixture.ts";
import { employeeOwner } from "../../employee/owner.ts";
import { facilityConsumers } from "../../facility/consumers.ts";
import { kinds } from "../../kinds.ts";
import { soldProductConsumers } from "../../sold_product/consumers.ts";
import { soldProductOwner } from "../../sold_product/owner.ts";
import { changeLifetime, product, totalsOfProduct } from "../../sold_product/sold_product.fixture.ts";
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
  /** Owners without a place have neither. */
  moves?: Moves;
}

interface Moves {
  move(id: string, country: string): Promise<unknown>;
  /** Handles the events about moved owners. */
  recalculate(): Promise<void>;
}

const facilities: Owners = {
  add: (by = us) => facility({ by }),
  totals: totalsOf,
  remove: (facilityId) => activity.as(us, FacilityService).deleteFacility({ facilityId }),
  moves: {
    move: (facilityId, country) =>
      activity.as(us, FacilityService).updateFacility({ facilityId, country, updateMask: { paths: ["country"] } }),
    recalculate: () => handleAll(FacilityRelocatedSchema, facilityConsumers(activity.context, kinds)),
  },
};

const vehicles: Owners = {
  add: (by = us) => vehicle({}, by),
  totals: totalsOfVehicle,
  remove: (id) => activity.db.asService(us.organizationId, (write) => deleteOwners(write, vehicleOwner, kinds, [id])),
  moves: {
    move: (id, country) => changeVehicle(id, { country }),
    recalculate: () => handleAll(VehicleChangedSchema, vehicleConsumers(activity.context, kinds)),
  },
};

const employees: Owners = {
  add: async (by = us) => (await addEmployee({}, by)).id,
  totals: totalsOfEmployee,
  remove: deleteWithPeriods,
};

/** Sales have countries of their own, so a product changes its lifetime instead. */
const products: Owners = {
  add: (by = us) => product({}, by),
  totals: totalsOfProduct,
  remove: (id) =>
    activity.db.asService(us.organizationId, (write) => deleteOwners(write, soldProductOwner, kinds, [id])),
  moves: {
    move: changeLifetime,
    recalculate: () => handleAll(SoldProductChangedSchema, soldProductConsumers(activity.context)),
  },
};

const ownersByKind: ReadonlyMap<Owner, Owners> = new Map([
  [vehicleOwner, vehicles],
  [employeeOwner, employees],
  [soldProductOwner, products],
]);

export const ownersOf = (owner: Owner): Owners => ownersByKind.get(owner) ?? facilities;
