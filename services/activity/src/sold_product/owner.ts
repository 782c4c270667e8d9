import { ownerIn } from "../records/owner.ts";

/** Sales of products: the product has their energy and lifetime, and shows the sum of their emissions. */
export const soldProductOwner = ownerIn({
  table: "sold_products",
  totals: "sold_product_totals",
  countsFailures: true,
  column: "product_id",
  key: "productId",
});
