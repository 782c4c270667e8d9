import type { Tx, Write } from "@emissions/kit/db/transactions";
import { eraseTraces } from "../privacy/erasure.ts";

/**
 * Erases employees. Their commuting periods and answers stay without the person and without places, because totals need
 * them. A trigger releases the survey rows.
 */
export async function eraseEmployees(write: Write, ids: readonly string[]): Promise<string[]> {
  const { tx, org } = write;
  const [rowIds, periodIds] = [await rowsOf(tx, org, ids), await periodsOf(tx, org, ids)];
  const erased = await erasePeople(write, ids);
  if (erased.length === 0) return erased;
  await eraseAnswers(tx, org, rowIds);
  await eraseTraces(write, { shown: [...erased, ...rowIds], inJobs: [...erased, ...rowIds, ...periodIds] });
  return erased;
}

const rowsOf = async (tx: Tx, org: string, employeeIds: readonly string[]) =>
  idsIn(
    await tx`select id from survey_rows where organization_id = ${org} and employee_id = any(${uuids(employeeIds)})`,
  );

const periodsOf = async (tx: Tx, org: string, employeeIds: readonly string[]) =>
  idsIn(
    await tx`select id from commuting_periods where organization_id = ${org} and employee_id = any(${uuids(employeeIds)})`,
  );

const uuids = (ids: readonly string[]) => ids as string[];
const idsIn = (rows: readonly { id?: string }[]) => rows.map(({ id }) => id!);

/** The periods of an answer name places. Those of an anonymous row have no employee. */
const eraseAnswers = (tx: Tx, org: string, rowIds: readonly string[]) => tx`
  update commuting_periods set origin = null, destination = null, external_id = null
  where organization_id = ${org} and survey_row_id = any(${uuids(rowIds)})
    and num_nonnulls(origin, destination, external_id) > 0`;

/**
 * Erases people: the employees are gone, and their commuting periods stay without them, so that all totals stay. Texts
 * that can identify a person leave the periods. Returns the ids of the existing employees. Locks employees before their
 * periods, as all writers do, and both in order of id. The revision of a period stays, so locked periods allow it.
 */
async function erasePeople({ tx, org }: Write, employeeIds: readonly string[]): Promise<string[]> {
  const locked = await tx<{ id: string }[]>`
    select id from employees where organization_id = ${org} and id in (select unnest(${employeeIds as string[]}::uuid[]))
    order by id for update`;
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const ofPeople = tx`organization_id = ${org} and employee_id in (select unnest(${ids}::uuid[]))`;
  await tx`select from commuting_periods where ${ofPeople} order by id for update`;
  await tx`
    update commuting_periods set employee_id = null, is_erased = true, origin = null, destination = null,
      external_id = null, file_name = null, file_url = null
    where ${ofPeople}`;
  await tx`delete from employee_totals where ${ofPeople}`;
  await tx`delete from employees where organization_id = ${org} and id in (select unnest(${ids}::uuid[]))`;
  return ids;
}
