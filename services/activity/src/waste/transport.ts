import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { divide, parse, plain } from "@emissions/quantity/decimal";

/** Records have a distance and no vehicle: the average diesel lorry with average load. */
const LORRY = { category: "freight", key: "hgv/average/diesel" };
const TONNE_KILOMETRE = { unitId: unitId("tkm"), unit: "tkm" };
const KILOGRAMS_PER_TONNE = parse("1000");

interface Transport {
  country: string;
  unit: UnitDetail | undefined;
}

/**
 * The transport of a waste to its plant, as a part of the record. `km` is the distance. Calc counts it besides a custom
 * factor only, because published figures include collection and transport.
 */
export function transportPart({ baseQuantity }: { baseQuantity: string }, km: string, { country, unit }: Transport) {
  const { tonnes, formula } = tonnesOf(baseQuantity, unit);
  return {
    part: "transport",
    category: "wastes",
    quantity: { value: { value: plain(tonnes.times(parse(km))) }, ...TONNE_KILOMETRE },
    allocation: `(${formula}) * ${plain(parse(km))}`,
    selector: { kind: { case: "library" as const, value: { ...LORRY, country } } },
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
