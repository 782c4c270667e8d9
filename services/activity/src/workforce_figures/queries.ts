import type { Fragment, Tx } from "@emissions/kit/db/transactions";

/** Days of the figures, both included, and the organizations. */
export interface Scope {
  orgs: readonly string[];
  startDate: string;
  endDate: string;
}

/** Properties that figures are grouped by. */
interface Properties {
  gender: string;
  contractType: string;
  country: string;
  ageBand: string;
}

/** People with a contract on the last day. */
export interface DayRow extends Properties {
  people: string;
  fte: string;
}

/** Days of contracts in the period, and the same days times the working hours ratio. */
export interface PeriodRow extends Properties {
  personDays: string;
  fteDays: string;
}

const inOrgs = (tx: Tx, { orgs }: Scope, column: Fragment) => tx`${column} = any(${orgs as string[]}::uuid[])`;

/** The age bands as periods of a life: 30 and 50 are in the middle band. An erased person has a band without a birth date. */
const bands = (tx: Tx) => tx`
  cross join lateral (values
    ('under_30', daterange(null, (p.birth_date + interval '30 years')::date)),
    ('30_to_50', daterange((p.birth_date + interval '30 years')::date, (p.birth_date + interval '51 years')::date)),
    ('over_50', daterange((p.birth_date + interval '51 years')::date, null))) as b (band, span)`;

const people = (tx: Tx) => tx`
  workforce_contracts c
  join own_workforces p on p.organization_id = c.organization_id and p.id = c.own_workforce_id`;

export const selectDay = (tx: Tx, scope: Scope) => tx<DayRow[]>`
  select p.gender, c.contract_type, c.country, b.band as age_band, count(*) as people,
    sum(c.working_hours_ratio) as fte
  from ${people(tx)} ${bands(tx)}
  where ${inOrgs(tx, scope, tx`c.organization_id`)} and c.period @> ${scope.endDate}::date
    and case when p.birth_date is null then b.band = p.age_band else b.span @> ${scope.endDate}::date end
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

/** The days of a contract are split by the age bands of the person. */
export const selectPeriod = (tx: Tx, scope: Scope) => tx<PeriodRow[]>`
  with spans as (
    select p.gender, c.contract_type, c.country, c.working_hours_ratio, b.band,
      c.period * daterange(${scope.startDate}::date, ${scope.endDate}::date, '[]')
        * case when p.birth_date is null then daterange(null, null) else b.span end as span
    from ${people(tx)} ${bands(tx)}
    where ${inOrgs(tx, scope, tx`c.organization_id`)}
      and c.period && daterange(${scope.startDate}::date, ${scope.endDate}::date, '[]')
      and (p.birth_date is not null or b.band = p.age_band))
  select gender, contract_type, country, band as age_band, sum(upper(span) - lower(span)) as person_days,
    sum(working_hours_ratio * (upper(span) - lower(span))) as fte_days
  from spans where not isempty(span) group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

export interface LeaverRow {
  gender: string;
  reason: string | null;
  people: string;
}

/** People whose contract ended in the period and was not followed by another one on the next day, each once. */
export const selectLeavers = (tx: Tx, scope: Scope) => tx<LeaverRow[]>`
  with leavers as (
    select distinct on (c.organization_id, c.own_workforce_id) c.organization_id, c.own_workforce_id, c.end_date_reason
    from workforce_contracts c
    where ${inOrgs(tx, scope, tx`c.organization_id`)} and c.end_date between ${scope.startDate} and ${scope.endDate}
      and not exists (
        select from workforce_contracts n where n.organization_id = c.organization_id
          and n.own_workforce_id = c.own_workforce_id and n.period @> c.end_date + 1)
    order by c.organization_id, c.own_workforce_id, c.end_date desc)
  select p.gender, l.end_date_reason as reason, count(*) as people
  from leavers l join own_workforces p on p.organization_id = l.organization_id and p.id = l.own_workforce_id
  group by 1, 2 order by 1, 2`;

export interface DisabilityRow {
  organizationId: string;
  gender: string;
  people: number;
  disabled: number;
  unknown: number;
}

