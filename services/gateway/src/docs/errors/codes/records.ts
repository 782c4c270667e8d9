import type { Entry } from "../entry.ts";

/** Reasons why a record of a batch is rejected: `type` of an error of `BULK_RECORDS_REJECTED`, `code` of one of a bulk request. */
export const recordRejections: readonly Entry[] = [
  {
    code: "SCHEMA_INVALID",
    meaning:
      "a field is missing, unknown, of a wrong type or out of bounds, or refers to an object that does not exist",
    help: "correct the field in `loc`",
  },
  {
    code: "UNIT_NOT_SUPPORTED",
    meaning: "the unit is not the one for these records: wastes are in kilograms",
    help: "convert the amount and send its unit",
  },
  {
    code: "ERR_UNIT_NOT_ALLOWED_FOR_FUEL",
    meaning: "the unit is not one of `fuel_units` of the fuel of the vehicle",
    help: "send a unit that `GET /v1/vehicle-fuels` lists for the fuel",
  },
  {
    code: "INVALID_TRANSPORT_COMBINATION",
    meaning: "no factor exists for the type, vehicle, detail and properties of a section together",
    help: "send a combination that `GET /v1/transports/combinations` lists",
  },
  {
    code: "CONTRACTS_OVERLAP",
    meaning: "the contract shares a day with another one of the person, in the batch or stored; both days count",
    help: "correct the days; `msg` names the other contract",
  },
  {
    code: "REMUNERATIONS_OVERLAP",
    meaning: "the remuneration shares a day with another one of the contract, in the batch or stored",
    help: "correct the days; `msg` names the other remuneration",
  },
  {
    code: "ACTIVITY_DATE_OUT_OF_RANGE",
    meaning: "the date is before 1970 or after the end of next year",
    help: "correct the date",
  },
  {
    code: "NOT_FOUND",
    meaning: "the entry of a catalogue does not exist, such as the fuel of a recharge",
    help: "send an id that the list of the catalogue has",
  },
  {
    code: "PERIOD_LOCKED",
    meaning: "the record of an import is in a locked period",
    help: "correct the days, or unlock the period as an admin",
  },
  {
    code: "NOT_SUBMITTED",
    meaning: "an import ended before it stored the record, and nothing continued it for a day",
    help: "import the record again",
  },
  {
    code: "DUPLICATE_RECORD",
    meaning: "an earlier record of the request has the same key, so one would replace the other",
    help: "send the record once; the key of a recharge is country, day, quantity and license plate",
  },
];
