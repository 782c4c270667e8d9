import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import type { Decimal as DecimalMessage } from "@emissions/proto/common/v1/decimal";
import { type Factor, FactorMethod, type GasValues } from "@emissions/proto/factors/v1/selection_service";
import { type Decimal, ONE, parse, ZERO } from "@emissions/quantity/decimal";
import { gwpSet } from "@emissions/quantity/gases";
import { daysIn } from "@emissions/quantity/period";
import type { Resolved } from "../factor/resolver.ts";
import type { Activity, Masses, Method, Part } from "../methods/method.ts";
import { methodOf } from "../methods/registry.ts";

/** What came of one revision of a record. */
export interface Outcome {
  input: RecordInput;
  resolved: Resolved | null;
  /** Name and version; null where no method fits. */
  method: string | null;
  factorMethod: FactorMethod;
  result: Result | null;
  /** Null when there is a result. */
  failure: Failure | null;
}

export interface Result {
  co2e: Decimal;
  /** What gases were weighed with, or what the published CO2e rests on; null where that was not published. */
  gwpSet: string | null;
  formula: string;
  formulaWithNumbers: string;
  impacts: Impact[];
}

export interface Impact extends Part {
  category: string;
  startDate: string;
  endDate: string;
}

export interface Failure {
  code: string;
  detail: string;
}

/** For what goes wrong in the calculation itself; why there is no factor is told by factors. */
export const CALCULATION_FAILED = "CALCULATION_FAILED";

/** Calculates a record with the answer of factors; null when factors was not asked. */
export function calculate(input: RecordInput, resolved: Resolved | null): Outcome {
  const method = methodOf(input.selector);
  if (method === undefined) return failed(input, resolved, CALCULATION_FAILED, "No method calculates this record.");
  const { factor, failureCode, failureDetail } = resolved?.answer ?? {};
  if (failureCode) return failed(input, resolved, failureCode, failureDetail ?? "");
  if (factor === undefined) return failed(input, resolved, CALCULATION_FAILED, "There is no factor.");
  try {
    const result = resultOf(method, input, factor, resolved!);
    return { ...headOf(input, resolved), result, failure: null };
  } catch (error) {
    // Numbers that cannot be calculated with are refused by name; anything else is a fault of the program.
    if (!(error instanceof RangeError)) throw error;
    return failed(input, resolved, CALCULATION_FAILED, error.message);
  }
}

export function failed(input: RecordInput, resolved: Resolved | null, code: string, detail: string): Outcome {
  return { ...headOf(input, resolved), result: null, failure: { code, detail } };
}

/** What kind of calculation it was, or would have been. */
export const factorMethodOf = (input: RecordInput, factor: Factor | undefined): FactorMethod =>
  factor?.method || (methodOf(input.selector)?.kind ?? FactorMethod.UNSPECIFIED);

/** The records of one day and of a whole period alike: a period must be one before it is spread. */
function resultOf(method: Method, input: RecordInput, factor: Factor, resolved: Resolved): Result {
  daysIn(input.startDate, input.endDate);
  const activity = activityOf(input, factor, resolved);
  const { parts, published, formula, formulaWithNumbers } = method.calculate(activity);
  return {
    co2e: parts.reduce((total, part) => total.plus(part.co2e), ZERO),
    gwpSet: published ? factor.gwpSet || null : activity.gwpSet,
    formula,
    formulaWithNumbers,
    impacts: parts.map((part) => ({
      ...part,
      category: input.category,
      startDate: input.startDate,
      endDate: input.endDate,
    })),
  };
}

function activityOf(input: RecordInput, factor: Factor, { answer }: Resolved): Activity {
  return {
    category: input.category,
    lookedUpIn: lookedUpIn(input, factor),
    quantity: number(input.quantity?.value),
    conversions: answer.conversion.map(({ fromUnit, toUnit, multiplyBy, divideBy }) => ({
      fromUnit,
      toUnit,
      multiplyBy: multiplyBy ? parse(multiplyBy.value) : ONE,
      divideBy: divideBy ? parse(divideBy.value) : ONE,
    })),
    factor: massesOf(factor.values),
    gwpSet: gwpSet(input.gwpSet),
    recycledShare: optional(input.recycledShare),
  };
}

/** What was asked for decides about the scope: a grid average that stands in for a residual mix is bought electricity too. */
const lookedUpIn = ({ selector }: RecordInput, factor: Factor): string =>
  selector?.kind.case === "library" ? selector.kind.value.category : factor.category;

const massesOf = (values: GasValues | undefined): Masses<Decimal | null> => ({
  co2e: optional(values?.co2e),
  co2: optional(values?.co2),
  ch4: optional(values?.ch4),
  n2o: optional(values?.n2o),
  biogenicCo2: optional(values?.biogenicCo2),
});

function headOf(input: RecordInput, resolved: Resolved | null) {
  return {
    input,
    resolved,
    method: methodOf(input.selector)?.name ?? null,
    factorMethod: factorMethodOf(input, resolved?.answer.factor),
  };
}

function number(message: DecimalMessage | undefined): Decimal {
  if (message === undefined) throw new RangeError("The record has no quantity.");
  return parse(message.value);
}

const optional = (message: DecimalMessage | undefined): Decimal | null =>
  message === undefined ? null : parse(message.value);
