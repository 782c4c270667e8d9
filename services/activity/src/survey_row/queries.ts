import type { Tx } from "@emissions/kit/db/transactions";
import type { DetailRow } from "../survey_row_list/row.ts";

export interface StoredSurveyRow {
  organizationId: string;
  id: string;
  surveyId: string | null;
  employeeId: string | null;
  periodStart: string;
  periodEnd: string;
  status: "pending" | "answered" | "blank";
  source: "manual" | "form" | "qr" | "file";
  answeredAt: Date | null;
  timesSent: number;
  anonymous: boolean;
  commutesCount: number;
}

/** Locks rows in the order of their ids. */
export const lockRows = (tx: Tx, org: string, ids: readonly string[]) => tx<StoredSurveyRow[]>`
  select * from survey_rows where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
  order by id for no key update`;

export async function selectStoredRow(tx: Tx, org: string, id: string): Promise<StoredSurveyRow | null> {
  const [row] = await tx<StoredSurveyRow[]>`select * from survey_rows where organization_id = ${org} and id = ${id}`;
  return row ?? null;
}

/** A row with the names of its organization and survey, and with its commute if it is the only one. */
export async function selectDetails(tx: Tx, org: string, id: string): Promise<DetailRow | null> {
  const [row] = await tx<DetailRow[]>`
    select r.*, o.name as organization_name, s.name as survey_name, c.commuting_type, c.transport_type, c.origin,
      c.destination, c.fuel_type, c.total_km, c.daily_trips, c.hours_per_day, c.weekly_travels, c.telecommuting_days,
      c.carpool
    from survey_rows r
    left join organizations o on o.id = r.organization_id
    left join surveys s on s.organization_id = r.organization_id and s.id = r.survey_id
    left join commuting_periods c
      on c.organization_id = r.organization_id and c.survey_row_id = r.id and r.commutes_count = 1
    where r.organization_id = ${org} and r.id = ${id}`;
  return row ?? null;
}

/** A link was made for each of these rows. */
export const markSent = (tx: Tx, org: string, ids: readonly string[]) => tx`
  update survey_rows set sent_at = now(), times_sent = times_sent + 1, updated_at = now()
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))`;

interface NewState {
  status: StoredSurveyRow["status"];
  source: StoredSurveyRow["source"];
}

/** The answer is of the time of the transaction. */
export async function updateState(tx: Tx, org: string, id: string, { status, source }: NewState): Promise<Date | null> {
  const [row] = await tx<[{ answeredAt: Date | null }]>`
    update survey_rows set status = ${status}, source = ${source}, updated_at = now(),
      answered_by_job_id = null,
      answered_at = case when ${status} <> 'pending' then now() end
    where organization_id = ${org} and id = ${id} returning answered_at`;
  return row.answeredAt;
}

interface NewAnonymousRow {
  id: string;
  surveyId: string;
  projectId: string | null;
  startDate: string;
  endDate: string;
}

/** A row for an answer to a link of the survey. */
export async function insertAnonymousRow(tx: Tx, org: string, row: NewAnonymousRow): Promise<StoredSurveyRow> {
  const { id, surveyId, projectId, startDate, endDate } = row;
  const [stored] = await tx<[StoredSurveyRow]>`
    insert into survey_rows (organization_id, id, survey_id, project_id, period_start, period_end, source)
    values (${org}, ${id}, ${surveyId}, ${projectId}, ${startDate}, ${endDate}, 'qr') returning *`;
  return stored;
}

/** Its link is deleted with it. */
export const deleteRow = (tx: Tx, org: string, id: string) => tx`
  delete from survey_rows where organization_id = ${org} and id = ${id}`;
