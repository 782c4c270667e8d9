import type { MessageInitShape } from "@bufbuild/protobuf";
import { invalid, unprocessable } from "@emissions/kit/wire/errors";
import type { UnitConversionSchema } from "@emissions/proto/factors/v1/unit_service";
import { type Decimal, divide, parse, plain } from "@emissions/quantity/decimal";
import { isDay } from "@emissions/quantity/period";
import type { UnitRow } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { conversion, converts, type Step } from "../selection/conversion.ts";

export const toUnit = ({ id, name, type }: UnitRow) => ({ id, name, type });

interface ConversionRequest {
  quantity: string | undefined;
  fromUnitId: string;
  toUnitId: string;
  day: string;
}

/** Converts a quantity to another unit of its dimension, with the formula. */
export function converted(
  { unitsById, rates }: Snapshot,
  { quantity, fromUnitId, toUnitId, day }: ConversionRequest,
): MessageInitShape<typeof UnitConversionSchema> {
  const [from, to] = [unitsById.get(fromUnitId.toLowerCase()), unitsById.get(toUnitId.toLowerCase())];
  const value = parseOrNull(quantity);
  const problems = [
    ...(value === null ? [{ loc: ["quantity"], msg: "value is not a valid decimal", type: "type_error.decimal" }] : []),
    ...(from ? [] : [unknownUnit("from_unit_id")]),
    ...(to ? [] : [unknownUnit("to_unit_id")]),
    ...(isDay(day) ? [] : [{ loc: ["date"], msg: "not a day of the calendar", type: "value_error.date" }]),
  ];
  if (value === null || !from || !to || problems.length > 0) throw invalid(problems);

  if (!converts(from, to)) {
    throw unprocessable("UNIT_NOT_CONVERTIBLE", "The units measure different things.");
  }
  const steps = conversion(from, to, rates, day);
  // The average of a year is no rate of a day. The answer has no place for the difference.
  if (steps === null || steps.some(({ marks }) => marks?.yearlyRate)) {
    throw unprocessable("EXCHANGE_RATE_MISSING", "No exchange rate is known for the day.");
  }
  const result = steps.reduce(applyStep, value);
  return {
    quantity: { value: plain(value) },
    fromUnit: toUnit(from),
    result: { value: plain(result) },
    toUnit: toUnit(to),
    formula: steps.reduce(appendToFormula, plain(value)),
  };
}

/** Rounds only a quotient. Even a division by 1 would round long numbers. */
function applyStep(value: Decimal, { multiplyBy, divideBy }: Step): Decimal {
  const product = value.times(parse(multiplyBy));
  return divideBy === "1" ? product : divide(product, parse(divideBy));
}

function appendToFormula(value: string, { multiplyBy, divideBy }: Step, at: number): string {
  const whole = at === 0 ? value : `(${value})`;
  return `${whole}${multiplyBy === "1" ? "" : ` * ${multiplyBy}`}${divideBy === "1" ? "" : ` / ${divideBy}`}`;
}

function parseOrNull(text: string | undefined): Decimal | null {
  try {
    return text === undefined ? null : parse(text);
  } catch {
    return null;
  }
}

const unknownUnit = (field: string) => ({
  loc: [field],
  msg: "not a unit of the catalogue",
  type: "value_error.unknown",
});
