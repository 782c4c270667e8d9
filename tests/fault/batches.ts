import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { expect } from "vitest";
import type { Answer, Backend, Caller } from "../support/backend.ts";
import { libraryFactor } from "../support/catalogue.ts";
import { fraction, over, plain, plus, rounded, times, ZERO } from "../support/fraction.ts";

/** `npm run faults` runs all cases; every build runs a selection. */
export const FULL_RUN = process.env.FAULT_SECONDS !== undefined;
export const RECORDS = 5_000;
const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
const RECYCLING = "R03";
const LANDFILL = "D01";
const kgPerKg = (rd: string) =>
  libraryFactor("waste-defra-2025", { category: "waste", key: `150101/${rd}`, unit: "kg" });

const massOf = (i: number) => `${(i % 997) + 1}.${String((i * 7) % 1000).padStart(3, "0")}`;

export async function createPlant(backend: Backend, as: Caller): Promise<string> {
  const body = { records: [{ name: `Plant ${newId()}`, type: "factory", country: "ES" }] };
  const { json } = await backend.call("POST", "/v2/facilities", { as, body });
  return json.items[0].id;
}

/** Two weeks of 2025. There are 24 that do not overlap: each batch has its own, so that totals can tell them apart. */
export interface Weeks {
  month: string;
  firstDay: number;
}
export const weeksOf = (n: number): Weeks => ({
  month: `2025-${String((n % 12) + 1).padStart(2, "0")}`,
  firstDay: n < 12 ? 1 : 15,
});
const dayOf = ({ month, firstDay }: Weeks, n: number) => `${month}-${String(firstDay + n).padStart(2, "0")}`;

interface Batch extends Weeks {
  records?: number;
  /** Index of the only record that is landfilled instead of recycled, and so has another factor. */
  landfilled?: number | undefined;
}

/** The body of a batch whose records all lie in these two weeks. */
export function batchOf(plant: string, { records: count = RECORDS, landfilled, ...weeks }: Batch): string {
  const records = Array.from({ length: count }, (_, i) => {
    const fields = {
      facility_id: plant,
      identification_name: `Cardboard ${i}`,
      external_id: `x-${i}`,
      start_date: dayOf(weeks, i % 5),
      end_date: dayOf(weeks, (i % 5) + (i % 10)),
      unit_id: KILOGRAM,
      ler_code_id: catalogueId("ler", "150101"),
      waste_rd_code_id: catalogueId("rd", i === landfilled ? LANDFILL : RECYCLING),
    };
    // As text, so that no digit of the number goes through a double.
    return `${JSON.stringify(fields).slice(0, -1)},"base_quantity":${massOf(i)}}`;
  });
  return `{"records":[${records.join(",")}]}`;
}

export function sendBatch(backend: Backend, as: Caller, body: string, key: string = newId()): Promise<Answer> {
  return backend.call("POST", "/v2/wastes", { as, body, headers: { "idempotency-key": key } });
}

/** Tonnes of a whole batch, from the published factors and without code of the services. */
function tonnesOf(landfilled?: number): string {
  const factors = { landfilled: kgPerKg(LANDFILL), others: kgPerKg(RECYCLING) };
  const kg = Array.from({ length: RECORDS }, (_, i) =>
    rounded(times(fraction(massOf(i)), i === landfilled ? factors.landfilled : factors.others), 12),
  );
  return plain(over(kg.reduce(plus, ZERO), fraction("1000")));
}

/** The totals of these weeks hold every record of one batch exactly once, in each grouping. */
export async function expectOneBatch(
  backend: Backend,
  as: Caller,
  { landfilled, ...weeks }: Pick<Batch, "month" | "firstDay" | "landfilled">,
): Promise<void> {
  const tonnes = tonnesOf(landfilled);
  for (const group of ["scope", "category", "month"]) {
    const path = `/v1/total-impacts?start_date=${dayOf(weeks, 0)}&end_date=${dayOf(weeks, 13)}&group_by=${group}`;
    const { text } = await backend.call("GET", path, { as });
    expect(/"total_co2e":([\d.]+)/.exec(text)?.[1]).toBe(tonnes);
  }
}
