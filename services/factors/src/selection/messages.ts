import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type ConversionStepSchema,
  PriceBasis,
  PriceBasisSchema,
  PriceIndexKind,
} from "@emissions/proto/factors/v1/selection_service";
import type { IndexChange, IndexValue } from "../catalogue/prices.ts";
import { toExchangeRate } from "../exchange_rate/messages.ts";
import type { Step } from "./conversion.ts";

export const toConversionStep = (step: Step, day: string): MessageInitShape<typeof ConversionStepSchema> => ({
  fromUnit: step.fromUnit,
  toUnit: step.toUnit,
  multiplyBy: { value: step.multiplyBy },
  divideBy: { value: step.divideBy },
  ...(step.fuelProperty && { fuelProperty: step.fuelProperty }),
  ...(step.rate && { exchangeRate: toExchangeRate(step.rate, day) }),
  ...(step.priceIndex && { priceIndex: toPriceIndex(step.priceIndex) }),
  ...(step.priceConversion && {
    priceConversion: {
      fromBasis: PriceBasis.PURCHASER,
      toBasis: enumNumber(PriceBasisSchema, step.priceConversion.toBasis) as PriceBasis,
      source: step.priceConversion.source,
    },
  }),
});

const SERIES = {
  gdp_deflator: {
    kind: PriceIndexKind.GDP_DEFLATOR,
    name: "World Bank, GDP deflator: linked series (NY.GDP.DEFL.ZS.AD)",
  },
  consumer_prices: { kind: PriceIndexKind.CONSUMER_PRICES, name: "World Bank, consumer price index (FP.CPI.TOTL)" },
} as const;

function toPriceIndex({
  country,
  fromYear,
  toYear,
  from,
  to,
  carriedForward,
  kind,
}: IndexChange & { country: string }) {
  const derived = [from, to].some((value) => value.derived);
  return {
    country,
    kind: SERIES[kind].kind,
    source: derived
      ? `${SERIES[kind].name}; newest year from the published change (FP.CPI.TOTL.ZG)`
      : SERIES[kind].name,
    fromYear,
    toYear,
    fromValue: message(from),
    toValue: message(to),
    carriedForward,
  };
}

const message = ({ value }: IndexValue) => ({ value });
