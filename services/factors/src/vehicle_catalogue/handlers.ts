import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type VehicleCatalogueService,
  VehicleEnergySchema,
} from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import type { Context } from "../context.ts";
import { searchedPage } from "../search.ts";
import { toUnit } from "../unit/convert.ts";
import { fuelsOf } from "./rules.ts";

export const vehicleCatalogueHandlers = ({ catalogue }: Context): ServiceImpl<typeof VehicleCatalogueService> => ({
  listVehicleFuels: async (request, call) => {
    const all = fuelsOf(await catalogue.current(call));
    const { rows, total } = searchedPage(all, request, ({ row }) => `${row.fuel} ${row.country}`);
    return {
      total,
      fuels: rows.map(toFuel),
    };
  },

  lookUpVehicleFuels: async (_request, call) => {
    const all = fuelsOf(await catalogue.current(call));
    const fuels = all.map((one) => ({ fuel: toFuel(one), energy: enumNumber(VehicleEnergySchema, one.row.energy) }));
    return { fuels };
  },

  listUnknownVehicles: async (_request, call) => {
    const { unknownVehicles } = await catalogue.current(call);
    return {
      vehicles: unknownVehicles.map((row) => ({
        id: row.id,
        type: row.type,
        ...(row.country !== null && { country: row.country }),
        ...changes(row),
      })),
    };
  },
});

const toFuel = ({ row, units }: ReturnType<typeof fuelsOf>[number]) => ({
  id: row.id,
  fuel: row.fuel,
  country: row.country,
  fuelUnits: units.map(toUnit),
  ...changes(row),
});

const changes = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date | null }) => ({
  createdAt: timestampFromDate(createdAt),
  ...(updatedAt !== null && { updatedAt: timestampFromDate(updatedAt) }),
});
