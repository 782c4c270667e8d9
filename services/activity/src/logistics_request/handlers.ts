import type { ServiceImpl } from "@connectrpc/connect";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import type { Context } from "../context.ts";
import { recordHandlers } from "../records/handlers.ts";
import { recordStore } from "../records/store.ts";
import { logisticsRequests } from "./logistics_request.ts";

export const logisticsRequestHandlers = (context: Context): Partial<ServiceImpl<typeof LogisticsRequestService>> => {
  const requests = recordStore(context, logisticsRequests);
  return recordHandlers(requests, LogisticsRequestService, { one: "logisticsRequest", many: "logisticsRequests" });
};
