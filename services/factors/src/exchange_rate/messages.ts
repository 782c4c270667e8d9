import type { MessageInitShape } from "@bufbuild/protobuf";
import { ExchangeRateKind, type ExchangeRateSchema } from "@emissions/proto/factors/v1/exchange_rate_service";
import type { Rate } from "./rules.ts";

const KINDS: Readonly<Record<Rate["kind"], ExchangeRateKind>> = {
  daily: ExchangeRateKind.DAILY,
  fixed: ExchangeRateKind.FIXED,
  annual_average: ExchangeRateKind.ANNUAL_AVERAGE,
};

export const toExchangeRate = (rate: Rate, requestedDate: string): MessageInitShape<typeof ExchangeRateSchema> => ({
  currency: rate.currency,
  rate: { value: rate.rate },
  requestedDate,
  rateDate: rate.day,
  kind: KINDS[rate.kind],
  source: rate.source,
});
