import type { MessageInitShape } from "@bufbuild/protobuf";
import { FreightPart } from "@emissions/proto/factors/v1/freight";
import type { SelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { GRID, OF_ELECTRICITY, UPSTREAM } from "../invoice/input.ts";
import type { PricingContext, RecordInput } from "../records/kind.ts";
import type { RechargeRow } from "./rules.ts";

type Kind = Exclude<MessageInitShape<typeof SelectorSchema>, { $typeName: string }>["kind"];

/** The name of the fuel that burns nothing. */
export const ELECTRICITY = "electricity";

/** Own vehicles: burned fuel is scope 1, charged electricity scope 2, and their production scope 3. */
export function toInput(recharge: RechargeRow, { units }: PricingContext): RecordInput {
  const { unitId, date, quantity, fuelName } = recharge;
  const amount = { value: { value: quantity }, unitId, unit: units.get(unitId)?.code ?? "" };
  const { category, kind, additional } = fuelName === ELECTRICITY ? charged(recharge) : burned(recharge);
  return {
    category,
    referenceDate: date,
    startDate: date,
    endDate: date,
    quantity: amount,
    selector: { kind },
    additionalParts: additional.map(({ kind, ...part }) => ({ ...part, quantity: amount, selector: { kind } })),
  };
}

function burned({ fuelId, country }: RechargeRow) {
  const of = (part: FreightPart): Kind => ({
    case: "freight",
    value: { activity: { case: "logisticsFuelId", value: fuelId }, part, country },
  });
  const provision = { part: "energy_provision", category: UPSTREAM, kind: of(FreightPart.ENERGY_PROVISION) };
  return { category: "vehicles", kind: of(FreightPart.OPERATION), additional: [provision] };
}

/** As on an invoice without a supplier. */
function charged({ country }: RechargeRow) {
  const of = (category: string): Kind => ({ case: "library", value: { category, key: GRID, country } });
  const additional = OF_ELECTRICITY.map(({ library, ...part }) => ({ ...part, kind: of(library), optional: true }));
  return { category: ELECTRICITY, kind: of("electricity_residual_mix"), additional };
}
