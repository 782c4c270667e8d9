import { create } from "@bufbuild/protobuf";
import { enumText } from "@emissions/kit/wire/enum";
import { CertificateTechnologySchema, type CoveringCertificate } from "@emissions/proto/activity/v1/certificate";
import {
  EntityType,
  FreightPayer,
  type Journey,
  type Quantity,
  type RecordInput,
} from "@emissions/proto/activity/v1/record_events";
import type { Decimal as DecimalMessage } from "@emissions/proto/common/v1/decimal";
import { ExchangeRateKind } from "@emissions/proto/factors/v1/exchange_rate_service";
import type { Fitness } from "@emissions/proto/factors/v1/fitness";
import {
  type ConversionStep,
  type Factor,
  type FactorGas,
  FactorMethod,
  MethaneOrigin,
  type Selector,
  SelectorSchema,
} from "@emissions/proto/factors/v1/selection_service";
import { type Decimal, ONE, parse } from "@emissions/quantity/decimal";
import { type Gas, GWP_SETS, gwpSet } from "@emissions/quantity/gases";
import type { ResolvedFactor } from "../factor/resolver.ts";
import { LOSS_PERCENT } from "../methods/apply-factor.ts";
import { closedLoopSelector, RECYCLED } from "../methods/average-data/closed-loop.ts";
import type { Activity, Conversion, Emissions, FactorValues, Method } from "../methods/method.ts";
import { methodOf } from "../methods/registry.ts";
import { lookedUpForVehicle } from "../methods/vehicles/rules.ts";

/** One part of a record, before its calculation. */
export interface PartInput {
  /** Among all parts of the record, from 0. */
  position: number;
  /** Null for the main part: its emission scope names it (`methods/emission-scope.ts`). */
  name: string | null;
  category: string;
  quantity: Quantity | undefined;
  selector: Selector | undefined;
  /** Whether the organization pays for the transport. False for other records. */
  buysFreight: boolean;
  recycledShare: DecimalMessage | undefined;
  gwpSet: string;
  memo: boolean;
  /** True if the part needs no factor. */
  optional: boolean;
  /** The certificate that covers the quantity. Null for all other parts. */
  certificate: CoveringCertificate | null;
  /** How the recorded quantity follows from the record. Empty for the whole. */
  recordedAllocation: string;
  /** How the distance was measured. Undefined if it was recorded. */
  journey: Journey | undefined;
  /** The days of the part. Empty until the period is split. */
  startDate: string;
  endDate: string;
  /** How the quantity follows from the recorded one. Null for the whole. */
  allocation: string | null;
}

/** The calculation of one part. */
export interface PartCalculation {
  input: PartInput;
  resolved: ResolvedFactor | null;
  /** Name and version. Null if no method applies. */
  method: string | null;
  factorMethod: FactorMethod;
  emissions: PartEmissions | null;
  /** Why there are no emissions. */
  failure: Failure | null;
  /** True if the part has no emissions and the record does not fail for it. */
  omitted: boolean;
  /** True if no closed-loop figure exists, so that the recycled share counts as zero. */
  recycledShareScaled?: boolean;
  /** How well the figures fit. Null without emissions, and until all parts of the piece are calculated. */
  fitness: Fitness | null;
}

/** The category of the library with the figures of certificates. */
export const CERTIFICATES = "electricity_certificates";

export const technologyOf = ({ technology }: CoveringCertificate): string =>
  enumText(CertificateTechnologySchema, technology);

interface PartEmissions extends Omit<Emissions, "published"> {
  /** The set of warming potentials of the CO2e. Null if the source of a published CO2e does not name it. */
  gwpSet: string | null;
  /** The name of the part by its emission scope, such as "upstream". */
  scopePart: string;
}

export interface Failure {
  code: string;
  detail: string;
}

/** The code of an error in the calculation itself. For a missing factor, the factors service gives the code. */
export const CALCULATION_FAILED = "CALCULATION_FAILED";

/** From the factors service: the library has no factor for the selector. */
const NO_FACTOR = "FACTOR_NOT_FOUND";

