import type { Write } from "@emissions/kit/db";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";

/** What a kind of record brings so that its records go with their facility. */
export interface FacilityDependant {
  entityType: EntityType;
  /**
   * Deletes the next records of the facility, at most RECORDS_MAX, announces that they are gone, and tells how many
   * there were. The totals of the facility are left alone: they go next.
   */
  deleteOfFacility(write: Write, facilityId: string): Promise<number>;
  /**
   * For a facility whose country changed: takes the number off its next records behind an id, in order of id and at
   * most RECORDS_MAX, moves the totals of the facility, announces the records as they are now, and gives back their
   * ids in that order.
   */
  announceOfFacility(write: Write, facilityId: string, afterId: string): Promise<string[]>;
}
