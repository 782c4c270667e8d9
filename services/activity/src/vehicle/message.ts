import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import { type VehicleSchema, VehicleStatusSchema } from "@emissions/proto/activity/v1/vehicle_service";
import type { UserRow } from "../organization/queries.ts";
import { valuesWriter } from "../records/columns.ts";
import { toGroup } from "../records/custom-factors.ts";
import { headOf } from "../records/view.ts";
import { statusOf } from "./list.ts";
import type { VehicleRow } from "./queries.ts";
import { columns, type VehicleLookups } from "./rules.ts";

const toValues = valuesWriter(columns);

export const toVehicle = (
  row: VehicleRow,
  { fuels, unknownVehicles, factors }: Omit<VehicleLookups, "countries">,
  recorder: UserRow | null,
): MessageInitShape<typeof VehicleSchema> => ({
  head: headOf(row, recorder),
  values: toValues(row),
  status: enumNumber(VehicleStatusSchema, statusOf(row)),
  co2e: { value: row.co2e },
  co2eBiomass: { value: row.co2eBiomass },
  unknownVehicleType: unknownVehicles.get(row.unknownVehicleId)?.type,
  vehicleFuel: fuels.get(row.vehicleFuelId ?? "")?.fuel,
  customEmissionFactor: toGroup(row, factors),
});
