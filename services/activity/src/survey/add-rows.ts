import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";
import { type Check, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import type { AddSurveyRowsRequest } from "@emissions/proto/activity/v1/survey_service";
import type { Context } from "../context.ts";
import { employeeList } from "../employee/list.ts";
import { matching, parsePartialListQuery } from "../list/query.ts";
import type { Caller } from "../records/kind.ts";
import { getSurvey, type StoredSurvey } from "./queries.ts";
import { refuseClosed, refuseFull } from "./refusals.ts";

/** Employees of one request. */
const EMPLOYEES_MAX = 5_000;
/** Rows without a person of one request. */
const ANONYMOUS_MAX = 1_000;

interface Selected {
  /** Null for a row without a person. */
  employeeIds: (string | null)[];
  hasMore: boolean;
}

export const addSurveyRows =
  ({ db }: Context) =>
  (request: AddSurveyRowsRequest, call: Caller) => {
    refuse(checkSelection(request));
    return db.write(call, request, async (write) => {
      const { tx, org, about } = write;
      const survey = await getSurvey(tx, org, request.id, "to change");
      refuseClosed(survey);
      const { employeeIds, hasMore } = await selectEmployees(tx, survey, request, principalOf(call));
      const rowIds = await insertRows(write, survey, employeeIds);
      refuseFull(survey, rowIds.length);
      for (const id of rowIds) about(id);
      const counts = { addedCount: rowIds.length, existingCount: employeeIds.length - rowIds.length };
      return { added: { ...counts, rowIds, hasMore } };
    });
  };

/** Locks the employees against deletion. */
async function selectEmployees(
  tx: Tx,
  { organizationId: org, id: surveyId }: StoredSurvey,
  { employeeIds, employees, anonymous }: AddSurveyRowsRequest,
  principal: Principal,
): Promise<Selected> {
  if (anonymous !== undefined) return { employeeIds: new Array<null>(anonymous).fill(null), hasMore: false };
  if (employees === undefined) {
    const ids = employeeIds.map((id) => id.toLowerCase());
    const rows = await tx<{ id: string }[]>`
      select id from employees where organization_id = ${org} and id in (select unnest(${ids}::uuid[]))
      order by id for key share`;
    const found = new Set(rows.map(({ id }) => id));
    refuse(ids.flatMap((id, index) => (found.has(id) ? [] : [unknownAt(index)])));
    return { employeeIds: ids, hasMore: false };
  }
  const query = parsePartialListQuery(employeeList, employees, principal);
  const rows = await tx<{ id: string }[]>`
    select id from employees ${matching(tx, query)}
      and not exists (select from survey_rows r where r.organization_id = employees.organization_id
        and r.employee_id = employees.id and r.survey_id = ${surveyId})
    order by id limit ${EMPLOYEES_MAX + 1} for key share`;
  const ids = rows.map(({ id }) => id);
  return { employeeIds: ids.slice(0, EMPLOYEES_MAX), hasMore: ids.length > EMPLOYEES_MAX };
}

/** Returns the ids of the new rows: employees with a row keep it. */
async function insertRows(
  { tx, org, principal }: Write,
  survey: StoredSurvey,
  employeeIds: readonly (string | null)[],
) {
  const ids = newIds(employeeIds.length);
  const rows = await tx<{ id: string }[]>`
    insert into survey_rows (organization_id, id, survey_id, employee_id, email, name, external_id, project_id,
      period_start, period_end, source, created_by)
    select ${org}::uuid, n.id, ${survey.id}::uuid, e.id, e.email, e.name, e.external_id, ${survey.projectId}::uuid,
      ${survey.startDate}::date, ${survey.endDate}::date, 'form', ${principal.userId}::uuid
    from unnest(${ids}::uuid[], ${employeeIds as string[]}::uuid[]) as n (id, employee_id)
    left join employees e on e.organization_id = ${org} and e.id = n.employee_id
    order by n.employee_id, n.id
    on conflict (organization_id, employee_id, survey_id) where employee_id is not null do nothing
    returning id`;
  return rows.map(({ id }) => id).sort();
}

const unknownAt = (index: number): Check => ({
  loc: ["body", "employee_ids", String(index)],
  msg: "does not exist",
  type: "value_error.not_found",
});

function checkSelection({ employeeIds, employees, anonymous }: AddSurveyRowsRequest): Check[] {
  const sent = [employeeIds.length > 0, employees !== undefined, anonymous !== undefined].filter(Boolean);
  if (sent.length === 0) return [missing("employee_ids")];
  if (sent.length > 1)
    return [violation("employee_ids", "value_error.survey_rows", "one of employee_ids, employees and anonymous")];
  if (anonymous !== undefined && (anonymous < 1 || anonymous > ANONYMOUS_MAX))
    return [violation("anonymous", "value_error.number.not_le", `from 1 to ${ANONYMOUS_MAX}`)];
  if (employeeIds.length > EMPLOYEES_MAX)
    return [violation("employee_ids", "value_error.list.max_items", `at most ${EMPLOYEES_MAX} ids`)];
  if (new Set(employeeIds.map((id) => id.toLowerCase())).size < employeeIds.length)
    return [violation("employee_ids", "value_error.list.unique_items", "an employee comes twice")];
  return employeeIds.flatMap((id) => checkId("employee_ids", id));
}
