import type { BusinessTravelValues } from "@emissions/proto/activity/v1/business_travel_service";
import type { ValuesOf } from "../records/columns.ts";
import type { StoredRecord } from "../records/kind.ts";

export type Travel = ValuesOf<BusinessTravelValues>;

export interface Measured {
  /** Of one direction. */
  kilometres: string;
  /** The message Journey as JSON; null for a recorded distance. */
  journey: string | null;
}

export type TravelRow = Travel & StoredRecord & Measured;
