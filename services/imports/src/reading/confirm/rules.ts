import { isId } from "@emissions/kit/process/id";
import { type Check, checkId, missing, violation } from "@emissions/kit/wire/checks";
import type { ConfirmReadingRequest } from "@emissions/proto/imports/v1/reading_service";
import { ONE, parse, plain, ZERO } from "@emissions/quantity/decimal";
import { readDigits } from "@emissions/quantity/digits";
import { FACILITIES_MAX } from "../limits.ts";

/** Violations of the form of a confirmation. The number of readings has a refusal of its own. */
export function checkConfirmation({
  facilities,
  supplierId,
  facilityFuelId,
  fileReadings,
  projectId,
}: ConfirmReadingRequest): Check[] {
  return [
    ...(fileReadings.length === 0 ? [missing("file_readings")] : []),
    ...checkFacilities(facilities),
    ...checkId("supplier_id", supplierId ?? null),
    ...checkId("facility_fuel_id", facilityFuelId ?? null),
    ...checkId("project_id", projectId ?? null),
  ];
}

function checkFacilities(facilities: ConfirmReadingRequest["facilities"]): Check[] {
  if (facilities.length === 0) return [missing("facilities")];
  if (facilities.length > FACILITIES_MAX) {
    const msg = `ensure this value has at most ${FACILITIES_MAX} items`;
    return [violation("facilities", "value_error.list.max_items", msg)];
  }
  const checks = facilities.flatMap((facility, index) => checkFacility(facility, index));
  if (checks.length > 0) return checks;
  if (new Set(facilities.map(({ id }) => id.toLowerCase())).size < facilities.length) {
    return [violation("facilities", "value_error.list.unique_items", "a facility comes twice")];
  }
  const sum = facilities.reduce((total, { percentage }) => total.plus(parse(percentage!.value)), ZERO);
  if (sum.gt(ZERO) && sum.lte(ONE)) return [];
  const msg = `the percentages add up to ${plain(sum)}, not to more than 0 and at most 1`;
  return [violation("facilities", "value_error.facility_shares", msg)];
}

function checkFacility({ id, percentage }: ConfirmReadingRequest["facilities"][number], index: number): Check[] {
  const place = (field: string, type: string, msg: string): Check => ({
    loc: ["body", "facilities", String(index), field],
    type,
    msg,
  });
  const digits = readDigits(percentage?.value ?? "");
  return [
    ...(isId(id) ? [] : [place("id", "type_error.uuid", "value is not a valid uuid")]),
    ...(percentage === undefined
      ? [place("percentage", "value_error.missing", "field required")]
      : typeof digits === "string"
        ? [place("percentage", "type_error.decimal", "value is not a valid decimal")]
        : digits.negative || parse(percentage.value).gt(ONE)
          ? [place("percentage", "value_error.number.not_le", "ensure this value is from 0 to 1")]
          : []),
  ];
}
