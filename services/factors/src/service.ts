import { type ServiceEntry, serve } from "@emissions/kit/services";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import type { Context } from "./context.ts";
import { countryHandlers } from "./country/handlers.ts";
import { customGroupHandlers } from "./custom_group/handlers.ts";
import { exchangeRateHandlers } from "./exchange_rate/handlers.ts";
import { selectionHandlers } from "./selection/handlers.ts";
import { unitHandlers } from "./unit/handlers.ts";

export const routes = (context: Context): ServiceEntry[] => [
  serve(UnitService, unitHandlers(context)),
  serve(CountryService, countryHandlers(context)),
  serve(ExchangeRateService, exchangeRateHandlers(context)),
  serve(SelectionService, selectionHandlers(context)),
  serve(CustomGroupService, customGroupHandlers(context)),
];
