import type { Quantity, RecordInput } from "@emissions/proto/activity/v1/record_events";
import type { Decimal as DecimalMessage } from "@emissions/proto/common/v1/decimal";
import {
  type Factor,
  FactorMethod,
  type GasValues,
  type Selector,
} from "@emissions/proto/factors/v1/selection_service";
import { type Decimal, ONE, parse } from "@emissions/quantity/decimal";
import { gwpSet } from "@emissions/quantity/gases";
import type { Resolved } from "../factor/resolver.ts";
import type { Activity, Emissions, Masses, Method } from "../methods/method.ts";
import { methodOf } from "../methods/registry.ts";

/** One part of a record as it is to be calculated. */
export interface PartInput {
  /** Null for the main part, which takes the name of its place (`methods/places.ts`). */
  name: string | null;
  category: string;
  quantity: Quantity | undefined;
  selector: Selector | undefined;
  recycledShare: DecimalMessage | undefined;
  gwpSet: string;
  memo: boolean;
  optional: boolean;
}

/** What came of one part. */
export interface PartOutcome {
  asked: PartInput;
  resolved: Resolved | null;
  /** Name and version; null where no method fits. */
  method: string | null;
  factorMethod: FactorMethod;
  emissions: PartEmissions | null;
  /** Why there are no emissions. */
  failure: Failure | null;
  /** Whether the record does without it. */
  leftOut: boolean;
}

interface PartEmissions extends Omit<Emissions, "published"> {
  /** The set of warming potentials that the CO2e rests on; null where the source of a published CO2e does not say. */
  gwpSet: string | null;
}

export interface Failure {
  code: string;
  detail: string;
}

/** For what goes wrong in the calculation itself; when there is no factor, factors gives the code. */
export const CALCULATION_FAILED = "CALCULATION_FAILED";

/** The main part first. */
export function partsOf(input: RecordInput): PartInput[] {
  const { category, quantity, selector, recycledShare, gwpSet, additionalParts } = input;
  const main = { name: null, category, quantity, selector, recycledShare, gwpSet, memo: false, optional: false };
  if (additionalParts.length === 0) return [main];
  return [
    main,
    ...additionalParts.map(({ part, category, quantity, selector, memo, optional }) => {
      return { name: part, category, quantity, selector, recycledShare: undefined, gwpSet, memo, optional };
    }),
  ];
}

/** Calculates a part with the answer of factors; null when factors was not asked. */
export function calculatePart(asked: PartInput, resolved: Resolved | null): PartOutcome {
  const method = methodOf(asked);
  if (method === undefined) return failedPart(asked, resolved, failure("No method calculates this record."));
  const { factor, failureCode, failureDetail } = resolved?.answer ?? {};
  if (failureCode) {
    const why = { code: failureCode, detail: failureDetail ?? "" };
    return { ...failedPart(asked, resolved, why), leftOut: asked.optional };
  }
  if (factor === undefined) return failedPart(asked, resolved, failure("There is no factor."));
  try {
    return { ...headOf(asked, resolved), emissions: emissionsOf(method, asked, factor, resolved!) };
  } catch (error) {
    // Numbers that cannot be calculated with are refused by name; anything else is a fault of the program.
    if (!(error instanceof RangeError)) throw error;
    return failedPart(asked, resolved, failure(error.message));
  }
}

export const failedPart = (asked: PartInput, resolved: Resolved | null, why: Failure): PartOutcome => ({
  ...headOf(asked, resolved),
  failure: why,
});

export const failure = (detail: string): Failure => ({ code: CALCULATION_FAILED, detail });

/** The calculation method in the terms of the GHG Protocol: that of the factor, else the one of the kind of record. */
export const factorMethodOf = (asked: PartInput, factor: Factor | undefined): FactorMethod =>
  factor?.method || (methodOf(asked)?.kind ?? FactorMethod.UNSPECIFIED);

function headOf(asked: PartInput, resolved: Resolved | null): PartOutcome {
  return {
    asked,
    resolved,
    method: methodOf(asked)?.name ?? null,
    factorMethod: factorMethodOf(asked, resolved?.answer.factor),
    emissions: null,
    failure: null,
    leftOut: false,
  };
}

function emissionsOf(method: Method, asked: PartInput, factor: Factor, resolved: Resolved): PartEmissions {
  const activity = activityOf(asked, factor, resolved);
  const { part, published, formula, formulaWithNumbers } = method.calculate(activity);
  return {
    formula,
    formulaWithNumbers,
    gwpSet: published ? factor.gwpSet || null : activity.gwpSet,
    part: asked.name === null ? part : { ...part, part: asked.name },
  };
}

function activityOf(asked: PartInput, factor: Factor, resolved: Resolved): Activity {
  return {
    ...figuresOf(resolved),
    category: asked.category,
    lookedUpIn: lookedUpIn(asked, factor),
    quantity: number(asked.quantity?.value),
    gwpSet: gwpSet(asked.gwpSet),
    recycledShare: optional(asked.recycledShare),
  };
}

type Figures = Pick<Activity, "conversions" | "factor">;

/** Thousands of records share one answer of factors, so its numbers are parsed once. */
const figures = new WeakMap<Resolved, Figures>();

function figuresOf(resolved: Resolved): Figures {
  const known = figures.get(resolved);
  if (known !== undefined) return known;
  const { conversion, factor } = resolved.answer;
  const read = {
    conversions: conversion.map(({ fromUnit, toUnit, multiplyBy, divideBy }) => ({
      fromUnit,
      toUnit,
      multiplyBy: multiplyBy ? parse(multiplyBy.value) : ONE,
      divideBy: divideBy ? parse(divideBy.value) : ONE,
    })),
    factor: massesOf(factor?.values),
  };
  figures.set(resolved, read);
  return read;
}

/**
 * The category that was asked for, not the one that was found, decides about the scope: factors may answer with a
 * fallback.
 */
const lookedUpIn = ({ selector }: PartInput, factor: Factor): string =>
  selector?.kind.case === "library" ? selector.kind.value.category : factor.category;

const massesOf = (values: GasValues | undefined): Masses<Decimal | null> => ({
  co2e: optional(values?.co2e),
  co2: optional(values?.co2),
  ch4: optional(values?.ch4),
  n2o: optional(values?.n2o),
  biogenicCo2: optional(values?.biogenicCo2),
});

function number(message: DecimalMessage | undefined): Decimal {
  if (message === undefined) throw new RangeError("The record has no quantity.");
  return parse(message.value);
}

const optional = (message: DecimalMessage | undefined): Decimal | null =>
  message === undefined ? null : parse(message.value);