/** The main part first. */
export function partsOf(input: RecordInput): PartInput[] {
  const { category, quantity, selector, recycledShare, gwpSet, additionalParts, factorOptional: optional } = input;
  const { allocation: recordedAllocation, journey } = input;
  const buysFreight = isFreightBought(input);
  const common = {
    category,
    quantity,
    buysFreight,
    gwpSet,
    memo: false,
    optional,
    recordedAllocation,
    journey,
    ...WHOLE,
  };
  const main = { ...common, position: 0, name: null, selector, recycledShare };
  const closedLoop = closedLoopSelector(selector, recycledShare);
  if (additionalParts.length === 0 && closedLoop === null && input.certificates.length === 0) return [main];
  const parts = [
    main,
    ...(closedLoop === null ? [] : [{ ...main, name: RECYCLED, selector: closedLoop, optional: true }]),
    ...input.certificates.map((certificate, at) => ({ ...main, ...certificatePart(certificate, quantity, at) })),
    ...additionalParts.map(({ part, category, quantity, selector, memo, optional, allocation, journey }) => {
      const own = { name: part, category, quantity, selector, memo, optional, recordedAllocation: allocation, journey };
      return { ...main, ...own, recycledShare: undefined };
    }),
  ];
  return parts.map((part, position) => ({ ...part, position }));
}

/** Inputs of earlier versions do not say who pays. Legs without a payer are those that the organization buys. */
const isFreightBought = ({ paidBy, entityType }: RecordInput): boolean =>
  paidBy === FreightPayer.ORGANIZATION ||
  (paidBy === FreightPayer.UNSPECIFIED && entityType === EntityType.LOGISTICS_REQUESTS);

const WHOLE = { startDate: "", endDate: "", allocation: null, certificate: null };

/** Has its own factor in place of that of the main part. */
const certificatePart = (certificate: CoveringCertificate, quantity: Quantity | undefined, at: number) => ({
  name: `electricity_certificate_${at + 1}`,
  certificate,
  quantity: quantity && { ...quantity, value: certificate.quantity ?? quantity.value },
  selector: create(SelectorSchema, {
    kind: {
      case: "library",
      value: { category: CERTIFICATES, key: technologyOf(certificate), country: certificate.country },
    },
  }),
  optional: false,
  recordedAllocation: "",
});

/** Calculates a part with the answer of the factors service. The answer is null for a part without a method. */
export function calculatePart(input: PartInput, resolved: ResolvedFactor | null): PartCalculation {
  const method = methodOf(input);
  if (method === undefined) return failedPart(input, resolved, failure("No method calculates this record."));
  const { factor, failureCode, failureDetail } = resolved?.answer ?? {};
  if (failureCode) {
    const why = { code: failureCode, detail: failureDetail ?? "" };
    return { ...failedPart(input, resolved, why), omitted: isOmitted(input, why) };
  }
  if (factor === undefined) return failedPart(input, resolved, failure("There is no factor."));
  try {
    return { ...headOf(input, resolved), emissions: emissionsOf(method, input, factor, resolved!) };
  } catch (error) {
    // A RangeError means an invalid number. Any other error is a bug.
    if (!(error instanceof RangeError)) throw error;
    return failedPart(input, resolved, failure(error.message));
  }
}

/** A main part is omitted only if there is no factor. A unit that does not fit the factor is an error of the record. */
const isOmitted = ({ name, optional }: PartInput, { code }: Failure): boolean =>
  optional && (name !== null || code === NO_FACTOR);

export const failedPart = (input: PartInput, resolved: ResolvedFactor | null, why: Failure): PartCalculation => ({
  ...headOf(input, resolved),
  failure: why,
});

export const failure = (detail: string): Failure => ({ code: CALCULATION_FAILED, detail });

/** The GHG Protocol calculation method: that of the factor, or else that of the method. */
export const factorMethodOf = (input: PartInput, factor: Factor | undefined): FactorMethod =>
  factor?.method || (methodOf(input)?.kind ?? FactorMethod.UNSPECIFIED);

function headOf(input: PartInput, resolved: ResolvedFactor | null): PartCalculation {
  return {
    input,
    resolved,
    method: methodOf(input)?.name ?? null,
    factorMethod: factorMethodOf(input, resolved?.answer.factor),
    emissions: null,
    failure: null,
    omitted: false,
    fitness: null,
  };
}

