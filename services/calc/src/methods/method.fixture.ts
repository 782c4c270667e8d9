import { parse } from "@emissions/quantity/decimal";
import type { GwpSet, MethaneOrigin } from "@emissions/quantity/gases";
import type { Activity, Conversion, RefrigerantGas } from "./method.ts";

interface Figures {
  amount?: string;
  /** Units of the recorded currency for 1 EUR. */
  from?: string;
  /** Units of the factor's currency for 1 EUR. */
  to?: string;
  /** Kilograms of CO2e per unit; null for a factor that publishes none. */
  factor?: string | null;
  co2?: string;
  ch4?: string;
  n2o?: string;
  recycled?: string;
  biogenicCo2?: string;
  gwpSet?: GwpSet;
  /** The set of the published CO2e. */
  publishedSet?: GwpSet | "";
  methaneOrigin?: MethaneOrigin;
  gases?: readonly RefrigerantGas[];
  /** Values of a price index: of the year of the amount, and of the price year of the factor. */
  index?: { from: string; to: string };
  /** Share of the price of the factor in a purchaser price. */
  priceShare?: string;
  category?: string;
  lookedUpIn?: string;
}

/** An activity with the figures of a test, and defaults for all others. */
export function activity({
  amount = "1",
  from = "1",
  to = "1",
  factor = "1",
  gwpSet = "AR6",
  category = "purchases",
  lookedUpIn = "spend",
  publishedSet = "",
  methaneOrigin = "general",
  gases = [],
  ...rest
}: Figures): Activity {
  const number = (text: string | null | undefined) => (text === undefined || text === null ? null : parse(text));
  const one = parse("1");
  return {
    category,
    lookedUpIn,
    quantity: parse(amount),
    conversions: [
      ...indexStep(rest.index),
      { fromUnit: "JPY", toUnit: "EUR", multiplyBy: one, divideBy: parse(from) },
      { fromUnit: "EUR", toUnit: "USD", multiplyBy: parse(to), divideBy: one },
      ...basisStep(rest.priceShare),
    ],
    factor: {
      co2e: number(factor),
      co2: number(rest.co2),
      ch4: number(rest.ch4),
      n2o: number(rest.n2o),
      biogenicCo2: number(rest.biogenicCo2),
      gwpSet: publishedSet,
      methaneOrigin,
      gases,
    },
    gwpSet,
    recycledShare: number(rest.recycled),
  };
}

const indexStep = (index: Figures["index"]): Conversion[] => {
  if (index === undefined) return [];
  const years = { fromYear: 2024, toYear: 2023 };
  return [{ fromUnit: "JPY", toUnit: "JPY", multiplyBy: parse(index.to), divideBy: parse(index.from), index: years }];
};

const basisStep = (share: string | undefined): Conversion[] =>
  share === undefined
    ? []
    : [{ fromUnit: "USD", toUnit: "USD", multiplyBy: parse(share), divideBy: parse("1"), isPriceBasis: true }];
