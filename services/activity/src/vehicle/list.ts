import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import {
  type VehicleFilter,
  VehicleOwnershipSchema,
  VehicleStatus,
  VehicleStatusSchema,
} from "@emissions/proto/activity/v1/vehicle_service";
import type { Catalogues } from "../catalogues.ts";
import { joined } from "../list/columns.ts";
import { anyId, anyOf, type Filter } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { originFilters } from "../list/listing.ts";
import { withTotals } from "../resource/table.ts";
import { vehicleOwner } from "./owner.ts";

const hasFailures = (tx: Tx) => tx`
  exists (select from vehicle_totals s where s.organization_id = vehicles.organization_id and s.vehicle_id = vehicles.id
    and s.failed_records > 0)`;

/** Any of these statuses. The table has only that of the use: an active vehicle with failed records is in `error`. */
const anyStatus: Filter<VehicleStatus[]> = {
  ...anyOf("status", VehicleStatusSchema),
  where: (tx, sent) => {
    const parts = sent.map((status) => {
      if (status === VehicleStatus.ARCHIVED) return tx`status = 'archived'`;
      const failed = status === VehicleStatus.ERROR ? hasFailures(tx) : tx`not ${hasFailures(tx)}`;
      return tx`(status = 'active' and ${failed})`;
    });
    return tx`(${joined(tx, parts, tx` or `)})`;
  },
};

/** The status that clients see. */
export const statusOf = ({ status, failedRecords }: { status: "active" | "archived"; failedRecords: number }) =>
  status === "active" && failedRecords > 0 ? "error" : status;

const labelsOf = <T>(entries: ReadonlyMap<string, T>, label: (entry: T) => string) =>
  new Map(Array.from(entries, ([id, entry]) => [id, label(entry)]));

/** Labels come from the catalogues of fuels and types. */
export const vehicleList = (catalogues: Pick<Catalogues, "vehicleFuels" | "unknownVehicles">): List<VehicleFilter> => ({
  table: "vehicles",
  rows: withTotals(vehicleOwner),
  version: "revision",
  search: "search_text",
  filters: {
    status: anyStatus,
    ownership: anyOf("ownership", VehicleOwnershipSchema),
    unknownVehicleId: anyId("unknown_vehicle_id"),
    vehicleFuelId: anyId("vehicle_fuel_id"),
    ...originFilters,
  },
  order: [{ by: "license_plate" }],
  sorts: {
    name: { by: "name", nullable: true },
    license_plate: "license_plate",
    // Ids are made in the order of time.
    created_at: "id",
    updated_at: { by: "updated_at", nullable: true },
  },
  values: {
    file_id: { none: NIL_ID, label: "file_name" },
    vehicle_fuel_id: {
      none: NIL_ID,
      labels: async () => labelsOf(await catalogues.vehicleFuels.all(), ({ fuel }) => fuel),
    },
    unknown_vehicle_id: {
      labels: async () => labelsOf(await catalogues.unknownVehicles.all(), ({ type }) => type),
    },
  },
});
