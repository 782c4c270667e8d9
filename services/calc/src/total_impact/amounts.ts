import { NIL_ID } from "@emissions/kit/process/id";
import { EntityType, type RecordInput } from "@emissions/proto/activity/v1/record_events";
import { Decimal, divide, roundKg } from "@emissions/quantity/decimal";
import { isPeriod } from "./coverage.ts";
import { PeriodSums, type Sum } from "./period-sums.ts";

/** Categories whose recorded amounts are summed, with the unit of the sum. */
export const AMOUNT_UNITS = { electricity: "kWh", heat: "kWh", wastes: "kg", water: "m3" } as const;
export type AmountCategory = keyof typeof AMOUNT_UNITS;
type AmountUnit = (typeof AMOUNT_UNITS)[AmountCategory];

/** Waste water is no consumption of water, and the electricity of vehicles is not invoiced. */
export const AMOUNT_ENTITIES: readonly EntityType[] = [EntityType.INVOICES, EntityType.WASTES];

type Ratio = readonly [multiplyBy: string, divideBy?: string];

/** By the codes of units: SI, the international pound, gallon and table calorie, as in the catalogue of units. */
const RATIOS: Readonly<Record<AmountUnit, Readonly<Record<string, Ratio>>>> = {
  kWh: {
    kWh: ["1"],
    Wh: ["0.001"],
    MWh: ["1000"],
    GWh: ["1000000"],
    J: ["1", "3600000"],
    MJ: ["1", "3.6"],
    GJ: ["1000", "3.6"],
    TJ: ["1000000", "3.6"],
    therm: ["105505585.262", "3600000"],
    toe: ["11630"],
    mmBtu: ["1055055852.62", "3600000"],
    kcal: ["4186.8", "3600000"],
  },
  kg: {
    kg: ["1"],
    g: ["0.001"],
    mg: ["0.000001"],
    t: ["1000"],
    kt: ["1000000"],
    lb: ["0.45359237"],
    oz: ["0.028349523125"],
    short_ton: ["907.18474"],
    long_ton: ["1016.0469088"],
  },
  m3: {
    m3: ["1"],
    l: ["0.001"],
    ml: ["0.000001"],
    megalitre: ["1000"],
    gal_us: ["0.003785411784"],
    gal_imp: ["0.00454609"],
    bbl: ["0.158987294928"],
    ft3: ["0.028316846592"],
  },
};

export interface AmountKey {
  category: AmountCategory;
  /** The zero id for records without a facility. */
  facilityId: string;
}

/** An amount in the unit of its category, spread evenly over a period. */
export interface Amount extends AmountKey {
  startDate: string;
  endDate: string;
  amount: Decimal;
}

/**
 * The amount that a record adds to the sums of its category. Null if its category, kind or unit has none. Rounded to 12
 * decimals, half-even: a third of a kilowatt hour has no exact digits.
 */
export function amountOf({ entityType, category, quantity, facilityId, startDate, endDate }: RecordInput) {
  if (!AMOUNT_ENTITIES.includes(entityType) || !Object.hasOwn(AMOUNT_UNITS, category)) return null;
  const ratios = RATIOS[AMOUNT_UNITS[category as AmountCategory]];
  const unit = quantity?.unit ?? "";
  const value = quantity?.value?.value;
  if (value === undefined || !Object.hasOwn(ratios, unit) || !isPeriod(startDate, endDate)) return null;
  const [multiplyBy, divideBy = "1"] = ratios[unit]!;
  const product = new Decimal(value).times(multiplyBy);
  const amount = roundKg(divideBy === "1" ? product : divide(product, new Decimal(divideBy)));
  return { category: category as AmountCategory, facilityId: facilityId || NIL_ID, startDate, endDate, amount };
}

/** The change of a sum: of a month, or a step of a day. */
export type AmountDelta = Sum<AmountKey>;

/** Sums the amounts of a batch, so that each row is written once. */
export class AmountSums {
  readonly #sums = new PeriodSums<AmountKey>(1);

  add(input: RecordInput): void {
    this.#apply(input, 1n);
  }

  /** Subtracts exactly what `add` of the same input added. */
  remove(input: RecordInput): void {
    this.#apply(input, -1n);
  }

  changes(): { months: AmountDelta[]; steps: AmountDelta[] } {
    return { months: this.#sums.months(), steps: this.#sums.steps() };
  }

  #apply(input: RecordInput, sign: 1n | -1n): void {
    const found = amountOf(input);
    if (found === null) return;
    const { category, facilityId, startDate, endDate, amount } = found;
    const key = { category, facilityId };
    this.#sums.add(`${category}/${facilityId}`, key, { startDate, endDate, masses: [amount] }, sign);
  }
}
