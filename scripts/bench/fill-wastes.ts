import postgres from "postgres";

const CHUNK = 100_000;

interface Filling {
  organization: string;
  facility: string;
  rows: number;
}

/** Wastes with their calculations, as jobs of 5,000 would have left them, put in by the administrator. */
export async function fillWastes(adminUrl: string, filling: Filling, log: (line: string) => void): Promise<void> {
  const { organization, facility, rows } = filling;
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`create temp table filled_wastes (id uuid, n int, day date)`;
    for (let from = 0; from < rows; from += CHUNK) {
      await sql`truncate filled_wastes`;
      await sql`
        insert into filled_wastes select uuidv7(), n, '2024-01-01'::date + n % 700
        from generate_series(${from}::int, ${Math.min(from + CHUNK, rows) - 1}::int) n`;
      await sql`
        insert into activity.wastes (organization_id, id, facility_id, identification_name, start_date, end_date,
          base_quantity, unit_id, ler_code_id, external_id, status, co2e, co2e_biomass)
        select ${organization}::uuid, id, ${facility}::uuid, 'Filled ' || n, day, day + 27, n + 1, ${facility}::uuid,
          ${facility}::uuid, 'filled-' || n, 'active', n * 0.1, 0
        from filled_wastes`;
      await sql`
        insert into activity.ingest_job_items (organization_id, job_id, index, status, entity_id, revision, external_id)
        select ${organization}::uuid, ${facility}::uuid, n, 'succeeded', id, 1, 'filled-' || n from filled_wastes`;
      await sql`
        insert into calc.calculations (organization_id, record_id, revision, id, entity_type, status, co2e_kg, method, input)
        select ${organization}::uuid, id, 1, id, 'wastes', 'calculated', n * 0.1, 'waste/1', '' from filled_wastes`;
      await sql`
        insert into calc.impacts (organization_id, record_id, revision, part, scope, category, start_date, end_date, co2e_kg)
        select ${organization}::uuid, id, 1, 'waste', 3, 'wastes', day, day + 27, n * 0.1 from filled_wastes`;
      await sql`
        insert into calc.current_records (organization_id, record_id, revision, state)
        select ${organization}::uuid, id, 1, 'counted' from filled_wastes`;
      log(`filled ${Math.min(from + CHUNK, rows)} of ${rows} wastes`);
    }
  } finally {
    await sql.end();
  }
}
