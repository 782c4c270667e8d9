import type { Entry } from "./explanation.ts";

const DAY_MS = 86_400_000;
const dayOf = (text: string | null): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS;

/** Calculations from before periods were split have no days. */
export const isUndated = ({ start_date }: Pick<Entry, "start_date">): boolean => (start_date ?? null) === null;

/** The pieces of a part follow one another from the first day of the record to its last. */
export function daysProblems(period: Record<"start_date" | "end_date", string>, pieces: readonly Entry[]): string[] {
  if (pieces.length === 1 && isUndated(pieces[0]!)) return [];
  const problems: string[] = [];
  const [start, end] = [dayOf(period.start_date), dayOf(period.end_date)];
  let next = start;
  for (const piece of pieces) {
    const [first, last] = [dayOf(piece.start_date), dayOf(piece.end_date)];
    if (first !== next) problems.push(`the piece from ${piece.start_date} does not follow the one before`);
    if (pieces.length > 1 && !hasItsDays(piece, { own: last - first + 1, all: end - start + 1 }))
      problems.push(`the allocation ${piece.allocation} does not have its days`);
    next = last + 1;
  }
  if (next !== end + 1) problems.push(`the pieces do not end on ${period.end_date}`);
  return problems;
}

/** "10000 * 366 / 367". The last piece has the rest of the quantity, and no days in its allocation. */
function hasItsDays({ allocation }: Entry, days: { own: number; all: number }): boolean {
  const [, own, all] = /^[\d.]+ \* (\d+) \/ (\d+)$/.exec(allocation ?? "") ?? [];
  return own === undefined || (Number(own) === days.own && Number(all) === days.all);
}
