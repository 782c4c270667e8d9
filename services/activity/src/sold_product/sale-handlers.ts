import { clone, create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { RejectedRecordSchema } from "@emissions/proto/activity/v1/record";
import {
  type CreateSoldProductSalesRequest,
  CreateSoldProductSalesRequestSchema,
  SoldProductSaleService,
} from "@emissions/proto/activity/v1/sold_product_sale_service";
import type { Context } from "../context.ts";
import type { Caller } from "../records/kind.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { selectIdsByName } from "./product-queries.ts";
import { soldProductSales } from "./sold_product_sale.ts";

const NAMES = { one: "soldProductSale", many: "soldProductSales" } as const;

export const soldProductSaleHandlers = (context: Context): ServiceImpl<typeof SoldProductSaleService> => {
  const sales = recordStore(context, soldProductSales);
  return {
    ...usualHandlers(sales, SoldProductSaleService, NAMES),
    createSoldProductSales: async (request, call) =>
      sales.createBatch(call, await withProducts(context, call, request)),
  };
};

/** The request with the ids of products that it names. Records whose name fits no product are rejected. */
async function withProducts(
  { db }: Context,
  call: Caller,
  request: CreateSoldProductSalesRequest,
): Promise<CreateSoldProductSalesRequest> {
  const names = new Set(request.records.flatMap(({ productName }) => productName ?? []));
  if (names.size === 0) return request;
  const ids = await db.read(call, (tx, org) => selectIdsByName(tx, org, [...names]));
  const named = clone(CreateSoldProductSalesRequestSchema, request);
  const known = new Set(request.rejected.map(({ index }) => index));
  for (const [index, record] of named.records.entries()) {
    const { productName, productId } = record;
    if (productName === undefined || known.has(index)) continue;
    const id = ids.get(productName);
    const violations = checkName(id, productId).map(({ loc, ...rest }) => ({ ...rest, loc: [...loc] }));
    if (violations.length > 0) named.rejected.push(create(RejectedRecordSchema, { index, violations }));
    else record.productId ??= id;
  }
  return named;
}

function checkName(id: string | undefined, productId: string | undefined): Check[] {
  if (id === undefined) return [unknown("product_name")];
  if (productId === undefined || productId.toLowerCase() === id) return [];
  return isId(productId) ? [violation("product_name", "value_error.product_name", "not the name of product_id")] : [];
}
