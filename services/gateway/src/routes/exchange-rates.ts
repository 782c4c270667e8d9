import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { z } from "zod";
import { currency, day } from "../rest/fields.ts";
import { EVERY_ROLE, route } from "../rest/route.ts";

const { getExchangeRate } = ExchangeRateService.method;

const Which = z.object({ currency, date: day });

export const exchangeRateRoutes = [
  route(getExchangeRate, {
    http: "GET /v1/exchange-rates",
    summary: "Get the euro rate of a currency on a day",
    roles: EVERY_ROLE,
    query: Which,
    refuses: ["NOT_FOUND", "EXCHANGE_RATE_MISSING"],
  }),
];
