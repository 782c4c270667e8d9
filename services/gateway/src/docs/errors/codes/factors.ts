import type { Refusal } from "../entry.ts";

/** Emission factors and custom databases. */
export const factorsRefusals: readonly Refusal[] = [
  {
    code: "CUSTOM_DATABASE_NOT_OWNER",
    status: 403,
    meaning: "the custom database belongs to an organization above; only that one changes it and what is in it",
    help: "ask there, or make an own database",
  },
  {
    code: "CUSTOM_GROUP_NOT_OWNER",
    status: 403,
    meaning: "the custom emission group belongs to an organization above: it is used, and changed there",
    help: "ask its owner",
  },
  {
    code: "CUSTOM_DATABASE_NOT_FOUND",
    status: 404,
    meaning: "there is no such custom database, or none that the organization may see",
    help: "check the id",
  },
  {
    code: "CUSTOM_VERSION_NOT_FOUND",
    status: 404,
    meaning: "the custom database has no such version",
    help: "check the id",
  },
  {
    code: "CUSTOM_RECORD_NOT_FOUND",
    status: 404,
    meaning: "the version has no such record",
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
    help: "delete one that is empty",
  },
  {
    code: "CUSTOM_VERSION_LIMIT_REACHED",
    status: 409,
    meaning: "the custom database has 1,000 versions",
    help: "make another database",
  },
  {
    code: "CUSTOM_RECORD_LIMIT_REACHED",
    status: 409,
    meaning: "the version has 20,000 records",
    help: "make another version",
  },
  {
    code: "CUSTOM_GROUP_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 1,000 custom emission groups",
    help: "delete one that is not needed",
  },
  {
    code: "GROUP_FACTOR_LIMIT_REACHED",
    status: 409,
    meaning: "the group has 200 factors",
    help: "delete one, or make another group",
  },
  {
    code: "CUSTOM_GROUP_INVALID_FACTORS",
    status: 422,
    meaning:
      "the gases do not match the tag: `simple` has co2e, `advanced` co2, ch4 and n2o, `full` all four, each once",
    help: "send exactly those",
  },
  {
    code: "CUSTOM_GROUP_BIOGENIC_CATEGORY",
    status: 422,
    meaning: "only groups for `heat`, `vehicles` and `process` have biogenic factors",
    help: "leave `is_biogenic` out",
  },
  {
    code: "CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2",
    status: 422,
    meaning: "a biogenic factor without a value for co2",
    help: "use the tag `advanced` or `full`",
  },
  {
    code: "CUSTOM_RECORD_INVALID_CATEGORIES",
    status: 422,
    meaning: "an activity category does not exist",
    help:
      "take `stationary`, `stationary_generation`, `electricity`, `electricity_location_based`, `electricity_generation`, " +
      "`electricity_transmission_and_distribution`, `energy`, `recharge`, `process`, `wastes`, `transport`, " +
      "`transport_generation`, `purchases`, `water`, `waste_water_treatments`, `hotel_stays`, `business_travels`, " +
      "`employee_commuting`, `logistics`, `logistics_hubs` or `sold_products`",
  },
  {
    code: "CUSTOM_RECORD_INVALID_FACTORS",
    status: 422,
    meaning:
      "the factors are not exactly one for each gas of the tag: `simple` co2e; `advanced` co2, ch4, n2o; `full` all four",
    help: "send tag and factors that go together",
  },
  {
    code: "CUSTOM_RECORD_BIOGENIC_CATEGORY",
    status: 422,
    meaning: "`is_biogenic` with another category than stationary, process and transport",
    help: "take it off, or make two records",
  },
  {
    code: "CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2",
    status: 422,
    meaning: "`is_biogenic` without a factor for co2",
    help: "take the tag advanced or full",
  },
  {
    code: "CUSTOM_RECORD_RENEWABLE_CATEGORY",
    status: 422,
    meaning: "`renewable_percentage` with a category that is not one of electricity",
    help: "leave it out, or make two records",
  },
  {
    code: "CUSTOM_RECORD_UNIT_LOCKED",
    status: 422,
    meaning: "activities name the record, so its unit stays as it is",
    help: "make a new record",
  },
  {
    code: "EXCHANGE_RATE_MISSING",
    status: 422,
    meaning: "no rate is known for the currency on that day",
    help: "take a day and a currency that are quoted",
  },
  {
    code: "UNIT_NOT_CONVERTIBLE",
    status: 422,
    meaning: "the two units of `GET /v2/units/conversion` measure different things",
    help: "take units of one dimension",
  },
];
