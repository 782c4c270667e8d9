import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { unknown } from "@emissions/kit/wire/checks";
import type { Owner } from "../records/owner.ts";

/** Sales have countries of their own. */
const NOWHERE = { country: "", gridZone: null };

/** Sales of products: the product has their energy and lifetime, and shows the sum of their emissions. */
export const soldProductOwner: Owner = {
  table: "sold_products",
  totals: "sold_product_totals",
  countsFailures: true,
  column: "product_id",
  key: "productId",
  lockLocations: async (tx, org, ids) => {
    const products = await lockProducts(tx, org, [...new Set(ids)].filter(isId));
    return new Map(products.map(({ id }) => [id, NOWHERE]));
  },
  // A product of another organization is unknown, too.
  check: (record, known) => {
    const { productId } = record as { productId: string };
    return !isId(productId) || known.has(productId) ? [] : [unknown("product_id")];
  },
};

/** Locks the existing products against deletion and changes until the transaction ends, and returns them. */
const lockProducts = (tx: Tx, org: string, ids: readonly string[]) => tx<{ id: string }[]>`
  select id from sold_products where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
  order by id for key share`;
