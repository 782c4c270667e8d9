import type { Refusal } from "../entry.ts";

/** Activity records. */
export const activityRefusals: readonly Refusal[] = [
  {
    code: "HOTEL_STAY_NOT_FOUND",
    status: 404,
    meaning: "the hotel stay does not exist, or belongs to another organization",
    help: "check the id",
  },
  {
    code: "TRAINING_COLUMN_ALREADY_EXISTS",
    status: 409,
    meaning: "the organization has a custom column of trainings with this key",
    help: "change the existing column, or choose another key",
  },
  {
    code: "TOO_MANY_TRAINING_COLUMNS",
    status: 409,
    meaning: "the organization has 50 custom columns of trainings",
    help: "delete a column that is not used",
  },
  {
    code: "VEHICLE_ALREADY_EXISTS",
    status: 409,
    meaning:
      "the organization has a vehicle with this license plate, archived or not, or a batch has it twice; only letters and digits count, in any case",
    help: "change the existing vehicle, or correct the plate; a batch names the places in `errors`",
  },
  {
    code: "EMPLOYEE_ALREADY_EXISTS",
    status: 409,
    meaning:
      "the organization has an employee with this e-mail address, or a batch has it twice; letters count in any case",
    help: "change the existing employee, or correct the address; a batch names the places in `errors`",
  },
  {
    code: "SOLD_PRODUCT_ALREADY_EXISTS",
    status: 409,
    meaning: "the organization has a sold product with this name; case and accents do not count",
    help: "change the existing product, or choose another name",
  },
  {
    code: "LOGISTIC_HUB_ALREADY_EXISTS",
    status: 409,
    meaning: "the organization has a hub with this name, archived or not; letters count in any case",
    help: "change the existing hub, or choose another name",
  },
  {
    code: "LOGISTIC_HUB_IN_USE",
    status: 409,
    meaning: "logistics requests name the hub, so it cannot be deleted",
    help: "archive it, or delete the requests first",
  },
  {
    code: "BUSINESS_TRAVEL_NOT_FOUND",
    status: 404,
    meaning: "the business travel does not exist, or belongs to another organization",
    help: "check the id",
  },
  {
    code: "INVALID_TRANSPORT_COMBINATION",
    status: 422,
    meaning: "no factor exists for the type, vehicle, detail and properties of a section together",
    help: "send a combination that `GET /v1/transports/combinations` lists; `do_not_know` takes no vehicle, detail or property",
  },
  {
    code: "PRECONDITION_FAILED",
    status: 412,
    meaning: "the record has another version than `If-Match` names, or the resource has no versions",
    help: "get the record again, and decide whether the change still applies",
  },
  {
    code: "RECORD_CHANGED_MEANWHILE",
    status: 409,
    meaning:
      "a concurrent request changed the emission factor source or the places of the record, or deleted a person of the batch",
    help: "repeat after `Retry-After`",
  },
  {
    code: "ACTIVITY_DATE_OUT_OF_RANGE",
    status: 422,
    meaning: "the day of a shipment or recharge is before 1970 or after the end of next year",
    help: "correct the day",
  },
  {
    code: "ERR_UNIT_NOT_ALLOWED_FOR_FUEL",
    status: 422,
    meaning: "the unit of the consumption is not one of `fuel_units` of the fuel of its vehicle",
    help: "send a unit that `GET /v1/vehicle-fuels` lists for the fuel",
  },
  {
    code: "PACKAGE_LEGS_LIMIT",
    status: 422,
    meaning: "a package would have more than 1,000 legs; nothing was stored",
    help: "use another `package_key`",
  },
  {
    code: "FOOTPRINT_INCOMPLETE",
    status: 409,
    meaning:
      "a leg of the package has no emissions yet, or its mass or distance is unknown because only `tkm` was sent; or all legs are deleted",
    help: "repeat when the legs are calculated; send load and distance with `tkm`",
  },
  {
    code: "PERIOD_LOCKED",
    status: 409,
    meaning:
      "the emissions of a record are in a locked period, so it is not created, recalculated or deleted; a recalculation that changes such a record is not accepted",
    help: "as an admin, send the header `Restatement-Reason` or unlock the period; repeat the request if the lock has not reached the totals yet (`detail`)",
  },
  {
    code: "PERIOD_OVERLAPS",
    status: 409,
    meaning: "a day of the period is locked already",
    help: "choose other days, or unlock the other period",
  },
  {
    code: "PERIOD_LOCK_LIMIT",
    status: 409,
    meaning: "the organization already has 500 locked periods",
    help: "lock longer periods, or unlock one",
  },
  {
    code: "PERIOD_NOT_CALCULATED",
    status: 409,
    meaning:
      "records of the period wait for their calculation, deleted ones are still in the totals, an accepted recalculation changes them, or restatements of an unlocked period are not in them yet",
    help: "repeat after `Retry-After`",
  },
  {
    code: "RECALCULATION_ACTIVE",
    status: 409,
    meaning: "another recalculation of the organization is calculating, ready or being accepted",
    help: "accept or discard it first",
  },
  {
    code: "RECALCULATION_NOT_READY",
    status: 409,
    meaning: "the recalculation is still calculating, is being accepted, or has ended",
    help: "read its state; start another one if it has ended",
  },
  {
    code: "RECALCULATION_TOO_LARGE",
    status: 422,
    meaning:
      "a dry run calculates at most 5,000 records and searches 50,000; a run that changes more than 500,000 records fails with this code",
    help: "start a run, which changes nothing before it is accepted, or narrow its days",
  },
  {
    code: "MIXED_INVOICE_TYPES",
    status: 400,
    meaning: "the invoices to recalculate have more than one type",
    help: "send one request for each type",
  },
  {
    code: "UNSUPPORTED_INVOICE_TYPE",
    status: 400,
    meaning: "invoices for water and processes cannot be recalculated by request",
    help: "change the invoice; a change of its amount or factor recalculates it",
  },
  {
    code: "ACTIVITY_CATEGORY_MISMATCH",
    status: 400,
    meaning: "the activity category does not belong to invoices of this type",
    help: "send categories of the type: `stationary` and `stationary_generation` for heat, those that begin with `electricity` for electricity, `energy` for both, `recharge` for recharge",
  },
  {
    code: "SUPPLIER_IN_USE",
    status: 409,
    meaning: "purchases refer to the supplier, so it cannot be deleted",
    help: "change or delete them first",
  },
];
