import type { Refusal } from "../entry.ts";

/** Activity records. */
export const activityRefusals: readonly Refusal[] = [
  {
    code: "HOTEL_STAY_NOT_FOUND",
    status: 404,
    meaning: "there is no such hotel stay, or it belongs to another organization",
    help: "check the id",
  },
  {
    code: "RECORD_CHANGED_MEANWHILE",
    status: 409,
    meaning: "another change of the record came in between, and what it is priced by is another one now",
    help: "repeat after `Retry-After`",
  },
  {
    code: "MIXED_INVOICE_TYPES",
    status: 400,
    meaning: "the invoices to be calculated again are of more than one type",
    help: "send one request for each type",
  },
  {
    code: "UNSUPPORTED_INVOICE_TYPE",
    status: 400,
    meaning: "invoices for water and of processes are not calculated again by request",
    help: "change the invoice: what decides about its emissions is calculated again",
  },
  {
    code: "ACTIVITY_CATEGORY_MISMATCH",
    status: 400,
    meaning: "invoices of this type have no such activity category",
    help: "name categories of the type: `stationary` and `stationary_generation` for heat, those that begin with `electricity` for electricity, `energy` for both, `recharge` for recharge",
  },
  {
    code: "SUPPLIER_IN_USE",
    status: 409,
    meaning: "purchases name the supplier, so it cannot be deleted",
    help: "change or delete them first",
  },
  {
    code: "PURCHASE_CHANGED_MEANWHILE",
    status: 409,
    meaning: "another change of the purchase came in between and named another custom emission group",
    help: "repeat after `Retry-After`",
  },
];
