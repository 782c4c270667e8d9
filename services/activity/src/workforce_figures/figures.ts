import {
  WorkforceFigureName as Name,
  WorkforceFigureUnit as Unit,
  WorkforceGrouping,
} from "@emissions/proto/activity/v1/workforce_figure_service";
import { Decimal, divide, plain, ZERO } from "@emissions/quantity/decimal";
import type { DayRow, LeaverRow, PeriodRow, TrainingHoursRow } from "./queries.ts";

/** Decimals of values, and of numerators and denominators that are quotients. */
const PLACES = 6;
const PERCENT = new Decimal(100);

export const round = (number: Decimal): Decimal => number.toDecimalPlaces(PLACES, Decimal.ROUND_HALF_EVEN);
export const decimal = (number: Decimal) => ({ value: plain(number) });
const text = (number: Decimal) => plain(round(number));

interface Definition {
  figure: Name;
  disclosure: string;
  unit: Unit;
  counted: string;
  groupedBy?: WorkforceGrouping;
  group?: string;
  excludedPeople?: number;
}

/** A figure with its explanation. */
export interface Figure extends Definition {
  value?: { value: string };
  numerator?: { value: string };
  denominator?: { value: string };
  formula?: string;
  withheld?: boolean;
}

/** A figure that is a sum. */
export const sumOf = (definition: Definition, sum: Decimal): Figure => ({
  ...definition,
  value: decimal(round(sum)),
  numerator: decimal(sum),
  denominator: decimal(new Decimal(1)),
  formula: plain(sum),
});

/** A quotient, or a percentage. Without a value when the denominator is 0. */
export function quotientOf(
  definition: Definition,
  numerator: Decimal,
  denominator: Decimal,
  words = `${text(numerator)} / ${text(denominator)}`,
): Figure {
  const isPercent = definition.unit === Unit.PERCENT;
  const quotient = denominator.isZero() ? null : divide(isPercent ? numerator.times(PERCENT) : numerator, denominator);
  return {
    ...definition,
    ...(quotient && { value: decimal(round(quotient)) }),
    numerator: decimal(round(numerator)),
    denominator: decimal(round(denominator)),
    formula: isPercent ? `${words} * 100` : words,
  };
}

/** Sums of a number of the rows, by one of their properties. Without a property, the total. */
export function sums<R>(
  rows: readonly R[],
  number: (row: R) => string,
  by: (row: R) => string = () => "",
): Map<string, Decimal> {
  const all = new Map<string, Decimal>();
  for (const row of rows) all.set(by(row), (all.get(by(row)) ?? ZERO).plus(number(row)));
  return all;
}

const total = <R>(rows: readonly R[], number: (row: R) => string): Decimal => sums(rows, number).get("") ?? ZERO;

/** Without `key`: the total. */
const GROUPINGS = [
  {},
  { groupedBy: WorkforceGrouping.GENDER, key: "gender" },
  { groupedBy: WorkforceGrouping.CONTRACT_TYPE, key: "contractType" },
  { groupedBy: WorkforceGrouping.COUNTRY, key: "country" },
  { groupedBy: WorkforceGrouping.AGE_BAND, key: "ageBand" },
] as const;

function grouped<R extends DayRow | PeriodRow>(
  rows: readonly R[],
  number: (row: R) => string,
  figureOf: (sum: Decimal, place: Pick<Definition, "groupedBy" | "group">) => Figure,
): Figure[] {
  return GROUPINGS.flatMap((grouping) => {
    if (!("key" in grouping)) return [figureOf(total(rows, number), {})];
    const { key, groupedBy } = grouping;
    return [...sums(rows, number, (row) => row[key])].map(([group, sum]) => figureOf(sum, { groupedBy, group }));
  });
}

const S1_6 = "ESRS S1-6";

