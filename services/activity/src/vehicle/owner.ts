import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { unknown } from "@emissions/kit/wire/checks";
import type { Owner } from "../records/owner.ts";

/** Records of vehicles: the vehicle selects the country of the factor and shows the sum of their emissions. */
export const vehicleOwner: Owner = {
  table: "vehicles",
  totals: "vehicle_totals",
  countsFailures: true,
  column: "vehicle_id",
  key: "vehicleId",
  lockLocations: async (tx, org, ids) => {
    const vehicles = await lockVehicles(tx, org, [...new Set(ids)].filter(isId));
    return new Map(vehicles.map(({ id, country }) => [id, { country, gridZone: null }]));
  },
  // A vehicle of another organization is unknown, too.
  check: (record, known) => {
    const { vehicleId } = record as { vehicleId: string };
    return !isId(vehicleId) || known.has(vehicleId) ? [] : [unknown("vehicle_id")];
  },
};

/** Locks the existing vehicles against deletion until the transaction ends, and returns them. */
const lockVehicles = (tx: Tx, org: string, ids: readonly string[]) => tx<{ id: string; country: string }[]>`
  select id, country from vehicles where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
  order by id for key share`;
