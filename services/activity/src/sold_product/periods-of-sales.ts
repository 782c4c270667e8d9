import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { checkActivityDay } from "../checks.ts";
import { type Days, insertPeriods, selectOverlapping } from "./period-queries.ts";

/** The period of each pair of product and days; null where another period has a day in common with them. */
export type Periods = ReadonlyMap<string, string | null>;

export const daysKey = ({ productId, startDate, endDate }: Days): string => `${productId} ${startDate} ${endDate}`;

/**
 * Finds the periods with the days of sales, and creates those that are missing. The caller has locked the products, so
 * no other transaction creates a period of them meanwhile.
 */
export async function periodsOf(tx: Tx, org: string, sales: readonly Days[]): Promise<Periods> {
  const wanted = new Map(sales.filter(isComplete).map((days) => [daysKey(days), days]));
  if (wanted.size === 0) return new Map();
  const periods = new Map<string, string | null>();
  for (const { id, isSame, ...days } of await selectOverlapping(tx, org, [...wanted.values()]))
    periods.set(daysKey(days), isSame ? id : null);
  for (const days of overlapping([...wanted.values()])) {
    const key = daysKey(days);
    if (!periods.has(key)) periods.set(key, null);
  }
  const missing = [...wanted].filter(([key]) => !periods.has(key));
  if (missing.length === 0) return periods;
  const ids = await insertPeriods(
    tx,
    org,
    missing.map(([, days]) => days),
  );
  for (const [at, [key]] of missing.entries()) periods.set(key, ids[at]!);
  return periods;
}

/** Others have violations of their own. */
const isComplete = ({ productId, startDate, endDate }: Days): boolean =>
  isId(productId) &&
  startDate <= endDate &&
  [startDate, endDate].every((day) => checkActivityDay("", day).length === 0);

/** Those of different days of one product that have a day in common with an earlier one, and this one. */
function overlapping(all: readonly Days[]): Days[] {
  const sorted = all.toSorted((one, other) => (daysKey(one) < daysKey(other) ? -1 : 1));
  const found: Days[] = [];
  let latest: Days | undefined;
  for (const days of sorted) {
    if (latest?.productId !== days.productId) latest = days;
    else {
      if (days.startDate <= latest.endDate) found.push(latest, days);
      if (days.endDate > latest.endDate) latest = days;
    }
  }
  return found;
}
