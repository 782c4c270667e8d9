import type { ServiceImpl } from "@connectrpc/connect";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import type { Context } from "../context.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { logisticsRequests } from "./logistics_request.ts";
import { shipmentHandlers } from "./shipments.ts";

const NAMES = { one: "logisticsRequest", many: "logisticsRequests" } as const;

export const logisticsRequestHandlers = (context: Context): ServiceImpl<typeof LogisticsRequestService> => {
  const requests = recordStore(context, logisticsRequests);
  return {
    ...usualHandlers(requests, LogisticsRequestService, NAMES),
    ...shipmentHandlers(context),
    createLogisticsRequest: (request, call) =>
      requests.createInCall(call, request, (logisticsRequest) => ({ logisticsRequest })),
    createLogisticsRequests: (request, call) => requests.createManyInCall(call, request, (bulk) => ({ bulk })),
    enqueueLogisticsRequest: (request, call) =>
      requests.enqueue(call, request, (logisticsRequest) => ({ logisticsRequest: asSent(logisticsRequest) })),
    enqueueLogisticsRequests: (request, call) =>
      requests.enqueueMany(call, request, (bulk) => ({ bulk: { ...bulk, results: bulk.results.map(asSent) } })),
  };
};

interface Answered {
  values: Record<string, unknown>;
}

/** The answer to a queued request has only the distance and the tonne-kilometres that were sent. */
const asSent = <M extends Answered>(message: M): M => {
  const { distanceKm, tkm } = message.values;
  return { ...message, distanceKm, tkm, ...(distanceKm === undefined && { journey: undefined }) };
};
