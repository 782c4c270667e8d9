import { catalogueId } from "@emissions/quantity/catalogue-id";
import { fillAs } from "./filling.ts";

const CHUNK = 100_000;
const LER_CODES = ["150101", "150102", "150103", "150104", "150105", "150106", "150107", "150109", "200101", "200139"];
const RD_CODES = ["R01", "R03", "R04", "R05", "D01"];
/** One of so many has a failed calculation. */
const FAILED_ONE_OF = 500;

interface WasteData {
  organization: string;
  facility: string;
  rows: number;
}

/** Inserts wastes with their calculations, as jobs of 5,000 records would. */
export function fillWastes(adminUrl: string, filling: WasteData, log: (line: string) => void): Promise<void> {
  const { organization, facility, rows } = filling;
  const [ler, rd] = [
    LER_CODES.map((code) => catalogueId("ler", code)),
    RD_CODES.map((code) => catalogueId("rd", code)),
  ];
  return fillAs({ adminUrl, organization }, async (sql) => {
    await sql`create temp table filled_wastes (id uuid, n int, day date, failed boolean)`;
    for (let from = 0; from < rows; from += CHUNK) {
      await sql`truncate filled_wastes`;
      await sql`
        insert into filled_wastes select uuidv7(), n, '2024-01-01'::date + n % 700, n % ${FAILED_ONE_OF}::int = 0
        from generate_series(${from}::int, ${Math.min(from + CHUNK, rows) - 1}::int) n`;
      await sql`
        insert into activity.wastes (organization_id, id, facility_id, identification_name, start_date, end_date,
          base_quantity, unit_id, ler_code_id, waste_rd_code_id, external_id, calculation_status, calculation_error_code,
          co2e, co2e_biomass)
        select ${organization}::uuid, id, ${facility}::uuid, 'Filled ' || n, day, day + 27, n + 1, ${facility}::uuid,
          (${ler}::uuid[])[1 + n % ${ler.length}::int], (${rd}::uuid[])[1 + n / 7 % ${rd.length}::int], 'filled-' || n,
          case when failed then 'failed' else 'calculated' end, case when failed then 'FACTOR_NOT_FOUND' end,
          case when not failed then n * 0.1 end, case when not failed then 0 end
        from filled_wastes`;
      await sql`
        insert into activity.ingest_job_items (organization_id, job_id, index, status, entity_id, revision, external_id)
        select ${organization}::uuid, ${facility}::uuid, n, 'succeeded', id, 1, 'filled-' || n from filled_wastes`;
      await sql`
        insert into calc.calculations (organization_id, record_id, revision, id, entity_type, status, co2e_kg, method, input)
        select ${organization}::uuid, id, 1, id, 'wastes', 'calculated', n * 0.1, 'wastes/2', ''
        from filled_wastes where not failed`;
      await sql`
        insert into calc.impacts (organization_id, record_id, revision, part, scope, category, ghg_category, start_date,
          end_date, co2e_kg)
        select ${organization}::uuid, id, 1, 'treatment', 3, 'wastes', 'waste_generated_in_operations', day, day + 27,
          n * 0.1
        from filled_wastes where not failed`;
      await sql`
        insert into calc.current_records (organization_id, record_id, revision, state)
        select ${organization}::uuid, id, 1, 'counted' from filled_wastes where not failed`;
      log(`filled ${Math.min(from + CHUNK, rows)} of ${rows} wastes`);
    }
  });
}
