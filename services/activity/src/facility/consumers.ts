import { type Consumer, on } from "@emissions/kit/consume";
import { NIL_ID } from "@emissions/kit/id";
import { FacilityRelocatedSchema } from "@emissions/proto/activity/v1/facility_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { RECORDS_MAX } from "../records/announce.ts";
import type { FacilityDependant } from "./dependant.ts";

/** Prices the records of a relocated facility again: each event one piece of them, and announces the next piece. */
export const facilityConsumers = (dependants: readonly FacilityDependant[]): Consumer[] => [
  on(FacilityRelocatedSchema, async (write, { facilityId, entityType, recordsDoneToId }) => {
    const kind =
      entityType === EntityType.UNSPECIFIED ? 0 : dependants.findIndex((one) => one.entityType === entityType);
    const dependant = dependants[kind];
    if (dependant === undefined) return;
    const ids = await dependant.announceOfFacility(write, facilityId, recordsDoneToId || NIL_ID);
    if (ids.length === RECORDS_MAX) {
      const { entityType } = dependant;
      write.emit(FacilityRelocatedSchema, { facilityId, entityType, recordsDoneToId: ids.at(-1)! });
      return;
    }
    const next = dependants[kind + 1];
    if (next !== undefined) write.emit(FacilityRelocatedSchema, { facilityId, entityType: next.entityType });
  }),
];
