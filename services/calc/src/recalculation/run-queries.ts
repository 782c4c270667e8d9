import type { Tx } from "@emissions/kit/db/transactions";
import type { Criteria } from "./criteria.ts";

export type State = "preview" | "calculating" | "ready" | "accepting" | "accepted" | "discarded" | "failed";

/** A row of `recalculations`, without its changed days. */
export interface Run extends Criteria {
  organizationId: string;
  id: string;
  /** Version of its calculations. Null in a preview. */
  number: number | null;
  state: State;
  errorCode: string | null;
  gwpSet: string;
  /** The last record that the present step has finished. */
  lastRecord: string;
  tries: number;
  records: number;
  changedRecords: number;
  supersededRecords: number;
  /** False after the changes of a run without effect were deleted. */
  changesKept: boolean;
  createdBy: string | null;
  createdAt: Date;
  readyAt: Date | null;
  appliedAt: Date | null;
  finishedAt: Date | null;
}

const COLUMNS = [
  "organization_id",
  "id",
  "number",
  "state",
  "error_code",
  "gwp_set",
  "entity_types",
  "start_date",
  "end_date",
  "factor_ids",
  "sources",
  "years",
  "marks",
  "last_record",
  "tries",
  "records",
  "changed_records",
  "superseded_records",
  "changes_kept",
  "created_by",
  "created_at",
  "ready_at",
  "applied_at",
  "finished_at",
];

export type NewRun = Criteria & Pick<Run, "id" | "gwpSet" | "createdBy"> & { state: "preview" | "calculating" };

/** Null if another run of the organization is active. A preview has no number and is never active. */
export async function insertRun(tx: Tx, org: string, run: NewRun): Promise<Run | null> {
  const { id, state, gwpSet, createdBy, entityTypes, startDate, endDate, factorIds, sources, years, marks } = run;
  const number =
    state === "preview"
      ? tx`null::int`
      : tx`(select coalesce(max(number), 0) + 1 from recalculations where organization_id = ${org})`;
  const [row] = await tx<Run[]>`
    insert into recalculations (
      organization_id, id, number, state, gwp_set, entity_types, start_date, end_date, factor_ids, sources, years, marks,
      created_by)
    values (${org}, ${id}, ${number}, ${state}, ${gwpSet}, ${entityTypes as string[]}, ${startDate}, ${endDate},
      ${factorIds as string[]}::uuid[], ${sources as string[]}, ${years as number[]}::int[], ${marks as string[]},
      ${createdBy})
    on conflict do nothing
    returning ${tx(COLUMNS)}`;
  return row ?? null;
}

export async function selectRun(tx: Tx, org: string, id: string): Promise<Run | null> {
  const [row] = await tx<Run[]>`
    select ${tx(COLUMNS)} from recalculations where organization_id = ${org} and id = ${id}`;
  return row ?? null;
}

export async function selectRuns(
  tx: Tx,
  org: string,
  states: readonly string[],
  { limit, offset }: { limit: number; offset: number },
) {
  const where = tx`where organization_id = ${org} ${states.length > 0 ? tx`and state = any (${states as string[]})` : tx``}`;
  const [rows, [count]] = await Promise.all([
    tx<Run[]>`
      select ${tx(COLUMNS)} from recalculations ${where}
      order by created_at desc, id desc limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from recalculations ${where}`,
  ]);
  return { rows, total: count.total };
}

/** Locks the row. Null if another transaction has locked it, or if the run does not exist. */
export async function lockRun(tx: Tx, org: string, id: string, wait: "wait" | "skip locked"): Promise<Run | null> {
  const [row] = await tx<Run[]>`
    select ${tx(COLUMNS)} from recalculations
    where organization_id = ${org} and id = ${id} for update ${wait === "wait" ? tx`` : tx`skip locked`}`;
  return row ?? null;
}

/** Begins a step. The records are passed once more. */
export const updateState = (tx: Tx, org: string, id: string, state: State, errorCode: string | null = null) => tx`
  update recalculations set
    state = ${state}, error_code = ${errorCode}, tries = 0, last_record = default,
    finished_at = case when ${state} in ('accepted', 'discarded', 'failed') then clock_timestamp() end
  where organization_id = ${org} and id = ${id}`;

export const addTry = (tx: Tx, org: string, id: string) => tx`
  update recalculations set tries = tries + 1 where organization_id = ${org} and id = ${id}`;

interface Progress {
  lastRecord: string;
  records: number;
  changedRecords: number;
}

export const addProgress = (tx: Tx, org: string, id: string, { lastRecord, records, changedRecords }: Progress) => tx`
  update recalculations set
    last_record = ${lastRecord}, tries = 0, records = records + ${records},
    changed_records = changed_records + ${changedRecords}
  where organization_id = ${org} and id = ${id}`;

/** The calculation of all records has ended. */
export const updateReady = (tx: Tx, org: string, id: string) => tx`
  update recalculations set
    state = 'ready', last_record = default, tries = 0, ready_at = clock_timestamp(),
    changed_days = (
      select range_agg(daterange(start_date, end_date, '[]')) from recalculation_changes
      where organization_id = ${org} and recalculation_id = ${id} and start_date is not null)
  where organization_id = ${org} and id = ${id}`;

/** The last statement of the transaction that changes the totals. */
export const updateApplied = (tx: Tx, org: string, id: string, superseded: number) => tx`
  update recalculations set
    applied_at = clock_timestamp(), superseded_records = ${superseded}, last_record = default, tries = 0
  where organization_id = ${org} and id = ${id}`;

export const selectChangedDays = (tx: Tx, org: string, id: string) => tx<{ startDate: string; endDate: string }[]>`
  select lower(days) as start_date, upper(days) - 1 as end_date
  from recalculations, unnest(changed_days) as days
  where organization_id = ${org} and id = ${id} order by 1`;
