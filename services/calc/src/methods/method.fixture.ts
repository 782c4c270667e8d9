import { parse } from "@emissions/quantity/decimal";
import type { GwpSet, MethaneOrigin } from "@emissions/quantity/gases";
import type { Activity, RefrigerantGas } from "./method.ts";

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
      { fromUnit: "JPY", toUnit: "EUR", multiplyBy: one, divideBy: parse(from) },
      { fromUnit: "EUR", toUnit: "USD", multiplyBy: parse(to), divideBy: one },
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
