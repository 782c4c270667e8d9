import type { Entry } from "../entry.ts";

/** Reasons why a calculation fails. The record is stored; these are not refusals. */
export const calculationFailures: readonly Entry[] = [
  {
    code: "SECTOR_NOT_MAPPED",
    meaning:
      "neither the supplier's code nor `sector` is a code or official title of NACE, UK SIC or NAICS; sections are too broad",
    help: "correct either; the purchase is calculated again",
  },
  {
    code: "FACTOR_NOT_FOUND",
    meaning: "the library has no factor for it",
    help: "another sector, or the name of a material",
  },
  {
    code: "IN_LIFE_CYCLE_FIGURE",
    meaning: "a part was left out, because the life-cycle figure of the main part has it already",
    help: "nothing: the record has its number",
  },
  {
    code: "CUSTOM_FACTOR_NOT_FOUND",
    meaning: "the custom record or group that the activity names is not there, or not for this organization",
    help: "name another one",
  },
  {
    code: "CUSTOM_FACTOR_DISABLED",
    meaning: "it was disabled when the activity was recorded",
    help: "enable it, or name another one",
  },
  {
    code: "CUSTOM_FACTOR_NOT_VALID",
    meaning: "none of its factors applies on the reference date, or a gas is missing on it",
    help: "correct its dates or the activity's",
  },
  {
    code: "CUSTOM_FACTOR_UNIT_MISMATCH",
    meaning: "it is for another unit than the activity's",
    help: "record the activity in its unit",
  },
  {
    code: "UNIT_NOT_CONVERTIBLE",
    meaning: "no factor in a unit that the amount can be brought to",
    help: "record it in such a unit",
  },
  {
    code: "UNIT_NOT_FOUND",
    meaning: "the unit is no longer in the catalogue",
    help: "record it in another",
  },
  {
    code: "EXCHANGE_RATE_MISSING",
    meaning: "no rate for that currency and day",
    help: "record it in a currency that is quoted",
  },
  {
    code: "CALCULATION_FAILED",
    meaning:
      "of a purchase: the numbers cannot be calculated with, or no result came in five tries; of all other records, and of the items of a job, also any of the above: mostly there is no factor, such as for a LER code treated in this way",
    help: "read `calculation_error_detail`, or `GET .../{id}/calculation`; correct what it names, and send the record's amount again by PATCH, changed or as it is: that has it calculated again",
  },
];
