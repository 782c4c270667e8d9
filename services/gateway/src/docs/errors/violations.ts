import { enumTexts } from "@emissions/kit/wire/enum";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";

const [first, ...others] = enumTexts(FitnessMarkSchema);
/** The marks, as types of one prefix. */
const MARKS = [`\`value_error.fitness.${first}\``, ...others.map((mark) => `\`.${mark}\``)].join(", ");

/** Types of violations in a validation error, with their meaning. */
export const VIOLATIONS: readonly (readonly [types: string, meaning: string])[] = [
  ["`value_error.missing`", "a required field is missing"],
  ["`type_error.none.not_allowed`", "the value is null but required"],
  [
    "`type_error.string`, `.integer`, `.number`, `.boolean`, `.list`, `.dict`, `.decimal`, `.uuid`",
    "the value has a wrong type; only decimals may also be strings",
  ],
  ["`type_error.enum`", "the value is not one of the permitted ones"],
  ["`value_error.extra`", "the field or query parameter does not exist, or the field is read-only"],
  [
    "`value_error.date`, `.datetime`",
    "not a date such as `2026-01-31`, or not a time such as `2026-01-31T09:30:00Z` in the years 1 to 9999",
  ],
  [
    "`value_error.job.operation`, `.entity_type`, `.unfinished`, `.reverted`, `.empty`, `.existed`",
    "the reason of `JOB_NOT_REVERTIBLE`: the job created no records, created records that no job deletes, has not ended, was reverted, stored nothing, or changed records that existed before",
  ],
  [
    "`value_error.contradiction`, `.unit.calorific_basis`",
    "the unit of a cell states a calorific value; another column states another one, or the records have none",
  ],
  [
    "`value_error.header_unit`, `.header_unit.ambiguous`",
    "the header of a column of an import names a unit that its target does not take, or that may be several",
  ],
  [
    "`value_error.unit.contradiction`",
    "the unit of a row of an import contradicts the header of the amount, the sign in its cell or its number format",
  ],
  ["`value_error.number.currency`", "a cell of an import has money, and its column has another amount"],
  ["`value_error.date.mixed`", "a column of an import has dates and texts whose day and month may be exchanged"],
  [
    "`value_error.period`, `.period.ambiguous`",
    "a cell of an import names no month, quarter or year, or may name several, or a day; or its target is no day",
  ],
  ["`value_error.combine`", "records of the template have no period, or the amount of `combine` has no physical unit"],
  ["`value_error.time_zone`", "not a time zone such as `Europe/Madrid`"],
  [
    "`value_error.interval.doubled`, `.long`",
    "rows to combine are of the same time or overlap, or are longer than a day; the message names them",
  ],
  [
    "`value_error.interval.time`, `.marks`",
    "the time of a row to combine cannot be read, or `combine.at.marks` does not say what it is",
  ],
  ["`value_error.code.leading_zero`", "a code of a sector may have lost a zero in a spreadsheet; choose a reading"],
  [
    "`value_error.weekdays`, `.weekdays.ambiguous`",
    "a cell of an import names no weekdays, or may name several: write `Mon-Fri`; a number alone may be a count of days",
  ],
  [
    "`value_error.ambiguous`, `.date.ambiguous`, `.number.ambiguous`",
    "a cell of an import matches several entries, or is one of several days or numbers; the message tells which",
  ],
  ["`value_error.not_resolved`", "a column of an import has too many different names; use ids"],
  ["`value_error.personal`", "texts of files about people are not kept in a saved mapping"],
  ["`value_error.locale`", "not a locale such as `es_ES`"],
  [
    "`value_error.duplicate`",
    "two columns of an import, or a column and a constant, fill the same field, or two widgets of a dashboard have one id, or one has two places; in a `POSSIBLE_DUPLICATE`: what may be there already",
  ],
  ["`value_error.unknown_widget`", "no widget of the dashboard has this id"],
  ["`end_date_before_start_date`", "the last day is before the first day"],
  ["`contracts_overlap`", "the contract shares a day with another one of the person; `msg` names it"],
  ["`remunerations_overlap`", "the remuneration shares a day with another one of the contract; `msg` names it"],
  ["`remuneration_outside_contract`", "the first or the last day of the remuneration is outside of its contract"],
  ["`value_error.birth_date`", "the person is born before 1900, or after the first day of the first contract"],
  [
    "`value_error.differs`",
    "a row of a batch has another value than a row, or than what is stored, of the same person, contract or remuneration",
  ],
  ["`value_error.external_employee_id.exists`", "the organization has a person with this id"],
  ["`activity_date_out_of_range`", "the date is before 1970 or after the end of next year"],
  [
    "`value_error.number.not_ge`, `.not_gt`, `.not_le`",
    "the number is below or above its bound, or at an exclusive bound",
  ],
  ["`value_error.decimal.max_digits`", "the number has more digits than are stored"],
  ["`value_error.decimal.max_places`", "the number has more decimal places than the field takes"],
  ["`value_error.any_str.min_length`, `.max_length`", "the text is blank or too long; the limit is in characters"],
  ["`value_error.password`", "the new password is the email address of its person"],
  ["`value_error.any_str.nul`, `.surrogate`", "the text contains U+0000 or a lone surrogate"],
  ["`value_error.list.min_items`, `.max_items`", "the list has too few or too many items"],
  ["`value_error.list.unique_items`", "the list contains an item twice"],
  ["`value_error.selection`", "an export has either `row_ids`, or `filter_hash` with or without `excluded_ids`"],
  ["`value_error.sector_edition`", "an edition for a code that is not of NACE or CNAE; the others have none"],
  ["`value_error.amount_pair`", "a purchase needs exactly one complete pair of amount and unit"],
  [
    "`value_error.facility_shares`",
    "the shares of an invoice do not add up to exactly 1, or are sent together with `facility_id`",
  ],
  ["`value_error.calendar_year`", "the production of a certificate has days of two calendar years"],
  ["`value_error.retained_quantity`", "refrigerant that did not leak, for an invoice that is no recharge"],
  ["`value_error.calorific_basis`", "gross or net for an amount that is no energy of a burned fuel"],
  [
    "`value_error.distance_source`",
    "a business travel has either `distance_km`, or `origin` and `destination`; a section by `do_not_know` has no `kms_manual`",
  ],
  [
    "`value_error.working_year`",
    "a commuting period has either `days_per_year` or `weeks_per_year`, and at most 53 days for each of its weekdays",
  ],
  ["`value_error.transport_type`", "the field is for another means of transport, such as a fuel for a train"],
  [
    "`value_error.place_not_found`, `.place_ambiguous`, `.place_not_in_use`",
    "the text names no place, or several, or an airport whose code was not in use on the day of the record; the message has the nearest spellings, the places with country and distance, or the days of the code and the code of that day, each in words that name it alone",
  ],
  ["`value_error.same_place`", "origin and destination are the same place"],
  [
    "`value_error.no_land_route`",
    "by road or rail, water without a bridge or tunnel is between the places: send the distance of the way with the ferry",
  ],
  [
    "`value_error.distance_not_measurable`",
    "no published factor turns the great circle into a distance of this means of transport: send `distance_km`",
  ],
  [
    "`value_error.toc_not_found`",
    "no transport operation category of `GET /v1/logistics/tocs` has the name; the message has the most similar ones",
  ],
  ["`value_error.hub_category`", "the hub of another company has no category, so it would have no emissions"],
  ["`value_error.factor_not_found`", "no average of the mode of transport has a factor: send `toc`"],
  ["`value_error.load_missing`", "the transport operation category has no default load: send `load`"],
  ["`value_error.grid_zone`", "not a zone of the grid of the country, from `GET /v2/grid-zones`"],
  [
    "`value_error.fuel_purpose`",
    "the fuel is not for invoices of this type, such as a refrigerant for heat, or not one that sold products burn",
  ],
  ["`value_error.license_plate`", "the license plate has no letter or digit, or too many"],
  ["`value_error.license_plate.exists`", "the organization has a vehicle with this plate, or the batch repeats it"],
  ["`value_error.email`", "not an e-mail address"],
  ["`value_error.email.exists`", "the organization has an employee with this e-mail address, or the batch repeats it"],
  ["`value_error.period_too_long`", "a commuting period, or that of a survey, has more than 366 days"],
  ["`value_error.weekday`", "a day of work at home is a day of travel, too"],
  [
    "`value_error.survey_rows`",
    "new rows of a survey are for exactly one of `employee_ids`, `employees` and `anonymous`",
  ],
  ["`value_error.survey_row_answered`", "the survey row has an answer, so it gets no link"],
  ["`value_error.name.exists`", "the organization has a hub with this name"],
  [
    "`value_error.fuel_country`",
    "the fuel is not one of the country of the vehicle; a country without fuels uses those of any country but ES",
  ],
  ["`value_error.one_energy`", "a sold product has either `energy_per_use` with `uses_per_year`, or `energy_per_year`"],
  ["`value_error.one_fuel`", "a fuel has either `vehicle_fuel_id` or `facility_fuel_id`, and electricity neither"],
  ["`value_error.fuel_energy`", "the fuel is electricity, and not burned"],
  ["`value_error.product_name`", "another product has this name than the one with `product_id`"],
  ["`value_error.product_name.exists`", "the organization has a sold product with this name"],
  ["`value_error.period_overlap`", "another period of the sold product has a day in common with this one"],
  ["`value_error.country.repeated`", "the request names the country of an earlier sale again"],
  ["`value_error.unknown`", "an id in the query is not a unit of the catalogue"],
  ["`value_error.date_range`", "a period of a widget ends before it starts, or is longer than 3,660 days"],
  ["`value_error.organization`", "a widget names an organization that is neither the own one nor below it"],
  ["`value_error.metric`", "a widget names a metric that `GET /v2/dashboard/metrics` does not list"],
  ["`value_error.metric_category`", "a widget names another category than that of its metric"],
  ["`value_error.not_found`", "an id in the body does not exist in the organization"],
  [
    "`value_error.unit_not_allowed`",
    "the unit has a wrong dimension, such as money for a weight, or is not the unit of the custom factor",
  ],
  ["`value_error.country`, `.currency`", "not a code in the format of ISO 3166-1 alpha-2 or ISO 4217"],
  ["`value_error.str.regex`", "the text does not match the pattern"],
  ["`value_error.factor_source`", "the record has more than one source of its emission factor"],
  [
    "`value_error.record_disabled`, `.record_category`",
    "the custom record is disabled, or is for other activity categories",
  ],
  [
    "`value_error.group_inherited`",
    "the custom emission group belongs to a parent organization; purchases accept groups of their own organization only",
  ],
  ["`value_error.group_factors`", "the gases of a factor do not match its tag"],
  [
    "`value_error.custom_values.unknown_key`, `.max_items`",
    "the organization has no custom column with this key, or the object has more than 50 values",
  ],
  ["`type_error.custom_value`", "the value is not of the type of its custom column, or not one of its options"],
  ["`value_error.options`", "options are missing, repeated or removed, or the column has another type than `option`"],
  ["`value_error.own_workforce`", "the id and the HR id name different people, or neither is sent"],
  ["`value_error.supplier_status`", "a supplier without a code that exists cannot be active"],
  [MARKS, "with `Prefer: handling=strict`: the calculation would have this mark of `fitness`"],
  [
    "a code of a calculation, such as `SECTOR_NOT_MAPPED`",
    "with `Prefer: handling=strict`: the calculation would fail for this reason, or the record would have no emissions",
  ],
  ["`value_error.restatement_reason`", "not one header of 1 to 500 characters in UTF-8"],
  ["`value_error.cursor`", "the cursor is not from a page of this list with these filters and this `sort`"],
  ["`value_error.idempotency_key`", "not one header of 1 to 255 visible ASCII characters"],
  [
    "`value_error.file_name`",
    "the file name contains a path, a control character or a bidirectional control, or begins with a dot",
  ],
  ["`value_error.extension`", "the extension of a file name has other characters than letters and digits"],
  ["`value_error.media_type`", "the text is not a media type, such as `application/pdf`"],
  [
    "`value_error.url.scheme`, `.credentials`, `.fragment`, `.port`, `.too_long`, `.malformed`",
    "the URL has another scheme than `https` for webhooks, `http` or `https` for files; has a user, a fragment or a forbidden port; is longer than 2,048 characters; or is malformed",
  ],
  ["`value_error.url.host`", "the host of the webhook URL has no address, or one that is not public"],
  ["`value_error.multipart`", "not a complete `multipart/form-data` body"],
  [
    "`value_error.jsondecode`, `.depth`, `.values`",
    "the body is not JSON, has more than 32 levels, or more than 250,000 values",
  ],
];
