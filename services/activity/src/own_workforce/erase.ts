import type { Write } from "@emissions/kit/db/transactions";
import { eraseTraces } from "../privacy/erasure.ts";
import { eraseTrainings } from "../training/erase.ts";

/** Erases people. Rows that figures count stay without the values that identify the person. */
export async function eraseOwnWorkforces(write: Write, ids: readonly string[]): Promise<string[]> {
  const erased = await eraseWorkforce(write, ids);
  if (erased.length === 0) return erased;
  await eraseTrainings(write, erased);
  await eraseTraces(write, { shown: erased, inJobs: erased });
  return erased;
}

/**
 * Clears the values that identify these people, and returns the ids of those who exist. Gender, contracts and
 * remunerations stay, because figures of the past count them. The age band of today, or of the last day of the last
 * contract if that is earlier, stands for the birth date.
 */
export async function eraseWorkforce({ tx, org }: Write, ids: readonly string[]): Promise<string[]> {
  const erased = await tx<{ id: string }[]>`
    with locked as (
      select id, birth_date from own_workforces
      where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id for update),
    aged as (
      select p.id, extract(year from age(least(d.today, coalesce(l.last_day, d.today)), p.birth_date)) as years
      from locked p
      cross join (select (now() at time zone 'utc')::date as today) d
      left join lateral (
        select case when bool_and(c.end_date is not null) then max(c.end_date) end as last_day
        from workforce_contracts c where c.organization_id = ${org} and c.own_workforce_id = p.id) l on true)
    update own_workforces p set external_employee_id = null, birth_date = null, disabled_employee = null, file_id = null,
      file_name = null, erased_at = coalesce(p.erased_at, now()), revision = p.revision + 1, updated_at = now(),
      age_band = case when a.years is null then p.age_band when a.years < 30 then 'under_30'
        when a.years <= 50 then '30_to_50' else 'over_50' end
    from aged a where p.organization_id = ${org} and p.id = a.id
    returning p.id`;
  const found = erased.map(({ id }) => id);
  await tx`
    update workforce_contracts set job_category = null
    where organization_id = ${org} and own_workforce_id in (select unnest(${found}::uuid[]))`;
  return found;
}
