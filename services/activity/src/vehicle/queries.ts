import { isDuplicate } from "@emissions/kit/db/duplicate";
import type { Tx } from "@emissions/kit/db/transactions";
import type { FactorPin } from "../records/custom-factors.ts";
import { plateTaken } from "./refusals.ts";
import type { VehicleValues } from "./rules.ts";

/** The pin is that of the latest change of the custom group; null before. */
export interface VehicleRow extends VehicleValues, FactorPin {
  organizationId: string;
  id: string;
  plateKey: string;
  status: "active" | "archived";
  revision: number;
  uploadedBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  /** Kilograms. */
  co2e: string;
  co2eBiomass: string;
  /** Consumptions whose latest calculation has failed. */
  failedRecords: number;
}

/**
 * Returns the ids of the stored vehicles: those whose license plate exists, or came before in the request, are not
 * stored. A plate that another transaction stores is waited for, so all writers store plates in one order. JSON, because
 * it needs one parameter.
 */
export async function insertVehicles(tx: Tx, org: string, vehicles: readonly VehicleRow[]): Promise<Set<string>> {
  const stored = await tx<{ id: string }[]>`
    insert into vehicles (organization_id, id, name, type, ownership, license_plate, plate_key, unknown_vehicle_id,
      country, vehicle_fuel_id, custom_emission_factor_id, registration_year, market_segment, size, external_id, file_id,
      file_name, file_url, uploaded_by, created_at)
    select ${org}::uuid, id, name, type, ownership, "licensePlate", "plateKey", "unknownVehicleId",
      country, "vehicleFuelId", "customEmissionFactorId", "registrationYear", "marketSegment", size, "externalId", "fileId",
      "fileName", "fileUrl", "uploadedBy", "createdAt"
    from json_to_recordset(${JSON.stringify(vehicles)}::text::json) as v (id uuid, name text, type text, ownership text,
      "licensePlate" text, "plateKey" text, "unknownVehicleId" uuid, country text, "vehicleFuelId" uuid,
      "customEmissionFactorId" uuid, "registrationYear" int, "marketSegment" text, size text, "externalId" text,
      "fileId" uuid, "fileName" text, "fileUrl" text, "uploadedBy" uuid, "createdAt" timestamptz)
    order by "plateKey", id
    on conflict (organization_id, plate_key) do nothing
    returning id`;
  return new Set(stored.map(({ id }) => id));
}

/** Vehicles with the sums of their records. */
export const withTotals = (tx: Tx) => tx`
  select t.*, coalesce(s.co2e, 0) as co2e, coalesce(s.co2e_biomass, 0) as co2e_biomass,
    coalesce(s.failed_records, 0) as failed_records
  from vehicles t left join vehicle_totals s on s.organization_id = t.organization_id and s.vehicle_id = t.id`;

/** A lock prevents changes of the vehicle, and new consumptions, until the transaction ends. */
export async function selectVehicle(tx: Tx, org: string, id: string, lock?: "to change"): Promise<VehicleRow | null> {
  const [row] = await tx<VehicleRow[]>`
    ${withTotals(tx)} where t.organization_id = ${org} and t.id = ${id} ${lock ? tx`for update of t` : tx``}`;
  return row ?? null;
}

/** Refuses with VEHICLE_ALREADY_EXISTS. */
export async function updateVehicle(tx: Tx, org: string, vehicle: VehicleRow): Promise<void> {
  try {
    await tx`
      update vehicles set name = ${vehicle.name}, type = ${vehicle.type}, ownership = ${vehicle.ownership},
        license_plate = ${vehicle.licensePlate}, plate_key = ${vehicle.plateKey},
        unknown_vehicle_id = ${vehicle.unknownVehicleId}, country = ${vehicle.country},
        vehicle_fuel_id = ${vehicle.vehicleFuelId}, custom_emission_factor_id = ${vehicle.customEmissionFactorId},
        registration_year = ${vehicle.registrationYear}, market_segment = ${vehicle.marketSegment},
        size = ${vehicle.size}, external_id = ${vehicle.externalId}, file_id = ${vehicle.fileId},
        file_name = ${vehicle.fileName}, file_url = ${vehicle.fileUrl}, status = ${vehicle.status},
        custom_factor_owner_id = ${vehicle.customFactorOwnerId},
        custom_factor_revision = ${vehicle.customFactorRevision}, revision = ${vehicle.revision}, updated_at = ${vehicle.updatedAt}
      where organization_id = ${org} and id = ${vehicle.id}`;
  } catch (error) {
    if (isDuplicate(error, "vehicles_by_plate_key")) throw plateTaken([["body", "license_plate"]]);
    throw error;
  }
}
