import type { Refusal } from "../entry.ts";

/** What an organization does. */
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
    meaning: "another change of the record came in between and named other custom factors",
    help: "repeat after `Retry-After`",
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
