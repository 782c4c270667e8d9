import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { HandlerContext } from "@connectrpc/connect";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from "@emissions/kit/wire/headers";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  type ListPurchasesRequest,
  type Purchase,
  PurchaseSchema,
  PurchaseService,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";

const FILTER_HASH = "a3f1c2e4b5d6a7b8";
const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

export interface AskedOfPurchases {
  headers: Headers[];
  /** What lists of purchases were asked for. */
  purchases: ListPurchasesRequest[];
}

/** Keeps what it is given. */
export function purchaseService(seen: AskedOfPurchases): ServiceEntry {
  const purchases = new Map<string, Purchase>();
  const repeats = new Map<string, Purchase>();
  const one = (id: string, call: HandlerContext) => {
    const found = purchases.get(id);
    if (found?.organizationId !== principalOf(call).organizationId) throw notFound("purchase");
    return found;
  };
  return serve(PurchaseService, {
    createPurchase(request, call) {
      seen.headers.push(call.requestHeader);
      const { organizationId } = principalOf(call);
      const repeat = call.requestHeader.get(IDEMPOTENCY_KEY);
      const name = `${organizationId} ${repeat} ${call.requestHeader.get(IDEMPOTENCY_FINGERPRINT)}`;
      const earlier = repeat === null ? undefined : repeats.get(name);
      if (earlier) {
        call.responseHeader.set(IDEMPOTENT_REPLAYED, "true");
        return { purchase: earlier };
      }
      const { $typeName: _, ...sent } = request;
      const calculationStatus = CalculationStatus.PENDING;
      const purchase = create(PurchaseSchema, {
        ...sent,
        id: newId(),
        organizationId,
        calculationStatus,
        createdAt: NOW,
      });
      purchases.set(purchase.id, purchase);
      repeats.set(name, purchase);
      return { purchase };
    },
    getPurchase: ({ id }, call) => ({ purchase: one(id, call) }),
    listPurchases: (request, call) => {
      seen.purchases.push(request);
      const mine = [...purchases.values()].filter((p) => p.organizationId === principalOf(call).organizationId);
      return { purchases: mine.slice(0, request.size), total: mine.length, filterHash: FILTER_HASH };
    },
    updatePurchase: (request, call) => {
      const purchase = one(request.id, call);
      for (const path of request.updateMask?.paths ?? []) {
        const { localName } = PurchaseSchema.fields.find(({ name }) => name === path)!;
        Object.assign(purchase, { [localName]: request[localName as keyof typeof request] });
      }
      // Stands in for calc, which answers a moment later.
      purchase.calculationStatus = CalculationStatus.CALCULATED;
      return { purchase };
    },
    deletePurchase: ({ id }, call) => {
      purchases.delete(one(id, call).id);
      return {};
    },
    listPurchaseValues: ({ field }) => ({
      uniqueValues: {
        field,
        totalCount: 2,
        values: [
          { value: NIL_ID, count: 3 },
          { value: "x", label: "X", count: 1 },
        ],
      },
    }),
    deletePurchases: ({ purchaseIds }) => ({
      deletion: { successCount: purchaseIds.length, successIds: purchaseIds, message: "Deleted." },
    }),
    deletePurchasesByFilters: ({ filterHash }) => {
      if (filterHash !== FILTER_HASH) throw conflict("FILTER_HASH_MISMATCH", "The set has changed.");
      return { deletion: { message: "0 deleted." } };
    },
  });
}

export const samplePurchase = {
  product_name: "Paper",
  sector: "17.12",
  quantity: 100.5,
  unit_id: "0190f3a0-0000-7000-8000-0000000000e0",
  purchase_date: "2026-01-31",
  expense_type: "opex",
};
