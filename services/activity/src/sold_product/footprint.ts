import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import type { SoldProductFootprintSchema } from "@emissions/proto/activity/v1/sold_product_service";
import { divide, parse, plain, roundKg, ZERO } from "@emissions/quantity/decimal";
import { endOfLifeOf, manufactureOf, type ProductRow, toStage } from "./product-row.ts";

/** The calculated sales of a product in one country. */
interface UseRow {
  country: string;
  quantity: string;
  /** Kilograms of all units. */
  co2e: string;
}

/** Sorted by country. */
export const selectUse = (tx: Tx, org: string, productId: string, country: string) => tx<UseRow[]>`
  select country, sum(quantity) as quantity, sum(co2e) as co2e from sold_product_sales
  where organization_id = ${org} and product_id = ${productId} and co2e is not null
    ${country === "" ? tx`` : tx`and country = ${country}`}
  group by country order by country`;

/** The emissions of one unit in its life. The shown stages add up exactly to the total. */
export function footprintOf(
  product: ProductRow,
  use: readonly UseRow[],
  country: string,
): MessageInitShape<typeof SoldProductFootprintSchema> {
  const [manufacture, endOfLife] = [manufactureOf(product), endOfLifeOf(product)];
  const usePhase = use.length === 0 ? null : perUnit(sumOf(use, "co2e"), sumOf(use, "quantity"));
  const stages = { manufacture: manufacture?.co2e, use_phase: usePhase, end_of_life: endOfLife?.co2e };
  const known = Object.values(stages).filter((co2e) => typeof co2e === "string");
  return {
    productId: product.id,
    productName: product.productName,
    country: country || undefined,
    manufacture: toStage(manufacture),
    usePhaseCo2e: usePhase === null ? undefined : { value: usePhase },
    endOfLife: toStage(endOfLife),
    totalCo2e: { value: plain(known.reduce((sum, co2e) => sum.plus(parse(co2e)), ZERO)) },
    missingStages: Object.entries(stages).flatMap(([name, co2e]) => (co2e ? [] : [name])),
    byCountry: use.map((one) => ({
      country: one.country,
      quantity: { value: plain(parse(one.quantity)) },
      usePhaseCo2e: { value: perUnit(one.co2e, one.quantity) },
    })),
  };
}

const sumOf = (use: readonly UseRow[], key: "co2e" | "quantity"): string =>
  plain(use.reduce((sum, one) => sum.plus(parse(one[key])), ZERO));

const perUnit = (co2e: string, units: string): string => plain(roundKg(divide(parse(co2e), parse(units))));