export function dayFigures(rows: readonly DayRow[], day: string): Figure[] {
  const people = { disclosure: S1_6, counted: `People with a contract on ${day}.` };
  const ratios = { disclosure: S1_6, counted: `Working hours ratios of the contracts on ${day}.` };
  return [
    ...grouped(
      rows,
      (row) => row.people,
      (sum, place) => sumOf({ figure: Name.HEAD_COUNT, unit: Unit.PEOPLE, ...people, ...place }, sum),
    ),
    ...grouped(
      rows,
      (row) => row.fte,
      (sum, place) => sumOf({ figure: Name.FTE, unit: Unit.FTE, ...ratios, ...place }, sum),
    ),
  ];
}

export function averageFigures(rows: readonly PeriodRow[], days: number): Figure[] {
  const denominator = new Decimal(days);
  const people = {
    disclosure: S1_6,
    counted: `Days of all contracts in the period, divided by its ${days} days. A day belongs to the age band of that day.`,
  };
  const ratios = {
    ...people,
    counted: `Days of all contracts times their working hours ratio, divided by ${days} days.`,
  };
  return [
    ...grouped(
      rows,
      (row) => row.personDays,
      (sum, place) =>
        quotientOf({ figure: Name.AVERAGE_HEAD_COUNT, unit: Unit.PEOPLE, ...people, ...place }, sum, denominator),
    ),
    ...grouped(
      rows,
      (row) => row.fteDays,
      (sum, place) => quotientOf({ figure: Name.AVERAGE_FTE, unit: Unit.FTE, ...ratios, ...place }, sum, denominator),
    ),
  ];
}

const NOT_STATED = "not_stated";

export function turnoverFigures(rows: readonly LeaverRow[], period: readonly PeriodRow[], days: number): Figure[] {
  const counted =
    "People whose contract ended in the period without another contract on the next day; each person once, by the last end.";
  const leavers = { figure: Name.LEAVERS, disclosure: S1_6, unit: Unit.PEOPLE, counted };
  const by = (groupedBy: WorkforceGrouping, key: (row: LeaverRow) => string) =>
    [...sums(rows, ({ people }) => people, key)].map(([group, sum]) => sumOf({ ...leavers, groupedBy, group }, sum));
  const left = total(rows, ({ people }) => people);
  const personDays = total(period, (row) => row.personDays);
  const rate = quotientOf(
    {
      ...leavers,
      figure: Name.TURNOVER_RATE,
      unit: Unit.PERCENT,
      counted: `${counted} Divided by the average head count.`,
    },
    left.times(days),
    personDays,
    `${plain(left)} / (${plain(personDays)} / ${days})`,
  );
  return [
    sumOf(leavers, left),
    ...by(WorkforceGrouping.GENDER, ({ gender }) => gender),
    ...by(WorkforceGrouping.END_REASON, ({ reason }) => reason ?? NOT_STATED),
    rate,
  ];
}

export function trainingFigures(
  rows: readonly TrainingHoursRow[],
  period: readonly PeriodRow[],
  days: number,
): Figure[] {
  const definition = {
    figure: Name.TRAINING_HOURS,
    disclosure: "ESRS S1-13",
    unit: Unit.HOURS_PER_PERSON,
    counted: "Hours of the trainings that ended in the period, divided by the average head count.",
  };
  const figure = (place: object, hours: Decimal, personDays: Decimal) =>
    quotientOf(
      { ...definition, ...place },
      hours.times(days),
      personDays,
      `${plain(hours)} / (${plain(personDays)} / ${days})`,
    );
  const daysBy = sums(
    period,
    (row) => row.personDays,
    ({ gender }) => gender,
  );
  const hoursBy = sums(
    rows,
    ({ hours }) => hours,
    ({ gender }) => gender,
  );
  const genders = [...new Set([...daysBy.keys(), ...hoursBy.keys()])].sort();
  return [
    figure(
      {},
      total(rows, ({ hours }) => hours),
      total(period, (row) => row.personDays),
    ),
    ...genders.map((group) =>
      figure({ groupedBy: WorkforceGrouping.GENDER, group }, hoursBy.get(group) ?? ZERO, daysBy.get(group) ?? ZERO),
    ),
  ];
}
