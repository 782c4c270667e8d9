import type { ServiceImpl } from "@connectrpc/connect";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import type { Context } from "../context.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { purchases } from "./purchase.ts";

export const purchaseHandlers = (context: Context): ServiceImpl<typeof PurchaseService> =>
  usualHandlers(recordStore(context, purchases), PurchaseService, { one: "purchase", many: "purchases" });
