import type { Principal } from "@emissions/kit/wire/principal";
import { type LogisticsRequest, LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import type { BulkError } from "@emissions/proto/activity/v1/record";
import type { Flat } from "@emissions/testkit/flat";
import { activity, us } from "../activity.fixture.ts";
import { TOCS } from "../records/freight.fixture.ts";

type Shown = Flat<LogisticsRequest>;

interface Bulk {
  totalReceived: number;
  totalProcessed: number;
  success: number;
  failed: number;
  results: Shown[];
  errors: BulkError[];
  jobId?: string;
}

export const amount = (value: string) => ({ value });
export const requests = (as: Principal = us, headers: Record<string, string> = {}) =>
  activity.as(as, LogisticsRequestService, headers);

/** The leg of the check value: 1,015 tonne-kilometres. */
export const LEG = {
  toc: TOCS.truckDiesel.toc,
  load: amount("5000"),
  distanceKm: amount("203"),
  shipmentDate: "2025-03-30",
};
/** A leg of a shipment, which a repeat replaces. */
export const MOVED = { ...LEG, movementId: "SHIP-1", movementStretch: "main" };
/** A leg whose distance is measured. */
export const MEASURED = { ...LEG, distanceKm: undefined, origin: "MAD", destination: "BCN" };

export const createLeg = async (values: object = LEG): Promise<Shown> =>
  (await requests().createLogisticsRequest(values)).logisticsRequest!;
export const enqueueLeg = async (values: object = LEG): Promise<Shown> =>
  (await requests().enqueueLogisticsRequest(values)).logisticsRequest!;
export const getLeg = async (id: string): Promise<Shown> =>
  (await requests().getLogisticsRequest({ id })).logisticsRequest!;
export const createLegs = async (records: readonly object[], more: object = {}): Promise<Bulk> =>
  (await requests().createLogisticsRequests({ records, ...more })).bulk as unknown as Bulk;
export const enqueueLegs = async (records: readonly object[], more: object = {}): Promise<Bulk> =>
  (await requests().enqueueLogisticsRequests({ records, ...more })).bulk as unknown as Bulk;
