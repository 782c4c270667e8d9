import { type Consumer, on } from "@emissions/kit/messages/consume";
import { VehicleChangedSchema } from "@emissions/proto/activity/v1/vehicle_service";
import type { InputCatalogues, RecordKind } from "../records/kind.ts";
import { recalculateOwned } from "../records/owned.ts";
import { vehicleOwner } from "./owner.ts";

/** Recalculates the records of a changed vehicle: each event handles one page of one kind and announces the next. */
export const vehicleConsumers = (context: InputCatalogues, kinds: readonly RecordKind[]): Consumer[] => [
  on(VehicleChangedSchema, async (write, { vehicleId, ...page }) => {
    const next = await recalculateOwned(context, write, { owner: vehicleOwner, ownerId: vehicleId, kinds }, page);
    if (next !== null) write.emit(VehicleChangedSchema, { vehicleId, ...next });
  }),
];
