import type { Refusal } from "../entry.ts";

/** Emission factors and custom databases. */
export const factorsRefusals: readonly Refusal[] = [
  {
    code: "CUSTOM_DATABASE_NOT_OWNER",
    status: 403,
    meaning: "the custom database belongs to a parent organization, which alone may change it and its content",
    help: "ask its owner, or create a database",
  },
  {
    code: "CUSTOM_GROUP_NOT_OWNER",
    status: 403,
    meaning: "the custom emission group belongs to a parent organization, which alone may change it",
    help: "ask its owner",
  },
  {
    code: "CUSTOM_DATABASE_NOT_FOUND",
    status: 404,
    meaning: "the custom database does not exist, or is not visible to the organization",
    help: "check the id",
  },
  {
    code: "CUSTOM_VERSION_NOT_FOUND",
    status: 404,
    meaning: "the version does not exist in the custom database",
    help: "check the id",
  },
  {
    code: "CUSTOM_RECORD_NOT_FOUND",
    status: 404,
    meaning: "the record does not exist in the version",
    help: "check the id",
  },
  {
    code: "CUSTOM_DATABASE_IN_USE",
    status: 409,
    meaning: "the custom database has versions, so it cannot be deleted",
    help: "delete them first",
  },
  {
    code: "CUSTOM_VERSION_IN_USE",
    status: 409,
    meaning: "the version has records, so it cannot be deleted",
    help: "disable the records instead",
  },
  {
    code: "CUSTOM_DATABASE_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 1,000 custom databases",
    help: "delete an empty one",
  },
  {
    code: "CUSTOM_VERSION_LIMIT_REACHED",
    status: 409,
    meaning: "the custom database has 1,000 versions",
    help: "create another database",
  },
  {
    code: "CUSTOM_RECORD_LIMIT_REACHED",
    status: 409,
    meaning: "the version has 20,000 records",
    help: "create another version",
  },
  {
    code: "CUSTOM_GROUP_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 1,000 custom emission groups",
    help: "delete an unused one",
  },
  {
    code: "GROUP_FACTOR_LIMIT_REACHED",
    status: 409,
    meaning: "the group has 200 factors",
    help: "delete one, or create another group",
  },
  {
    code: "CUSTOM_GROUP_INVALID_FACTORS",
    status: 422,
    meaning:
      "the gases do not match the tag: `simple` has co2e, `advanced` co2, ch4 and n2o, `full` all four, each once",
    help: "send exactly these gases",
  },
  {
    code: "CUSTOM_GROUP_BIOGENIC_CATEGORY",
    status: 422,
    meaning: "only groups for `heat`, `vehicles` and `process` have biogenic factors",
    help: "omit `is_biogenic`",
  },
  {
    code: "CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2",
    status: 422,
    meaning: "a biogenic factor has no value for co2",
    help: "use the tag `advanced` or `full`",
  },
  {
    code: "CUSTOM_RECORD_INVALID_CATEGORIES",
    status: 422,
    meaning: "an activity category is unknown",
    help:
      "use `stationary`, `stationary_generation`, `electricity`, `electricity_location_based`, `electricity_generation`, " +
      "`electricity_transmission_and_distribution`, `energy`, `recharge`, `process`, `wastes`, `transport`, " +
      "`transport_generation`, `purchases`, `water`, `waste_water_treatments`, `hotel_stays`, `business_travels`, " +
      "`employee_commuting`, `logistics`, `logistics_hubs` or `sold_products`",
  },
  {
    code: "CUSTOM_RECORD_INVALID_FACTORS",
    status: 422,
    meaning:
      "the factors are not exactly one for each gas of the tag: `simple` co2e; `advanced` co2, ch4, n2o; `full` all four",
    help: "send factors that match the tag",
  },
  {
    code: "CUSTOM_RECORD_BIOGENIC_CATEGORY",
    status: 422,
    meaning: "`is_biogenic` is set for a category other than stationary, process and transport",
    help: "omit it, or create two records",
  },
  {
    code: "CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2",
    status: 422,
    meaning: "`is_biogenic` is set without a factor for co2",
    help: "use the tag `advanced` or `full`",
  },
  {
    code: "CUSTOM_RECORD_RENEWABLE_CATEGORY",
    status: 422,
    meaning: "`renewable_percentage` is set for a category that is not electricity",
    help: "omit it, or create two records",
  },
  {
    code: "CUSTOM_RECORD_UNIT_LOCKED",
    status: 422,
    meaning: "activities refer to the record, so its unit cannot change",
    help: "create a new record",
  },
  {
    code: "EXCHANGE_RATE_MISSING",
    status: 422,
    meaning: "there is no exchange rate for the currency on that day",
    help: "use a day and a currency with a published rate",
  },
  {
    code: "UNIT_NOT_CONVERTIBLE",
    status: 422,
    meaning: "the two units of `GET /v2/units/conversion` have different dimensions",
    help: "use units of one dimension",
  },
];
