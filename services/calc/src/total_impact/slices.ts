import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { firstOfMonth, isNonEmpty, type Range, splitByMonth, stepDays } from "./range.ts";

/** Days of one organization, with the share of their emissions that counts. */
export interface Slice extends Range {
  organizationId: string;
  /** Exact decimal text, 0 to 1. */
  share: string;
}

/** The same range for all organizations, as a whole. */
export const wholeSlices = (organizationIds: readonly string[], range: Range): Slice[] =>
  organizationIds.map((organizationId) => ({ organizationId, share: "1", ...range }));

/** Columns of masses in the tables of series. */
export type MassColumn =
  | "co2e_kg"
  | "co2_kg"
  | "ch4_kg"
  | "n2o_kg"
  | "biogenic_co2_kg"
  | "co2e_ar4_kg"
  | "co2e_ar5_kg"
  | "co2e_ar6_kg";

export interface Known {
  slices: readonly Slice[];
  /** The instant at which the totals were known. Null for the totals as they are now. */
  asOf: Date | null;
  /** Whether the amounts are included that are kept apart from locked periods. */
  restated: boolean;
}

/**
 * The masses of slices by series: rows of whole months, and steps of the days before and after them, with the first day
 * of their month. Numeric products and sums are exact. The masses of an earlier instant are those of now without the
 * changes since then. The days of steps are a condition of their own, because Postgres may join by the organization alone:
 * then the index finds the steps of these days, and not the whole history.
 */
export function seriesMasses(tx: Tx, { slices, asOf, restated }: Known, columns: readonly MassColumn[]): Fragment {
  const split = slices.map((slice) => ({ slice, ...splitByMonth(slice) }));
  const months = split.map(({ slice, months }) => ({ ...slice, ...months }));
  const edges = split.flatMap(({ slice, before, after }) => [before, after].map((range) => ({ ...slice, ...range })));
  const columnsOf = listOf(tx, columns);
  return tx`(
    select m.organization_id, m.series_id, m.month,
      ${columnsOf((column) => tx`s.share * m.${tx(column)} as ${tx(column)}`)}
    from ${tableOf(tx, months)} join series_months m
      on m.organization_id = s.organization_id and m.month between s.start_date and s.end_date
    union all
    select t.organization_id, t.series_id, date_trunc('month', t.day)::date,
      ${columnsOf((column) => tx`s.share * d.days * t.${tx(column)}`)}
    from ${tableOf(tx, edges)} join series_steps t
      on t.organization_id = s.organization_id
      and t.day between s.first_of_month and s.end_date and t.day = any (${stepDays(edges)}::date[])
    ${appliedDays(tx)}
    ${asOf === null ? tx`` : tx`union all ${changesSince(tx, slices, asOf, columns)}`}
    ${restated ? tx`union all ${restatedChanges(tx, { slices, asOf }, columns)}` : tx``}
  ) as masses`;
}

/** The amounts alone that are kept apart from the totals of locked periods. */
export const restatedMasses = (tx: Tx, known: Omit<Known, "restated">, columns: readonly MassColumn[]): Fragment =>
  tx`(${restatedChanges(tx, known, columns)}) as masses`;

type ColumnsOf = (of: (column: MassColumn) => Fragment) => Fragment;

const listOf =
  (tx: Tx, columns: readonly MassColumn[]): ColumnsOf =>
  (of) =>
    columns.map(of).reduce((sql, column) => tx`${sql}, ${column}`);

/** The changes after an instant, to be taken away. A whole month is the sum of its steps, too. */
const changesSince = (tx: Tx, slices: readonly Slice[], asOf: Date, columns: readonly MassColumn[]): Fragment =>
  changes(tx, slices, {
    from: tx`series_changes`,
    masses: listOf(tx, columns)((column) => tx`-s.share * d.days * t.${tx(column)} as ${tx(column)}`),
    when: tx`and t.changed_at > ${asOf}`,
  });

const restatedChanges = (tx: Tx, { slices, asOf }: Omit<Known, "restated">, columns: readonly MassColumn[]): Fragment =>
  changes(tx, slices, {
    from: tx`restated_changes`,
    masses: listOf(tx, columns)((column) => tx`s.share * d.days * t.${tx(column)} as ${tx(column)}`),
    when: asOf === null ? tx`` : tx`and t.changed_at <= ${asOf}`,
  });

interface Changes {
  from: Fragment;
  masses: Fragment;
  when: Fragment;
}

const changes = (tx: Tx, slices: readonly Slice[], { from, masses, when }: Changes): Fragment => tx`
  select t.organization_id, t.series_id, date_trunc('month', t.day)::date as month, ${masses}
  from ${tableOf(tx, slices)} join ${from} t
    on t.organization_id = s.organization_id ${when}
    and t.day between s.first_of_month and s.end_date
  ${appliedDays(tx)}`;

/** Days of a range s on which a step t applies: from its day to the end of its month. */
export const appliedDays = (tx: Tx): Fragment => tx`
  cross join lateral (
    select least(s.end_date, (date_trunc('month', t.day) + interval '1 month - 1 day')::date)
      - greatest(s.start_date, t.day) + 1 as days) as d`;

function tableOf(tx: Tx, slices: readonly Slice[]): Fragment {
  const rows = slices.filter(isNonEmpty);
  return tx`unnest(
    ${rows.map(({ organizationId }) => organizationId)}::uuid[],
    ${rows.map(({ startDate }) => firstOfMonth(startDate))}::date[],
    ${rows.map(({ startDate }) => startDate)}::date[],
    ${rows.map(({ endDate }) => endDate)}::date[],
    ${rows.map(({ share }) => share)}::numeric[]
  ) as s (organization_id, first_of_month, start_date, end_date, share)`;
}
