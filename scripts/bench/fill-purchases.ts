import { fillAs } from "./filling.ts";

const CHUNK = 100_000;
const DAYS = 730;
/** The last day of the inserted purchases. Totals are measured for the 730 days up to it. */
export const LAST_DAY = "2025-12-30";
export const FIRST_DAY = "2024-01-01";

interface PurchaseData {
  organization: string;
  rows: number;
}

/** Inserts purchases with their calculations, as the services would. Returns how many the organization has. */
export function fillPurchases(
  adminUrl: string,
  { organization, rows }: PurchaseData,
  log: (line: string) => void,
): Promise<number> {
  return fillAs({ adminUrl, organization }, async (sql) => {
    await sql`create temp table filled (id uuid, n int)`;
    for (let from = 0; from < rows; from += CHUNK) {
      await sql`truncate filled`;
      const until = Math.min(from + CHUNK, rows);
      await sql`insert into filled select uuidv7(), n from generate_series(${from}::int, ${until - 1}::int) n`;
      await sql`
        insert into activity.purchases (organization_id, id, product_name, sector, quantity, unit_id, purchase_date,
          expense_type, purchase_type, status, frequency, file_id, calculation_status, co2e)
        select ${organization}::uuid, id, 'Purchase ' || n, '541511', n, ${organization}::uuid,
          ${FIRST_DAY}::date + n % ${DAYS}::int, 'opex', 'spend_based',
          case when n % 10000 = 1 then 'in_review' when n % 20 = 2 then 'inactive' else 'active' end, 'once',
          case when n % 2 = 0 then ('01920000-0000-7000-8000-' || lpad((n / 5000)::text, 12, '0'))::uuid end,
          'calculated', n * 0.1
        from filled`;
      await sql`
        insert into calc.calculations (organization_id, record_id, revision, id, entity_type, status, co2e_kg, method, input)
        select ${organization}::uuid, id, 1, id, 'purchases', 'calculated', n * 0.1, 'spend-based/2', ''
        from filled`;
      await sql`
        insert into calc.impacts (organization_id, record_id, revision, part, scope, category, ghg_category, start_date,
          end_date, co2e_kg)
        select ${organization}::uuid, id, 1, 'purchase', 3, 'purchases', 'purchased_goods_and_services', ${FIRST_DAY}::date + n % ${DAYS}::int,
          ${FIRST_DAY}::date + n % ${DAYS}::int, n * 0.1
        from filled`;
      await sql`
        insert into calc.current_records (organization_id, record_id, revision, state)
        select ${organization}::uuid, id, 1, 'counted' from filled`;
      log(`filled ${until} of ${rows} purchases`);
    }
    await sql`
      insert into calc.daily_totals (organization_id, day, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
      select organization_id, start_date, scope, category, sum(co2e_kg), 0, 0, 0, 0 from calc.impacts
      where organization_id = ${organization} group by 1, 2, 3, 4
      on conflict (organization_id, day, scope, category) do update set co2e_kg = excluded.co2e_kg`;
    await sql`
      insert into calc.monthly_totals (organization_id, month, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
      select organization_id, date_trunc('month', day)::date, scope, category, sum(co2e_kg), 0, 0, 0, 0
      from calc.daily_totals where organization_id = ${organization} group by 1, 2, 3, 4
      on conflict (organization_id, month, scope, category) do update set co2e_kg = excluded.co2e_kg`;
    await sql`vacuum analyze activity.purchases`;
    await sql`vacuum analyze calc.daily_totals`;
    await sql`vacuum analyze calc.monthly_totals`;
    const [count] = await sql<{ count: number }[]>`
      select count(*)::int from activity.purchases where organization_id = ${organization}`;
    return count!.count;
  });
}
