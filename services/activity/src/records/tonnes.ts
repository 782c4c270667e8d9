import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { divide, parse, plain } from "@emissions/quantity/decimal";

const TONNE_KILOMETRE = { unitId: unitId("tkm"), unit: "tkm" };
const KILOGRAMS_PER_TONNE = parse("1000");

interface Load {
  quantity: string;
  unit: UnitDetail | undefined;
  km: string;
}

/** The transport of a mass over a distance in kilometres, as the quantity of a calculation. */
export function tonneKilometres({ quantity, unit, km }: Load) {
  const { tonnes, formula } = tonnesOf(quantity, unit);
  return {
    quantity: { value: { value: plain(tonnes.times(parse(km))) }, ...TONNE_KILOMETRE },
    allocation: `(${formula}) * ${plain(parse(km))}`,
  };
}

/** Exact for metric units; one division, at 34 digits, for the others. */
function tonnesOf(quantity: string, unit: UnitDetail | undefined) {
  const { numerator, denominator } = unit ?? {};
  if (numerator === undefined || denominator === undefined) throw new Error("Transport needs a unit of mass.");
  const over = parse(denominator.value).times(KILOGRAMS_PER_TONNE);
  const [amount, ratio] = [parse(quantity), parse(numerator.value)];
  return {
    tonnes: divide(amount.times(ratio), over),
    formula: `${plain(amount)} * ${plain(ratio)} / ${plain(over)}`,
  };
}
