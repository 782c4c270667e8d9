import type { ServiceImpl } from "@connectrpc/connect";
import type { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import type { Context } from "../context.ts";
import { recordStore } from "../records/store.ts";
import { purchases } from "./purchase.ts";

export const purchaseHandlers = (context: Context): ServiceImpl<typeof PurchaseService> => {
  const store = recordStore(context, purchases);
  return {
    createPurchase: (request, call) => store.create(call, request, (purchase) => ({ purchase })),
    createPurchases: (request, call) => store.createBatch(call, request),
    getPurchase: async ({ id }, call) => ({ purchase: await store.get(call, id) }),
    listPurchases: (request, call) => store.list(call, request, "purchases"),
    listPurchaseValues: async (request, call) => ({ uniqueValues: await store.uniqueValues(call, request) }),
    updatePurchase: (request, call) => store.update(call, request, (purchase) => ({ purchase })),
    deletePurchase: (request, call) => store.remove(call, request),
    deletePurchases: (request, call) => store.removeByIds(call, request, "purchase_ids"),
    deletePurchasesByFilters: (request, call) => store.removeByFilter(call, request),
  };
};
