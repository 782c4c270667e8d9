import { type Consumer, on } from "@emissions/kit/messages/consume";
import { FacilityRelocatedSchema } from "@emissions/proto/activity/v1/facility_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { FacilityDependant } from "./dependant.ts";

/** Prices the records of a relocated facility again: each event one piece of them, and announces the next piece. */
export const facilityConsumers = (dependants: readonly FacilityDependant[]): Consumer[] => [
  on(FacilityRelocatedSchema, async (write, { facilityId, entityType, recordsDoneTo }) => {
    const kind =
      entityType === EntityType.UNSPECIFIED ? 0 : dependants.findIndex((one) => one.entityType === entityType);
    const dependant = dependants[kind];
    if (dependant === undefined) return;
    const doneTo = await dependant.announceOfFacility(write, facilityId, recordsDoneTo);
    const next = doneTo === null ? dependants[kind + 1] : dependant;
    if (next === undefined) return;
    write.emit(FacilityRelocatedSchema, { facilityId, entityType: next.entityType, recordsDoneTo: doneTo ?? "" });
  }),
];
