import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { checkFile } from "../records/files.ts";
import { newRows } from "../records/new-rows.ts";
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

const NEW = { customFactorOwnerId: null, customFactorRevision: null, status: "active", failedRecords: 0 } as const;

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
  const rows = newRows(write, values).map((row) => ({ ...row, ...NEW, plateKey: plateKey(row.licensePlate) }));
  const stored = await insertVehicles(tx, org, rows);
  const taken = rows.flatMap(({ id }, index) => (stored.has(id) ? [] : [[...place(index), "license_plate"]]));
  if (taken.length > 0) throw plateTaken(taken);
  for (const { id } of rows) about(id);
  return rows;
}
