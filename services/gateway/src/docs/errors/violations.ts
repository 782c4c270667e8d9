/** Types of violations in a validation error, with their meaning. */
export const VIOLATIONS: readonly (readonly [types: string, meaning: string])[] = [
  ["`value_error.missing`", "required, and not there"],
  ["`type_error.none.not_allowed`", "null where a value is required"],
  [
    "`type_error.string`, `.integer`, `.number`, `.boolean`, `.list`, `.dict`, `.decimal`, `.uuid`",
    "of another kind; nothing is converted, except that a decimal may come as a string",
  ],
  ["`type_error.enum`", "none of the permitted values"],
  ["`value_error.extra`", "a field that does not exist, or that only the service sets"],
  [
    "`value_error.date`, `.datetime`",
    "no day of the calendar as `2026-01-31`, or no moment as `2026-01-31T09:30:00Z` in the years 1 to 9999",
  ],
  ["`end_date_before_start_date`", "a last day before the first one"],
  ["`activity_date_out_of_range`", "before 1970 or after the end of next year"],
  [
    "`value_error.number.not_ge`, `.not_gt`, `.not_le`",
    "below or above the bound, or at one that is not allowed itself",
  ],
  ["`value_error.decimal.max_digits`", "more digits than are kept"],
  ["`value_error.any_str.min_length`, `.max_length`", "blank, or longer than allowed; characters are counted"],
  ["`value_error.any_str.nul`, `.surrogate`", "the character U+0000, or half a surrogate pair"],
  ["`value_error.list.min_items`, `.max_items`", "fewer or more items than allowed"],
  ["`value_error.list.unique_items`", "an item of the list comes twice"],
  ["`value_error.amount_pair`", "a purchase needs exactly one complete pair of amount and unit"],
  [
    "`value_error.facility_shares`",
    "the shares of an invoice do not add up to exactly 1, or come beside `facility_id`",
  ],
  ["`value_error.fuel_purpose`", "a fuel that is not for invoices of this type: a refrigerant is not burned"],
  ["`value_error.unknown`", "an id in the query names no unit of the catalogue"],
  ["`value_error.not_found`", "an id in the body names nothing in the organization"],
  ["`value_error.unit_not_allowed`", "a unit that exists and does not fit: money where weight is asked for"],
  ["`value_error.country`, `.currency`", "not in the form of ISO 3166-1 alpha-2 or ISO 4217"],
  ["`value_error.str.regex`", "not in the expected form"],
  ["`value_error.factor_source`", "more than one of the things that a record is priced by"],
  [
    "`value_error.record_disabled`, `.record_category`",
    "a custom record that is disabled, or that is not for such activities",
  ],
  [
    "`value_error.group_inherited`",
    "the custom emission group belongs to an organization above; purchases take groups of their own organization",
  ],
  ["`value_error.group_factors`", "the gases of a factor do not match its tag"],
  ["`value_error.supplier_status`", "a supplier without a code cannot be active"],
  ["`value_error.idempotency_key`", "not one header of 1 to 255 visible ASCII characters"],
  [
    "`value_error.file_name`",
    "the name of a file has a path, a control character or one that turns the direction of writing, or begins with a point",
  ],
  [
    "`value_error.url.scheme`, `.credentials`, `.fragment`, `.port`, `.too_long`, `.malformed`",
    "the address of a webhook is not `https`, has a user, a fragment or a port that is not allowed, more than 2,048 characters, or is no address",
  ],
  ["`value_error.url.host`", "the name of a webhook has no address, or leads to one that is not public"],
  ["`value_error.multipart`", "not a complete `multipart/form-data` body"],
  [
    "`value_error.jsondecode`, `.depth`, `.values`",
    "not JSON, or more than 32 levels deep, or with more than 250,000 values",
  ],
];