function emissionsOf(method: Method, input: PartInput, factor: Factor, resolved: ResolvedFactor): PartEmissions {
  const activity = activityOf(input, factor, resolved);
  const { part, published, formula, formulaWithNumbers, outsideKyoto } = method.calculate(activity);
  return {
    outsideKyoto,
    formula,
    formulaWithNumbers,
    gwpSet: published ? factor.gwpSet || null : activity.gwpSet,
    scopePart: part.part,
    part: input.name === null ? part : { ...part, part: input.name },
  };
}

function activityOf(input: PartInput, factor: Factor, resolved: ResolvedFactor): Activity {
  return {
    ...parsedFactorOf(resolved, factor),
    category: input.category,
    lookedUpIn: lookedUpIn(input, factor),
    quantity: number(input.quantity?.value),
    gwpSet: gwpSet(input.gwpSet),
    recycledShare: optional(input.recycledShare),
  };
}

function parsedConversion(step: ConversionStep): Conversion {
  const { fromUnit, toUnit, multiplyBy, divideBy, exchangeRate, priceIndex, priceConversion } = step;
  const { lossShare, fuelProperty } = step;
  const isAverage = exchangeRate?.kind === ExchangeRateKind.ANNUAL_AVERAGE;
  return {
    fromUnit,
    toUnit,
    multiplyBy: multiplyBy ? parse(multiplyBy.value) : ONE,
    divideBy: divideBy ? parse(divideBy.value) : ONE,
    value: lossShare === undefined ? fuelProperty?.property : LOSS_PERCENT,
    ...(priceIndex && { index: { fromYear: priceIndex.fromYear, toYear: priceIndex.toYear } }),
    ...(isAverage && { rateYear: Number(exchangeRate.rateDate.slice(0, 4)) }),
    ...(priceConversion && { isPriceBasis: true }),
  };
}

type ParsedFactor = Pick<Activity, "conversions" | "factor">;

/** Thousands of records can share one answer, so its numbers are parsed once. */
const parsedFactors = new WeakMap<ResolvedFactor, ParsedFactor>();

function parsedFactorOf(resolved: ResolvedFactor, factor: Factor): ParsedFactor {
  const known = parsedFactors.get(resolved);
  if (known !== undefined) return known;
  const { conversion } = resolved.answer;
  const parsed = {
    conversions: conversion.map(parsedConversion),
    factor: valuesOf(factor),
  };
  parsedFactors.set(resolved, parsed);
  return parsed;
}

/** The requested category decides about the scope, because the factors service may answer with a fallback. */
function lookedUpIn({ selector }: PartInput, factor: Factor): string {
  const kind = selector?.kind;
  if (kind?.case === "library") return kind.value.category;
  return kind?.case === "vehicle" ? lookedUpForVehicle(kind.value.part, factor.category) : factor.category;
}

const METHANE_ORIGIN: Readonly<Record<MethaneOrigin, FactorValues["methaneOrigin"]>> = {
  [MethaneOrigin.UNSPECIFIED]: "general",
  [MethaneOrigin.FOSSIL]: "fossil",
  [MethaneOrigin.NON_FOSSIL]: "nonFossil",
};

const massIn = (gases: readonly FactorGas[], name: Gas) => gases.find(({ gas }) => gas === name)?.kilograms;

const valuesOf = ({ values, gwpSet: set, methaneOrigin, gases }: Factor): FactorValues => ({
  co2e: optional(values?.co2e),
  co2: optional(values?.co2 ?? massIn(gases, "co2")),
  ch4: optional(values?.ch4 ?? massIn(gases, "ch4")),
  n2o: optional(values?.n2o ?? massIn(gases, "n2o")),
  biogenicCo2: optional(values?.biogenicCo2),
  gwpSet: GWP_SETS.find((known) => known === set) ?? "",
  methaneOrigin: METHANE_ORIGIN[methaneOrigin] ?? "general",
  gases: gases.map(({ gas, kilograms, kyoto, gwpAr4, gwpAr5, gwpAr6 }) => ({
    name: gas,
    kilograms: number(kilograms),
    kyoto,
    gwp: { AR4: optional(gwpAr4), AR5: optional(gwpAr5), AR6: optional(gwpAr6) },
  })),
});

function number(message: DecimalMessage | undefined): Decimal {
  if (message === undefined) throw new RangeError("A quantity is missing.");
  return parse(message.value);
}

const optional = (message: DecimalMessage | undefined): Decimal | null =>
  message === undefined ? null : parse(message.value);
