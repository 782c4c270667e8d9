import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";

/** The first number of an advisory lock; the second one is that of the organization. */
const LOCKS = 14_083;

/** Legs hold the lock together while they are stored. */
export const holdRuns = (tx: Tx, org: string) =>
  tx`select pg_advisory_xact_lock_shared(${LOCKS}, hashtext(${org}::text))`;

/** Waits for legs that read a run before its fuel changed. Later ones wait until the transaction ends. */
export const changeRuns = (tx: Tx, org: string) => tx`select pg_advisory_xact_lock(${LOCKS}, hashtext(${org}::text))`;

/** The runs whose fuel is recorded. */
export async function selectMeasured(tx: Tx, org: string, runs: readonly string[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const rows = await tx<{ run: string }[]>`
    select n.run from unnest(${column([...new Set(runs)])}::text[]) as n (run)
    where exists (select from logistics_recharges r where r.organization_id = ${org} and r.run = n.run)`;
  return new Set(rows.map(({ run }) => run));
}

/** The runs of stored recharges that new ones replace. */
export async function selectReplaced(tx: Tx, org: string, keys: readonly string[]): Promise<string[]> {
  const rows = await tx<{ run: string }[]>`
    select distinct run from logistics_recharges
    where organization_id = ${org} and dedup_key = any(${column(keys)}::text[]) and run is not null`;
  return rows.map(({ run }) => run);
}

/** The sums of a run. Emissions are in kilograms. */
export interface RunTotals {
  organizationId: string;
  run: string;
  /** Of all legs. */
  tonneKilometres: string;
  /** Of all fuel, that of empty trips included. Null while any of it is calculated. */
  co2e: string | null;
  energyProvisionCo2e: string | null;
}

/** Energy provision is everything of electricity: the vehicle emits nothing (ISO 14083). */
export const selectRunTotals = (tx: Tx, named: readonly Pick<RunTotals, "organizationId" | "run">[]) => tx<RunTotals[]>`
  select n.organization_id, n.run, l.tonne_kilometres, f.co2e, f.energy_provision_co2e
  from (
    select distinct organization_id, run from unnest(
      ${plainColumn(named.map(({ organizationId }) => organizationId))}::uuid[],
      ${column(named.map(({ run }) => run))}::text[]) as sent (organization_id, run)) n
  cross join lateral (
    select coalesce(sum(tonne_kilometres), 0) as tonne_kilometres from logistics_requests
    where organization_id = n.organization_id and run = n.run) l
  cross join lateral (
    select case when count(*) = count(co2e) then sum(co2e) end as co2e,
      case when count(*) = count(co2e)
        then sum(case fuel_name when 'electricity' then co2e else coalesce(co2e_energy_provision, 0) end)
      end as energy_provision_co2e
    from logistics_recharges where organization_id = n.organization_id and run = n.run) f`;

/** The next legs of a run whose place in the totals differs from what its fuel decides. */
export const selectMisplaced = (
  tx: Tx,
  org: string,
  { run, afterId, max }: { run: string; afterId: string; max: number },
) =>
  tx<{ id: string }[]>`
  select id from logistics_requests
  where organization_id = ${org} and run = ${run} and id > ${afterId} and is_allocated <>
    exists (select from logistics_recharges where organization_id = ${org} and run = ${run})
  order by id limit ${max}`;

/** Places legs as the fuel of their runs decides. */
export const placeLegs = (tx: Tx, org: string, ids: readonly string[]) => tx`
  update logistics_requests l set is_allocated =
    exists (select from logistics_recharges r where r.organization_id = ${org} and r.run = l.run)
  where organization_id = ${org} and id = any(${plainColumn(ids)}::uuid[])`;
