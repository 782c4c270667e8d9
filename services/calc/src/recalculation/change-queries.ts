import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { RecalculationReason } from "@emissions/proto/calc/v1/recalculation_service";
import { wholeText } from "@emissions/quantity/whole";
import type { Outcome } from "../total_impact/coverage.ts";
import type { Sum } from "../total_impact/period-sums.ts";

/** A row of `recalculation_changes`. */
export interface Change {
  recordId: string;
  revision: number;
  replacedVersion: number;
  entityType: string;
  counted: boolean;
  /** Kilograms. */
  co2eBefore: string | null;
  co2eAfter: string | null;
  reasons: readonly RecalculationReason[];
  outcome: Outcome | null;
  startDate: string | null;
  endDate: string | null;
  marks: string | null;
  superseded: boolean;
}

export async function insertChangedRecords(tx: Tx, org: string, id: string, rows: readonly Change[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into recalculation_changes (
      organization_id, recalculation_id, record_id, revision, replaced_version, entity_type, counted, co2e_before,
      co2e_after, reasons, outcome, start_date, end_date, marks)
    select ${org}::uuid, ${id}::uuid, x.record_id, x.revision, x.replaced_version, x.entity_type, x.counted,
      x.co2e_before, x.co2e_after, x.reasons::smallint[], x.outcome, x.start_date, x.end_date, x.marks
    from unnest(
      ${plainColumn(rows.map(({ recordId }) => recordId))}::uuid[],
      ${plainColumn(rows.map(({ revision }) => revision))}::int[],
      ${plainColumn(rows.map(({ replacedVersion }) => replacedVersion))}::int[],
      ${plainColumn(rows.map(({ entityType }) => entityType))}::text[],
      ${plainColumn(rows.map(({ counted }) => counted))}::boolean[],
      ${plainColumn(rows.map(({ co2eBefore }) => co2eBefore))}::numeric[],
      ${plainColumn(rows.map(({ co2eAfter }) => co2eAfter))}::numeric[],
      ${column(rows.map(({ reasons }) => `{${reasons.join()}}`))}::text[],
      ${plainColumn(rows.map(({ outcome }) => outcome))}::text[],
      ${plainColumn(rows.map(({ startDate }) => startDate))}::date[],
      ${plainColumn(rows.map(({ endDate }) => endDate))}::date[],
      ${column(rows.map(({ marks }) => marks))}::text[]
    ) as x (
      record_id, revision, replaced_version, entity_type, counted, co2e_before, co2e_after, reasons, outcome, start_date,
      end_date, marks)`;
}

/** The next changes in the order of their records. */
export const selectChangesAfter = (tx: Tx, org: string, id: string, after: string, limit: number) => tx<Change[]>`
  select * from recalculation_changes
  where organization_id = ${org} and recalculation_id = ${id} and record_id > ${after}
  order by record_id limit ${limit}`;

/** The largest first. */
export const selectLargest = (tx: Tx, org: string, id: string, { limit, offset }: { limit: number; offset: number }) =>
  tx<Change[]>`
  select * from recalculation_changes where organization_id = ${org} and recalculation_id = ${id}
  order by difference desc, record_id limit ${limit} offset ${offset}`;

export const updateSuperseded = (tx: Tx, org: string, id: string, recordIds: readonly string[]) => tx`
  update recalculation_changes set superseded = true
  where organization_id = ${org} and recalculation_id = ${id} and record_id = any (${recordIds as string[]}::uuid[])`;

export const countReasons = (tx: Tx, org: string, id: string) => tx<{ reason: RecalculationReason; records: number }[]>`
  select reason, count(*)::int as records from recalculation_changes, unnest(reasons) as reason
  where organization_id = ${org} and recalculation_id = ${id} group by reason order by reason`;

/** Emissions before and after a run. */
export interface SumRow {
  /** The first day of the month. */
  month: string;
  scope: number;
  category: string;
  beforeKg: string;
  afterKg: string;
}

export type ScopeKey = Pick<SumRow, "scope" | "category">;

/** `wholes` are the masses before and after. */
export async function addSums(tx: Tx, org: string, id: string, sums: readonly Sum<ScopeKey>[]): Promise<void> {
  if (sums.length === 0) return;
  await tx`
    insert into recalculation_sums as t (organization_id, recalculation_id, month, scope, category, before_kg, after_kg)
    select ${org}::uuid, ${id}::uuid, s.*
    from unnest(
      ${plainColumn(sums.map(({ from }) => from))}::date[],
      ${plainColumn(sums.map(({ key }) => key.scope))}::smallint[],
      ${column(sums.map(({ key }) => key.category))}::text[],
      ${plainColumn(sums.map(({ wholes }) => wholeText(wholes[0]!)))}::numeric[],
      ${plainColumn(sums.map(({ wholes }) => wholeText(wholes[1]!)))}::numeric[]
    ) as s (month, scope, category, before_kg, after_kg)
    on conflict (organization_id, recalculation_id, month, scope, category) do update set
      before_kg = t.before_kg + excluded.before_kg, after_kg = t.after_kg + excluded.after_kg`;
}

/** At most one row for each month, scope and category. */
export const selectSums = (tx: Tx, org: string, id: string) => tx<SumRow[]>`
  select month, scope, category, before_kg, after_kg from recalculation_sums
  where organization_id = ${org} and recalculation_id = ${id} order by month, scope, category collate "C"`;

interface TotalRow extends Pick<SumRow, "beforeKg" | "afterKg"> {
  recalculationId: string;
}

export const selectTotals = (tx: Tx, org: string, ids: readonly string[]) => tx<TotalRow[]>`
  select recalculation_id, sum(before_kg) as before_kg, sum(after_kg) as after_kg from recalculation_sums
  where organization_id = ${org} and recalculation_id = any (${ids as string[]}::uuid[]) group by recalculation_id`;
