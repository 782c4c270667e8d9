import type { Tx } from "@emissions/kit/db/transactions";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import { FacilityRelocatedSchema } from "@emissions/proto/activity/v1/facility_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { InputCatalogues, RecordKind } from "../records/kind.ts";
import { recalculateOwned } from "../records/owned.ts";
import { facilityOwner } from "./owner.ts";

/** The electricity grid of a facility prices invoices of electricity alone. */
const isOfGrid = ({ entityType }: RecordKind) => entityType === EntityType.INVOICES;
const only = (tx: Tx) => tx`type = 'electricity'`;

/** Recalculates the records of a relocated facility: each event handles one page of one kind and announces the next. */
export const facilityConsumers = (context: InputCatalogues, kinds: readonly RecordKind[]): Consumer[] => [
  on(FacilityRelocatedSchema, async (write, { facilityId, gridZoneOnly, ...page }) => {
    const depending = gridZoneOnly ? { kinds: kinds.filter(isOfGrid), only } : { kinds };
    const next = await recalculateOwned(
      context,
      write,
      { owner: facilityOwner, ownerId: facilityId, ...depending },
      page,
    );
    if (next !== null) write.emit(FacilityRelocatedSchema, { facilityId, gridZoneOnly, ...next });
  }),
];
