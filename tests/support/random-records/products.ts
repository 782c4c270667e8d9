import fc from "fast-check";
import { amountOf, maybe, oneOf } from "./draw.ts";
import type { RandomKind } from "./kind.ts";
import { COUNTRIES, PRODUCTS } from "./owners.ts";

export const productKinds: readonly RandomKind[] = [
  {
    name: "sales of products",
    list: "/v1/sold-products/country-sales",
    template: "sold_products",
    // Periods of a product do not overlap, and have each country once.
    bodies: fc
      .record({
        product_id: oneOf(PRODUCTS.map((product) => `@product ${product}`)),
        year: fc.integer({ min: 2019, max: 2025 }),
        country: oneOf([...COUNTRIES, "PT", "IT", "PL", "NO"]),
        quantity: amountOf({ max: 99_999, decimals: 2 }),
        custom_ef_record_id: maybe(fc.constant("@own sold_products piece")),
      })
      .map(({ year, ...sale }) => ({ ...sale, start_date: `${year}-01-01`, end_date: `${year}-12-31` })),
    identity: ({ product_id, start_date, country }) => `${product_id} ${start_date} ${country}`,
    amounts: ["quantity"],
  },
];
