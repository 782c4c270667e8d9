import type { Write } from "@emissions/kit/db/transactions";

/**
 * Rows of these employees lose the person: those with commuting periods stay anonymous, because totals need the
 * periods, and the others are deleted. The deletion of an employee does the same. Employees are locked before their
 * periods, and periods before survey rows, as all writers do.
 */
export async function eraseSurveyRows({ tx, org }: Write, employeeIds: readonly string[]): Promise<void> {
  const ids = employeeIds as string[];
  await tx`select from employees where organization_id = ${org} and id = any (${ids}::uuid[]) order by id for update`;
  await tx`
    select from commuting_periods where organization_id = ${org} and employee_id = any (${ids}::uuid[])
    order by id for update`;
  await tx`select release_survey_rows(${ids}::uuid[])`;
}
