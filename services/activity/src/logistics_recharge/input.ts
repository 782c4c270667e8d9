import { FreightPart } from "@emissions/proto/factors/v1/freight";
import type { PricingContext, RecordInput } from "../records/kind.ts";
import type { RechargeRow } from "./rules.ts";

/** No total has this category. */
const CATEGORY = "logistics_recharges";

/** Well to wheel: the use of the fuel is scope 1, its production scope 3 (ISO 14083). */
export function toInput(
  { fuelId, unitId, country, date, quantity }: RechargeRow,
  { units }: PricingContext,
): RecordInput {
  const amount = { value: { value: quantity }, unitId, unit: units.get(unitId)?.code ?? "" };
  const selector = (part: FreightPart) => ({
    kind: {
      case: "freight" as const,
      value: { activity: { case: "logisticsFuelId" as const, value: fuelId }, part, country },
    },
  });
  return {
    category: CATEGORY,
    referenceDate: date,
    startDate: date,
    endDate: date,
    quantity: amount,
    selector: selector(FreightPart.OPERATION),
    additionalParts: [
      {
        part: "energy_provision",
        category: CATEGORY,
        quantity: amount,
        selector: selector(FreightPart.ENERGY_PROVISION),
      },
    ],
  };
}
