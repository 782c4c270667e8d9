/** Both days belong to a period. Without an end it goes on. */
export interface Period {
  startDate: string;
  endDate: string | null;
}

/** Two periods, by their places in a list. */
export interface Overlap {
  at: number;
  with: number;
}

/** The periods that begin before an earlier one has ended, each with that one. */
export function overlapsIn(periods: readonly Period[]): Overlap[] {
  const order = periods
    .map((_, at) => at)
    .sort((a, b) => compare(periods[a]!.startDate, periods[b]!.startDate) || a - b);
  const found: Overlap[] = [];
  let longest: number | undefined;
  for (const at of order) {
    const { startDate, endDate } = periods[at]!;
    const last = longest === undefined ? undefined : periods[longest]!;
    if (last !== undefined && (last.endDate === null || startDate <= last.endDate)) found.push({ at, with: longest! });
    if (last === undefined || (last.endDate !== null && (endDate === null || endDate > last.endDate))) longest = at;
  }
  return found;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
