import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { VehicleChangedSchema } from "@emissions/proto/activity/v1/vehicle_service";
import { activity, LITRE, us } from "../activity.fixture.ts";
import { CAR, fuelOf } from "../vehicle/vehicle-catalogue.fixture.ts";

const USUAL = {
  type: "passenger",
  unknown_vehicle_id: CAR,
  country: "ES",
  vehicle_fuel_id: fuelOf("ES", "diesel") as string | null,
  custom_emission_factor_id: null as string | null,
  custom_factor_owner_id: null as string | null,
  custom_factor_revision: null as number | null,
  registration_year: null as number | null,
  market_segment: null as string | null,
  size: null as string | null,
};
type Values = Partial<typeof USUAL>;

let plates = 0;

/** A vehicle of the organization; gives its id. */
export async function vehicle(values: Values = {}, by: Principal = us): Promise<string> {
  const id = newId();
  plates += 1;
  const plate = `V${plates}`;
  const row = { ...USUAL, ...values, id, ownership: "owned", license_plate: plate, plate_key: plate };
  await activity.db.asService(
    by.organizationId,
    ({ tx, org }) => tx`insert into vehicles ${tx({ ...row, organization_id: org })}`,
  );
  return id;
}

/** Changes a vehicle and announces it, as its service does. */
export const changeVehicle = (id: string, values: Values) =>
  activity.db.asService(us.organizationId, async ({ tx, org, emit }) => {
    await tx`select from vehicles where organization_id = ${org} and id = ${id} for update`;
    await tx`update vehicles set ${tx(values)} where organization_id = ${org} and id = ${id}`;
    emit(VehicleChangedSchema, { vehicleId: id });
  });

/** The kilograms of the consumptions of a vehicle, and of them those from biomass. */
export async function totalsOfVehicle(id: string, by: Principal = us): Promise<number[]> {
  const rows = await activity.rows<{ vehicleId: string; co2e: string; co2eBiomass: string }>(by, "vehicle_totals");
  const own = rows.find(({ vehicleId }) => vehicleId === id);
  return [own?.co2e ?? 0, own?.co2eBiomass ?? 0].map(Number);
}

/** A consumption that is right. */
export const consumptionOf = (vehicleId: string) => ({
  vehicleId,
  quantity: { value: "60.5" },
  unitId: LITRE,
  startDate: "2025-01-01",
  endDate: "2025-01-31",
});
