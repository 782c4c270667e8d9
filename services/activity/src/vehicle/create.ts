import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import { checkFile } from "../records/files.ts";
import { plateKey } from "./plate.ts";
import { insertVehicles, type VehicleRow } from "./queries.ts";
import { plateTaken } from "./refusals.ts";
import { checkLookups, checkValues, type VehicleLookups, type VehicleValues } from "./rules.ts";

/** Catalogues and files that the vehicles of a request refer to. */
export interface Found {
  lookups: VehicleLookups;
  files: FoundEntities;
}

interface NewVehicles extends Found {
  values: readonly VehicleValues[];
  /** Refuses the request with the violations of each vehicle. */
  refuse(violations: readonly Check[][]): void;
  /** The place of the vehicle at an index in the request. */
  place(index: number): string[];
}

/** Stores all vehicles or none, and returns them in the order of the request; ids grow in this order. */
export async function createVehicles(
  write: Write,
  { values, lookups, files: looked, refuse, place }: NewVehicles,
): Promise<VehicleRow[]> {
  const { tx, org, about } = write;
  // Inside the transaction, so that replays of an earlier request skip it.
  const files = await lockReferences(tx, org, looked);
  refuse(
    values.map((vehicle) => [...checkValues(vehicle), ...checkLookups(vehicle, lookups), ...checkFile(vehicle, files)]),
  );
  const rows = newRows(write, values);
  const stored = await insertVehicles(tx, org, rows);
  const taken = rows.flatMap(({ id }, index) => (stored.has(id) ? [] : [[...place(index), "license_plate"]]));
  if (taken.length > 0) throw plateTaken(taken);
  for (const { id } of rows) about(id);
  return rows;
}

function newRows({ org, principal }: Write, values: readonly VehicleValues[]): VehicleRow[] {
  const ids = newIds(values.length);
  const createdAt = new Date();
  return values.map((vehicle, index) => ({
    ...vehicle,
    id: ids[index]!,
    organizationId: org,
    plateKey: plateKey(vehicle.licensePlate),
    customFactorOwnerId: null,
    customFactorRevision: null,
    status: "active",
    revision: 1,
    uploadedBy: principal.userId,
    createdAt,
    updatedAt: null,
    co2e: "0",
    co2eBiomass: "0",
    failedRecords: 0,
  }));
}
