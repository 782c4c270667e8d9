import type { Write } from "@emissions/kit/db/transactions";
import { dayNumber } from "@emissions/quantity/period";
import type { DayWindow } from "../total_impact/period-sums.ts";
import type { Range } from "../total_impact/range.ts";

/** A locked period. Periods of one organization do not overlap. */
export interface LockedPeriod extends Range {
  id: string;
}

/**
 * The locked periods, which do not change until the transaction ends. Every writer of totals calls it first: it would
 * otherwise wait here for a change of the locks, and hold rows that another writer needs.
 */
export function lockedPeriods({ tx, org, send }: Pick<Write, "tx" | "org" | "send">) {
  send(tx`select pg_advisory_xact_lock_shared(totals_lock_key(${org}))`);
  return tx<LockedPeriod[]>`
    select id, start_date, end_date from locked_periods
    where organization_id = ${org} and released_at is null order by start_date`;
}

/** Waits for the running writers of totals and holds back new ones until the transaction ends. */
export const holdWriters = ({ tx, org, send }: Pick<Write, "tx" | "org" | "send">): void =>
  send(tx`select pg_advisory_xact_lock(totals_lock_key(${org}))`);

export const windowOf = ({ startDate, endDate }: Range): DayWindow => ({
  from: dayNumber(startDate),
  to: dayNumber(endDate) + 1,
});

/** All other days. The periods are in order. */
export function openWindows(locks: readonly Range[]): DayWindow[] {
  const windows = locks.map(windowOf);
  const starts = [Number.NEGATIVE_INFINITY, ...windows.map(({ to }) => to)];
  return starts.map((from, index) => ({ from, to: windows[index]?.from ?? Number.POSITIVE_INFINITY }));
}
