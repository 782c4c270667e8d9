import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { z } from "zod";
import { day, decimal, id } from "../rest/fields.ts";
import { searchedList } from "../rest/query-fields.ts";
import { EVERY_ROLE, route } from "../rest/route.ts";

const { listUnits, convertQuantity } = UnitService.method;

const Filter = z.object({
  type: z
    .string()
    .max(64)
    .optional()
    .meta({
      description:
        "A type or purpose of units of quantities, such as `energy` or `non_currency_purchases`. Currencies have no type " +
        "filter: they are listed without it, and `search` finds them by the ISO code in their name. `fiat_currency` and " +
        "unknown types find nothing.",
    }),
  ...searchedList,
});

const Conversion = z.object({
  quantity: decimal(),
  from_unit_id: id,
  to_unit_id: id,
  date: day.optional(),
});

export const unitRoutes = [
  route(listUnits, {
    http: "GET /v2/units",
    summary: "List units",
    roles: EVERY_ROLE,
    query: Filter,
    returns: "catalogueUnits",
    list: "bare",
  }),
  route(convertQuantity, {
    http: "GET /v2/units/conversion",
    summary: "Convert a quantity",
    roles: EVERY_ROLE,
    query: Conversion,
    refuses: ["UNIT_NOT_CONVERTIBLE", "EXCHANGE_RATE_MISSING"],
  }),
];
