import type { Catalogue } from "./catalogue.ts";
import { freightKinds } from "./freight.ts";
import { invoiceKinds } from "./invoices.ts";
import type { RandomKind } from "./kind.ts";
import { peopleKinds } from "./people.ts";
import { productKinds } from "./products.ts";
import { purchaseKinds } from "./purchases.ts";
import { vehicleKinds } from "./vehicles.ts";
import { wasteKinds } from "./wastes.ts";

/** Every kind of record, in the forms that are calculated in different ways. */
export function kindsOf(catalogue: Catalogue): readonly RandomKind[] {
  const unitsIn = (dimension: string) =>
    catalogue.units.filter((unit) => unit.dimension === dimension).map(({ id }) => id);
  return [
    ...purchaseKinds(catalogue, unitsIn("mass")),
    ...invoiceKinds(catalogue, unitsIn),
    ...wasteKinds(catalogue, unitsIn),
    ...vehicleKinds(catalogue),
    ...peopleKinds(catalogue),
    ...freightKinds(catalogue, unitsIn("mass")),
    ...productKinds,
  ];
}
