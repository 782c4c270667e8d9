import type { Entry } from "../entry.ts";

/** Reasons why a calculation fails. The record is stored; these are not refusals. */
export const calculationFailures: readonly Entry[] = [
  {
    code: "SECTOR_NOT_MAPPED",
    meaning:
      "`sector` is no code or official title of NACE, UK SIC or NAICS, and the supplier's code is none either, or is of trade; sections are too broad",
    help: "correct one of them; the purchase is then recalculated",
  },
  {
    code: "SECTOR_AMBIGUOUS",
    meaning:
      "the code of the purchase or of its supplier has another meaning in each edition of NACE, and none is stated, or three digits may have lost a zero; the detail names both meanings. Rows of imports have it at their validation",
    help: "state the edition: `sector_edition` of the purchase, the supplier or the organization, or `NACE Rev. 2.1 46.71` as `sector`; write all digits of the code",
  },
  {
    code: "FACTOR_NOT_FOUND",
    meaning:
      "the library has no matching factor of a year near enough (the detail names the nearest one), or the sector of a purchase is energy, which spend cannot price",
    help: "send another sector, or the name of a material; record energy as an invoice",
  },
  {
    code: "IN_LIFE_CYCLE_FIGURE",
    meaning: "a part was excluded, because a life-cycle factor of another part includes it",
    help: "nothing: the record is calculated",
  },
  {
    code: "IN_EXHAUST_FIGURE",
    meaning: "CH4 and N2O of a vehicle were excluded, because the figure of its exhaust includes them",
    help: "nothing: the record is calculated",
  },
  {
    code: "IN_GRID_FIGURE",
    meaning: "grid losses were excluded, because the figure of the grid is per used kWh and includes them",
    help: "nothing: the record is calculated",
  },
  {
    code: "IN_TREATMENT_FIGURE",
    meaning: "the transport of a waste does not count, because the published figure of its treatment includes it",
    help: "nothing: the record is calculated",
  },
  {
    code: "CUSTOM_FACTOR_NOT_FOUND",
    meaning: "the custom record or group of the activity does not exist for this organization",
    help: "send another id",
  },
  {
    code: "CUSTOM_FACTOR_DISABLED",
    meaning: "the custom record or group was disabled when the activity was recorded",
    help: "enable it, or send another id",
  },
  {
    code: "CUSTOM_FACTOR_NOT_VALID",
    meaning: "no factor of the custom record or group is valid on the reference date, or one gas has none",
    help: "correct the dates of the factor or of the activity",
  },
  {
    code: "CUSTOM_FACTOR_UNIT_MISMATCH",
    meaning: "the custom record or group has another unit than the activity",
    help: "record the activity in that unit",
  },
  {
    code: "UNIT_NOT_CONVERTIBLE",
    meaning: "the amount cannot be converted to the unit of any factor",
    help: "record the amount in another unit",
  },
  {
    code: "UNIT_NOT_FOUND",
    meaning: "the unit is no longer in the catalogue",
    help: "record the amount in another unit",
  },
  {
    code: "EXCHANGE_RATE_MISSING",
    meaning: "neither a rate of the day nor a confirmed average of the year is known for the currency",
    help: "record the amount in a currency with a published rate",
  },
  {
    code: "CALCULATION_FAILED",
    meaning:
      "purchases: the values cannot be calculated, or five attempts gave no result; other records and items of jobs: also any reason above, mostly a missing factor, such as for a LER code with this treatment",
    help: "read `calculation_error_detail` or `GET .../{id}/calculation`, correct the cause, and send the amount again by PATCH, changed or unchanged; this recalculates the record",
  },
];