export const selectDisabilities = (tx: Tx, scope: Scope) => tx<DisabilityRow[]>`
  select p.organization_id, p.gender, count(p.disabled_employee)::int as people,
    (count(*) filter (where p.disabled_employee))::int as disabled,
    (count(*) filter (where p.disabled_employee is null))::int as unknown
  from ${people(tx)}
  where ${inOrgs(tx, scope, tx`c.organization_id`)} and c.period @> ${scope.endDate}::date
  group by 1, 2 order by 1, 2`;

export interface TrainingHoursRow {
  gender: string;
  hours: string;
}

/** Hours of trainings that ended in the period. */
export const selectTrainingHours = (tx: Tx, scope: Scope) => tx<TrainingHoursRow[]>`
  select p.gender, sum(t.hours) as hours
  from own_workforce_trainings t
  join own_workforces p on p.organization_id = t.organization_id and p.id = t.own_workforce_id
  where ${inOrgs(tx, scope, tx`t.organization_id`)} and t.end_date between ${scope.startDate} and ${scope.endDate}
    and t.status = 'active'
  group by 1 order by 1`;

export interface PayRow {
  organizationId: string;
  gender: string;
  /** Null for people without a salary, or with a working hours ratio of 0. */
  currency: string | null;
  people: number;
  /** Sum of the yearly pay at full hours. */
  pay: string | null;
}

/** The yearly pay at full working hours, with 30 decimals. */
const fullPay = (tx: Tx) => tx`(r.amount::numeric(60, 30) / nullif(c.working_hours_ratio, 0))`;

const withPay = (tx: Tx, scope: Scope) => tx`
  ${people(tx)} left join workforce_remunerations r on r.organization_id = c.organization_id
    and r.contract_id = c.id and r.period @> ${scope.endDate}::date
  where ${inOrgs(tx, scope, tx`c.organization_id`)} and c.period @> ${scope.endDate}::date`;

export const selectPay = (tx: Tx, scope: Scope) => tx<PayRow[]>`
  select p.organization_id, p.gender, case when ${fullPay(tx)} is null then null else r.currency end as currency,
    count(*)::int as people, sum(${fullPay(tx)}) as pay
  from ${withPay(tx, scope)} group by 1, 2, 3 order by 1, 2, 3`;

export interface RankedPay {
  people: number;
  highest: string | null;
  /** Sum of the one or two middle values of all others, and their number. */
  middle: string | null;
  middleCount: number;
  /** The person with the highest pay, and its organization. */
  id: string | null;
  organizationId: string | null;
}

/** The highest pay and the middle of the others, in euros. People with a currency without a rate are left out. */
export async function selectRankedPay(tx: Tx, scope: Scope, euros: ReadonlyMap<string, string>): Promise<RankedPay> {
  const [row] = await tx<[RankedPay]>`
    with ranked as (
      select organization_id, id, pay, row_number() over (order by pay desc, id) as place,
        count(*) over () - 1 as others from (
        select p.organization_id, p.id, ${fullPay(tx)} * e.euro as pay from ${people(tx)}
        join workforce_remunerations r on r.organization_id = c.organization_id and r.contract_id = c.id
          and r.period @> ${scope.endDate}::date
        join unnest(${[...euros.keys()]}::text[], ${[...euros.values()]}::numeric[]) as e (currency, euro)
          on e.currency = r.currency
        where ${inOrgs(tx, scope, tx`c.organization_id`)} and c.period @> ${scope.endDate}::date) as paid
      where pay is not null)
    select count(*)::int as people, max(pay) filter (where place = 1) as highest,
      sum(pay) filter (where place - 1 in ((others + 1) / 2, others / 2 + 1)) as middle,
      (count(*) filter (where place - 1 in ((others + 1) / 2, others / 2 + 1)))::int as middle_count,
      (array_agg(id) filter (where place = 1))[1] as id,
      (array_agg(organization_id) filter (where place = 1))[1] as organization_id
    from ranked`;
  return row;
}

/** People with a salary of these genders. */
export const selectPaidPeople = (tx: Tx, scope: Scope, genders: readonly string[], limit: number) => tx<
  { organizationId: string; id: string }[]
>`
  select p.organization_id, p.id from ${withPay(tx, scope)} and r.amount is not null
    and p.gender = any(${genders as string[]}::text[]) order by p.id limit ${limit}`;
