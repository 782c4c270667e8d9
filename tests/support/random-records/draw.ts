import { Decimal, plain } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import fc from "fast-check";
import { COUNTRIES } from "./owners.ts";

const FIRST_DAY = "2019-01-01";
/** To the end of 2025. */
const DAYS = 2_556;
const PERIOD_MAX = 500;

/** A decimal above 0 with at most `decimals` digits after the point. */
export const amountOf = ({ max = 9_999_999, decimals = 3 }: { max?: number; decimals?: number } = {}) =>
  fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: decimals }))
    .map(([digits, scale]) => plain(new Decimal(digits).div(10 ** scale)));

export const anyDay = fc.integer({ min: 0, max: DAYS }).map((offset) => addDays(FIRST_DAY, offset));

/** A day, a month or more, often over the end of a year. */
export const periodOf = (max = PERIOD_MAX) =>
  fc
    .tuple(fc.integer({ min: 0, max: DAYS - max }), fc.oneof(fc.constant(0), fc.integer({ min: 1, max: max - 1 })))
    .map(([first, days]) => ({ start_date: addDays(FIRST_DAY, first), end_date: addDays(FIRST_DAY, first + days) }));

export const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** A field that is often not sent. */
export const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

export const fraction = fc.integer({ min: 0, max: 1000 }).map((thousandths) => String(thousandths / 1000));

export const facility = oneOf(COUNTRIES.map((country) => `@facility ${country}`));

/** The exact product of two decimals. */
export const times = (a: unknown, b: unknown): string => plain(new Decimal(String(a)).times(String(b)));
