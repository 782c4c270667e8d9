import type { Write } from "@emissions/kit/db/transactions";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";

/** What a kind of record provides so that its records are deleted, and priced again, with their facility. */
export interface FacilityDependant {
  entityType: EntityType;
  /**
   * Deletes the next records of the facility, at most RECORDS_MAX, announces that they are gone, and tells which. The
   * items of jobs that wait for them are left alone, and the totals of the facility: they go next.
   */
  deleteOfFacility(write: Write, facilityId: string, doneTo: string): Promise<{ gone: string[]; progress: Progress }>;
  /**
   * For a facility whose country changed: takes the number off its next records, at most RECORDS_MAX, moves the totals
   * of the facility, and announces the records as they are now.
   */
  announceOfFacility(write: Write, facilityId: string, doneTo: string): Promise<Progress>;
}

/**
 * The place that was reached among the records of a facility, in the order of an index; "" is the beginning, null the
 * end.
 */
export type Progress = string | null;
