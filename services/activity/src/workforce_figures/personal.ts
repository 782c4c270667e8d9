import {
  WorkforceFigureName as Name,
  WorkforceFigureUnit as Unit,
  WorkforceGrouping,
} from "@emissions/proto/activity/v1/workforce_figure_service";
import { Decimal, divide, plain, ZERO } from "@emissions/quantity/decimal";
import { type Figure, quotientOf, round } from "./figures.ts";
import type { DisabilityRow, PayRow, RankedPay } from "./queries.ts";

/**
 * People of a group in one organization, below which viewers see no figure of salaries or disabilities. The mean of a
 * smaller group counts as a read of its salaries by others.
 */
export const GROUP_PEOPLE_MIN = 10;

const sum = <R>(rows: readonly R[], number: (row: R) => number) => rows.reduce((all, row) => all + number(row), 0);

/** The people of each organization. Organizations with nobody in the group do not count. */
const tooFew = (rows: readonly { organizationId: string; people: number }[]): boolean => {
  const byOrg = Map.groupBy(rows, ({ organizationId }) => organizationId);
  const counts = [...byOrg.values()].map((own) => sum(own, ({ people }) => people));
  return counts.some((count) => count > 0 && count < GROUP_PEOPLE_MIN);
};

/** A figure without its numbers. */
const withheld = ({
  value: _,
  numerator: _n,
  denominator: _d,
  formula: _f,
  excludedPeople: _e,
  ...rest
}: Figure): Figure => ({
  ...rest,
  withheld: true,
});

/**
 * A viewer sees the value alone. Numbers of the formula would show a salary by the difference of two periods or
 * organizations. `isHidden`: too few people, or no whole calendar year.
 */
export const forViewer = (figures: readonly Figure[], isHidden: boolean): Figure[] =>
  figures.map((figure) => {
    if (isHidden) return withheld(figure);
    const { numerator: _n, denominator: _d, formula: _f, ...rest } = figure;
    return rest;
  });

export function disabilityFigures(rows: readonly DisabilityRow[], day: string): Figure[] {
  const figure = (own: readonly DisabilityRow[], place: object) =>
    quotientOf(
      {
        figure: Name.DISABILITY_SHARE,
        disclosure: "ESRS S1-12",
        unit: Unit.PERCENT,
        counted: `People with disabilities among those with a contract on ${day} whose value is known.`,
        excludedPeople: sum(own, ({ unknown }) => unknown),
        ...place,
      },
      new Decimal(sum(own, ({ disabled }) => disabled)),
      new Decimal(sum(own, ({ people }) => people)),
    );
  return [
    figure(rows, {}),
    ...[...Map.groupBy(rows, ({ gender }) => gender)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, own]) => figure(own, { groupedBy: WorkforceGrouping.GENDER, group })),
  ];
}

/** With one group of too few people all groups are hidden, because the total and the others would show it. */
export const hidesDisabilities = (rows: readonly DisabilityRow[]): boolean =>
  [...Map.groupBy(rows, ({ gender }) => gender).values()].some(tooFew);

/** Rates of currencies: units for 1 EUR; null when none is known. */
export type Rates = ReadonlyMap<string, Decimal | null>;

const PAY = "Yearly gross pay divided by the working hours ratio, of the people with a contract";
const S1_16 = "ESRS S1-16";

export const isPaid = (row: PayRow, rates: Rates): boolean => row.currency !== null && rates.get(row.currency) != null;

export function payGap(rows: readonly PayRow[], rates: Rates, day: string): Figure {
  const paid = rows.filter((row) => isPaid(row, rates));
  const mean = (wanted: string) => {
    const own = paid.filter(({ gender }) => gender === wanted);
    const pay = own.reduce((all, row) => all.plus(divide(new Decimal(row.pay!), rates.get(row.currency!)!)), ZERO);
    const people = sum(own, (row) => row.people);
    return people === 0 ? null : divide(pay, new Decimal(people));
  };
  const [men, women] = [mean("M"), mean("F")];
  const definition = {
    figure: Name.GENDER_PAY_GAP,
    disclosure: S1_16,
    unit: Unit.PERCENT,
    counted: `${PAY} on ${day}: (mean of men - mean of women) / mean of men.`,
    excludedPeople: sum(
      rows.filter(({ gender }) => ["M", "F"].includes(gender)).filter((row) => !isPaid(row, rates)),
      ({ people }) => people,
    ),
  };
  if (men === null || women === null) return quotientOf(definition, ZERO, ZERO);
  const words = `(${plain(round(men))} - ${plain(round(women))}) / ${plain(round(men))}`;
  return quotientOf(definition, men.minus(women), men, words);
}

/** Genders whose mean pay is that of few people. */
export const smallGroups = (rows: readonly PayRow[]): string[] =>
  ["M", "F"].filter((wanted) => {
    const people = sum(
      rows.filter(({ gender, currency }) => gender === wanted && currency !== null),
      (row) => row.people,
    );
    return people > 0 && people < GROUP_PEOPLE_MIN;
  });

export const hidesPayGap = (rows: readonly PayRow[]): boolean =>
  ["M", "F"].some((wanted) => tooFew(rows.filter(({ gender, currency }) => gender === wanted && currency !== null)));

export function remunerationRatio(
  { highest, middle, middleCount }: RankedPay,
  excludedPeople: number,
  day: string,
): Figure {
  const definition = {
    figure: Name.REMUNERATION_RATIO,
    disclosure: S1_16,
    unit: Unit.RATIO,
    counted: `${PAY} on ${day}: the highest, divided by the median of all others.`,
    excludedPeople,
  };
  if (highest === null || middle === null) return quotientOf(definition, ZERO, ZERO);
  return quotientOf(definition, new Decimal(highest), divide(new Decimal(middle), new Decimal(middleCount)));
}

export const hidesRatio = (rows: readonly PayRow[]): boolean =>
  tooFew(rows.filter(({ currency }) => currency !== null));
