import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import type { LibraryVehicleFuel } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import type { Context } from "../context.ts";
import type { Factors } from "../records/custom-factors.ts";
import type { Caller, InputCatalogues, RelatedPurpose } from "../records/kind.ts";
import type { Consumption } from "./row.ts";

/** The fields of a vehicle that decide about the emissions of its consumptions. */
export interface VehicleRow {
  id: string;
  country: string;
  type: string;
  unknownVehicleId: string;
  vehicleFuelId: string | null;
  customEmissionFactorId: string | null;
  registrationYear: number | null;
  marketSegment: string | null;
  size: string | null;
}

/** Rows and catalogue entries that consumptions refer to. */
export interface Vehicles {
  vehicles: ReadonlyMap<string, VehicleRow>;
  /** By id of the fuel. */
  fuels: ReadonlyMap<string, LibraryVehicleFuel>;
  /** Type of the vehicle, by `unknownVehicleId`. */
  typeOf: (vehicle: VehicleRow) => string;
}

/** Custom groups of vehicles. */
export interface VehicleGroups {
  vehicleGroups: Factors["groups"];
}

const NONE: Vehicles = { vehicles: new Map(), fuels: new Map(), typeOf: () => "" };

export const selectVehicles = (tx: Tx, org: string, ids: readonly string[]) => tx<VehicleRow[]>`
  select id, country, type, unknown_vehicle_id, vehicle_fuel_id, custom_emission_factor_id, registration_year,
    market_segment, size
  from vehicles where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id`;

/** Locks vehicles against changes until the transaction ends: a change waits, and then finds the new consumptions. */
const lockVehicles = (tx: Tx, org: string, ids: readonly string[]) => tx<VehicleRow[]>`
  ${selectVehicles(tx, org, ids)} for key share`;

const idsOf = (named: readonly Pick<Consumption, "vehicleId">[]): string[] => [
  ...new Set(named.map(({ vehicleId }) => vehicleId).filter(isId)),
];

/** Replies show no field of the vehicle. */
export async function selectVehiclesOf(
  tx: Tx,
  [org]: readonly string[],
  named: readonly Consumption[],
  purpose: RelatedPurpose,
  { vehicleEnergies, unknownVehicles }: InputCatalogues,
): Promise<Vehicles> {
  if (purpose === "show") return NONE;
  const [rows, fuels, types] = await Promise.all([
    (purpose === "check" ? selectVehicles : lockVehicles)(tx, org!, idsOf(named)),
    vehicleEnergies.all(),
    unknownVehicles.all(),
  ]);
  const vehicles = new Map(rows.map((row) => [row.id, row]));
  return { vehicles, fuels, typeOf: ({ unknownVehicleId }) => types.get(unknownVehicleId)?.type ?? "" };
}

/** Current groups of the named vehicles, before a transaction begins. */
export async function lookUpGroups(
  { db, factors }: Context,
  call: Caller,
  named: readonly Consumption[],
  purpose: "price" | "show",
): Promise<VehicleGroups> {
  if (purpose === "show") return { vehicleGroups: new Map() };
  const vehicles = await db.read(call, (tx, org) => selectVehicles(tx, org, idsOf(named)));
  const names = vehicles.map(({ customEmissionFactorId }) => ({ customEmissionFactorId, customEfRecordId: null }));
  return { vehicleGroups: (await factors.inForce(call, names)).groups };
}

/** Those of the consumptions that exist, and belong to the vehicle if one is named. */
export async function selectIdsOfVehicle(
  tx: Tx,
  org: string,
  { ids, vehicleId }: { ids: readonly string[]; vehicleId?: string },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from vehicle_consumptions
    where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
      ${vehicleId === undefined ? tx`` : tx`and vehicle_id = ${vehicleId}`}`;
  return rows.map(({ id }) => id);
}

/** The license plates of vehicles, by id. */
export async function selectPlates(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; licensePlate: string }[]>`
    select id, license_plate from vehicles
    where organization_id = any (${orgs as string[]}::uuid[]) and id = any (${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, licensePlate }) => [id, licensePlate]));
}

/** Consumptions follow the custom group of their vehicle, in the revision of the change of the vehicle. */
export const copyGroups = (tx: Tx, org: string, ids: readonly string[]) => tx`
  update vehicle_consumptions c set custom_emission_factor_id = v.custom_emission_factor_id,
    custom_factor_owner_id = v.custom_factor_owner_id, custom_factor_revision = v.custom_factor_revision
  from vehicles v
  where c.organization_id = ${org} and c.id in (select unnest(${ids as string[]}::uuid[]))
    and v.organization_id = ${org} and v.id = c.vehicle_id
    and c.custom_emission_factor_id is distinct from v.custom_emission_factor_id`;
