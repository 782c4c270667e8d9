import { unitId } from "@emissions/quantity/catalogue-id";
import fc from "fast-check";
import type { Catalogue } from "./catalogue.ts";
import { amountOf, anyDay, fraction, maybe, oneOf } from "./draw.ts";
import type { RandomKind } from "./kind.ts";

export function purchaseKinds({ sectors, materials }: Catalogue, masses: readonly string[]): RandomKind[] {
  const bought = {
    purchase_date: anyDay,
    expense_type: oneOf(["opex", "capex"]),
    status: oneOf(["active", "active", "active", "inactive"]),
  };
  const common = { list: "/v1/purchases", template: "purchases" };
  const money = {
    quantity: amountOf(),
    unit_id: oneOf(["EUR", "USD", "GBP", "SEK", "JPY"].map(unitId)),
    supplier_id: maybe(oneOf(["@supplier ES", "@supplier US"])),
  };
  const mass = { non_currency_quantity: amountOf() };
  const ofMass = { amounts: ["non_currency_quantity"], unit: "non_currency_unit_id" };
  const named = { product_name: fc.constant("Goods"), sector: oneOf(sectors) };
  return [
    {
      ...common,
      name: "purchases by spend",
      bodies: fc.record({ ...bought, ...named, ...money, recycled: maybe(fraction) }),
      amounts: ["quantity"],
    },
    {
      ...common,
      ...ofMass,
      name: "purchases by mass",
      bodies: oneOf(materials).chain((product_name) =>
        fc.record({
          ...bought,
          ...mass,
          product_name: fc.constant(product_name),
          sector: fc.constant(product_name),
          non_currency_unit_id: oneOf(masses),
          recycled: maybe(fraction),
        }),
      ),
    },
    {
      ...common,
      amounts: ["non_currency_quantity"],
      name: "purchases by an own factor",
      bodies: fc.record({ ...bought, ...named, ...mass, isGroup: fc.boolean() }).map(({ isGroup, ...body }) => ({
        ...body,
        non_currency_unit_id: unitId("kg"),
        ...(isGroup ? { custom_emission_factor_id: "@group purchases" } : { custom_ef_record_id: "@own purchases kg" }),
      })),
    },
  ];
}
