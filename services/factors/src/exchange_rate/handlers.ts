import type { ServiceImpl } from "@connectrpc/connect";
import { invalid, notFound, unprocessable } from "@emissions/kit/wire/errors";
import type { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { isDay } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { toExchangeRate } from "./messages.ts";
import { rateOn } from "./rules.ts";

export const exchangeRateHandlers = ({ catalogue }: Context): ServiceImpl<typeof ExchangeRateService> => ({
  getExchangeRate: async ({ currency, date }, call) => {
    if (!isDay(date)) throw invalid([{ loc: ["date"], msg: "not a day of the calendar", type: "value_error.date" }]);
    const { currencies, rates } = await catalogue.current(call);
    if (!currencies.has(currency)) throw notFound("currency");
    const rate = rateOn(rates, currency, date);
    if (rate === null) throw unprocessable("EXCHANGE_RATE_MISSING", "No exchange rate is known for the day.");
    return { exchangeRate: toExchangeRate(rate, date) };
  },
});
