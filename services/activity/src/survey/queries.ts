import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import { SurveyStatusSchema } from "@emissions/proto/activity/v1/survey_service";
import { type SurveyValues, toValues } from "./rules.ts";

export interface StoredSurvey extends SurveyValues {
  organizationId: string;
  id: string;
  status: "open" | "closed";
  closedAt: Date | null;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  pendingCount: number;
  answeredCount: number;
  blankCount: number;
}

export const toSurvey = (row: StoredSurvey) => ({
  id: row.id,
  organizationId: row.organizationId,
  values: toValues(row),
  status: enumNumber(SurveyStatusSchema, row.status),
  closedAt: row.closedAt ? timestampFromDate(row.closedAt) : undefined,
  pendingCount: row.pendingCount,
  answeredCount: row.answeredCount,
  blankCount: row.blankCount,
  createdBy: row.createdBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
});

/** Surveys with their numbers of rows, which do not depend on how many rows there are. */
export const withCounts = (tx: Tx) => tx`
  select t.*, coalesce(c.pending_count, 0) as pending_count, coalesce(c.answered_count, 0) as answered_count,
    coalesce(c.blank_count, 0) as blank_count
  from surveys t
  left join lateral (
    select (sum(s.count) filter (where s.status = 'pending'))::int as pending_count,
      (sum(s.count) filter (where s.status = 'answered'))::int as answered_count,
      (sum(s.count) filter (where s.status = 'blank'))::int as blank_count
    from survey_row_counts s where s.organization_id = t.organization_id and s.survey_id = t.id) c on true`;

/**
 * "to answer" prevents changes of the survey until the transaction ends, "to change" also prevents answers, and "to
 * delete" also new rows. Surveys are locked before their rows.
 */
type SurveyLock = "to answer" | "to change" | "to delete";

const locks = (tx: Tx) => ({
  "to answer": tx`for share of t`,
  "to change": tx`for no key update of t`,
  "to delete": tx`for update of t`,
});

/** Refuses with SURVEY_NOT_FOUND. */
export async function getSurvey(tx: Tx, org: string, id: string, lock?: SurveyLock): Promise<StoredSurvey> {
  const [row] = isId(id)
    ? await tx<StoredSurvey[]>`
        ${withCounts(tx)} where t.organization_id = ${org} and t.id = ${id} ${lock ? locks(tx)[lock] : tx``}`
    : [];
  if (row === undefined) throw notFound("survey");
  return row;
}

export async function insertSurvey(
  tx: Tx,
  org: string,
  { id, createdBy, ...values }: SurveyValues & { id: string; createdBy: string | null },
): Promise<StoredSurvey> {
  const { name, startDate, endDate, languages, projectId } = values;
  const [row] = await tx<[StoredSurvey]>`
    insert into surveys (organization_id, id, name, start_date, end_date, languages, project_id, created_by)
    values (${org}, ${id}, ${name}, ${startDate}, ${endDate}, ${languages}, ${projectId}, ${createdBy})
    returning *, 0 as pending_count, 0 as answered_count, 0 as blank_count`;
  return row;
}

/** The time of closing is that of the transaction. */
export async function updateSurvey(tx: Tx, survey: StoredSurvey): Promise<StoredSurvey> {
  const { organizationId: org, id, name, startDate, endDate, languages, projectId, status } = survey;
  const [row] = await tx<[Omit<StoredSurvey, "pendingCount" | "answeredCount" | "blankCount">]>`
    update surveys set name = ${name}, start_date = ${startDate}, end_date = ${endDate}, languages = ${languages},
      project_id = ${projectId}, status = ${status}, updated_at = now(),
      closed_at = case when ${status} = 'closed' then coalesce(closed_at, now()) end
    where organization_id = ${org} and id = ${id} returning *`;
  return { ...survey, ...row };
}

/** Links and counts are deleted with it. */
export const deleteSurvey = (tx: Tx, org: string, id: string) =>
  tx`delete from surveys where organization_id = ${org} and id = ${id}`;

export const deleteRowsOf = (tx: Tx, org: string, id: string) =>
  tx`delete from survey_rows where organization_id = ${org} and survey_id = ${id}`;
