import type { ServiceImpl } from "@connectrpc/connect";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import type { Context } from "../context.ts";
import { recordHandlers } from "../records/handlers.ts";
import { recordStore } from "../records/store.ts";
import { purchases } from "./purchase.ts";

export const purchaseHandlers = (context: Context): ServiceImpl<typeof PurchaseService> =>
  recordHandlers(recordStore(context, purchases), PurchaseService, { one: "purchase", many: "purchases" });
