import { type Consumer, on } from "@emissions/kit/messages/consume";
import { SoldProductChangedSchema } from "@emissions/proto/activity/v1/sold_product_service";
import type { InputCatalogues } from "../records/kind.ts";
import { recalculateOwned } from "../records/owned.ts";
import { soldProductOwner } from "./owner.ts";
import { soldProductSales } from "./sold_product_sale.ts";

/** Recalculates the sales of a changed product: each event handles one page and announces the next. */
export const soldProductConsumers = (context: InputCatalogues): Consumer[] => [
  on(SoldProductChangedSchema, async (write, { productId, ...page }) => {
    const owned = { owner: soldProductOwner, ownerId: productId, kinds: [soldProductSales] };
    const next = await recalculateOwned(context, write, owned, page);
    if (next !== null) write.emit(SoldProductChangedSchema, { productId, ...next });
  }),
];
