import { type Consumer, on } from "@emissions/kit/messages/consume";
import { FacilityRelocatedSchema } from "@emissions/proto/activity/v1/facility_service";
import type { InputCatalogues, RecordKind } from "../records/kind.ts";
import { recalculateOwned } from "../records/owned.ts";
import { facilityOwner } from "./owner.ts";

/** Recalculates the records of a relocated facility: each event handles one page of one kind and announces the next. */
export const facilityConsumers = (context: InputCatalogues, kinds: readonly RecordKind[]): Consumer[] => [
  on(FacilityRelocatedSchema, async (write, { facilityId, gridZoneOnly, ...page }) => {
    const ofGrid = {
      kinds: kinds.filter((kind) => kind.ofGrid !== undefined),
      only: (tx: typeof write.tx, kind: RecordKind) => kind.ofGrid!(tx),
    };
    const all = { owner: facilityOwner, ownerId: facilityId, kinds };
    const next = await recalculateOwned(context, write, gridZoneOnly ? { ...all, ...ofGrid } : all, page);
    if (next !== null) write.emit(FacilityRelocatedSchema, { facilityId, gridZoneOnly, ...next });
  }),
];
