import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { type StoredSurvey, withCounts } from "../survey/queries.ts";
import type { StoredSurveyRow } from "../survey_row/queries.ts";

/** Prevents changes of the surveys until the transaction ends. Surveys are locked before employees and rows. */
export const lockSurveys = (tx: Tx, org: string, ids: readonly string[]) => tx<StoredSurvey[]>`
  ${withCounts(tx)}
  where t.organization_id = ${org} and t.id in (select unnest(${ids as string[]}::uuid[]))
  order by t.id for share of t`;

interface Person {
  surveyId: string;
  employeeId: string | null;
}

/** The rows of these employees in these surveys, in the order of their ids. */
export const lockRowsOfEmployees = (tx: Tx, org: string, people: readonly Person[]) => tx<StoredSurveyRow[]>`
  select r.* from survey_rows r
  where r.organization_id = ${org} and (r.survey_id, r.employee_id) in (
    select * from unnest(${plainColumn(people.map(({ surveyId }) => surveyId))}::uuid[],
      ${plainColumn(people.map(({ employeeId }) => employeeId))}::uuid[]))
  order by r.id for no key update`;

export interface AnsweredRow extends Person {
  id: string;
  status: "answered" | "blank";
  source: "manual" | "file";
  fileId: string | null;
  fileName: string | null;
}

/** Returns the number of new rows: an employee whose row was added at this moment gets no second one. */
export async function insertAnsweredRows(
  tx: Tx,
  org: string,
  rows: readonly AnsweredRow[],
  { createdBy, jobId }: { createdBy: string | null; jobId: string },
): Promise<number> {
  const { count } = await tx`
    insert into survey_rows (organization_id, id, survey_id, employee_id, email, name, external_id, project_id,
      period_start, period_end, status, source, file_id, file_name, answered_at, answered_by_job_id,
      created_by)
    select ${org}::uuid, n.id, s.id, e.id, e.email, e.name, e.external_id, s.project_id, s.start_date, s.end_date,
      n.status, n.source, n.file_id, n.file_name, now(), ${jobId}::uuid, ${createdBy}::uuid
    from ${unnested(tx, rows)}
    join surveys s on s.organization_id = ${org} and s.id = n.survey_id
    left join employees e on e.organization_id = ${org} and e.id = n.employee_id
    order by n.employee_id, n.id
    on conflict (organization_id, employee_id, survey_id) where employee_id is not null do nothing`;
  return count;
}

/** The answers are of the time of the transaction. */
export const updateAnsweredRows = (tx: Tx, org: string, rows: readonly AnsweredRow[], jobId: string) => tx`
  update survey_rows r set status = n.status, source = n.source, answered_at = now(), updated_at = now(),
    answered_by_job_id = ${jobId},
    file_id = coalesce(n.file_id, r.file_id), file_name = coalesce(n.file_name, r.file_name)
  from ${unnested(tx, rows)} where r.organization_id = ${org} and r.id = n.id`;

function unnested(tx: Tx, rows: readonly AnsweredRow[]) {
  const ids = (key: "id" | "surveyId" | "employeeId" | "fileId") => plainColumn(rows.map((row) => row[key]));
  return tx`
    unnest(${ids("id")}::uuid[], ${ids("surveyId")}::uuid[], ${ids("employeeId")}::uuid[],
      ${plainColumn(rows.map(({ status }) => status))}::text[],
      ${plainColumn(rows.map(({ source }) => source))}::text[], ${ids("fileId")}::uuid[],
      ${column(rows.map(({ fileName }) => fileName))}::text[])
      as n (id, survey_id, employee_id, status, source, file_id, file_name)`;
}
