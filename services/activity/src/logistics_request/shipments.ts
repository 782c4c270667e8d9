import type { ServiceImpl } from "@connectrpc/connect";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import { checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "../context.ts";
import type { ListQuery } from "../list/query.ts";
import { nounOf, tableOf } from "../records/kind.ts";
import { recordStore } from "../records/store.ts";
import { logisticsRequests } from "./logistics_request.ts";
import { deleteUpload, selectShipmentValues } from "./shipment-values.ts";

type Methods =
  | "getLogisticsRequest"
  | "listLogisticsRequests"
  | "listLogisticsRequestValues"
  | "deleteLogisticsRequest"
  | "deleteLogisticsRequests"
  | "deleteLogisticsRequestsByFilters";

/** Stored requests: lists, values for filters, and deletions. */
export const shipmentHandlers = (context: Context): Pick<ServiceImpl<typeof LogisticsRequestService>, Methods> => {
  const requests = recordStore(context, logisticsRequests);
  return {
    getLogisticsRequest: async ({ id }, call) => ({ logisticsRequest: await requests.get(call, id) }),
    listLogisticsRequests: (request, call) => requests.list(call, request, "logisticsRequests"),
    listLogisticsRequestValues: async ({ field, projectId }, call) => {
      refuse(projectId === "" ? [] : inQuery(checkId("project_id", projectId)));
      const select = { field, projectId };
      return { uniqueValues: await context.db.read(call, (tx, org) => selectShipmentValues(tx, org, select)) };
    },
    deleteLogisticsRequest: (request, call) => requests.remove(call, request),
    deleteLogisticsRequests: (request, call) =>
      requests.removeByIds(call, request, "request_ids", ({ failedCount }) => {
        // Rolls the deletion back.
        if (failedCount) throw notFound(nounOf(logisticsRequests));
        return {};
      }),
    deleteLogisticsRequestsByFilters: (request, call) => requests.removeByFilter(call, request, refuseDeleted),
  };
};

const inQuery = (checks: ReturnType<typeof checkId>) =>
  checks.map((check) => ({ ...check, loc: ["query", "project_id"] }));

/** Deleted requests are listed, but cannot be deleted again. */
function refuseDeleted({ table }: ListQuery): void {
  if (table === tableOf(logisticsRequests)) return;
  refuse([violation("status", "value_error", "inactive requests are deleted already", "query")]);
}

/** A deleted file is no upload any more. */
export const uploadConsumer: Consumer = on(FileDeletedSchema, ({ tx, org }, { fileId }) =>
  deleteUpload(tx, org, fileId),
);
