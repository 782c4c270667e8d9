import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { expect } from "vitest";
import { libraryFactor } from "../support/catalogue.ts";
import { fraction, over, plain, plus, rounded, times, ZERO } from "../support/fraction.ts";
import type { Answer, Caller, World } from "../support/world.ts";

/** `npm run faults` goes through all there is; a short run belongs to every build. */
export const WHOLE = process.env.FAULT_SECONDS !== undefined;
export const RECORDS = 5_000;
const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
const RECYCLED = "R03";
const BURIED = "D01";
const kgPerKg = (rd: string) =>
  libraryFactor("waste-defra-2025", { category: "waste", key: `150101/${rd}`, unit: "kg" });

const mass = (i: number) => `${(i % 997) + 1}.${String((i * 7) % 1000).padStart(3, "0")}`;

export async function createPlant(world: World, as: Caller): Promise<string> {
  const body = { records: [{ name: `Plant ${newId()}`, type: "factory", country: "ES" }] };
  const { json } = await world.call("POST", "/v2/facilities", { as, body });
  return json.items[0].id;
}

/** Two weeks of 2025, of which there are 24 that do not overlap: batches are told apart by when their records were. */
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
  /** The place of the one record that is buried and not recycled, so that it has another factor than the others. */
  buried?: number | undefined;
}

/** The body of a batch whose records all lie in these two weeks. */
export function batchOf(plant: string, { records: count = RECORDS, buried, ...weeks }: Batch): string {
  const records = Array.from({ length: count }, (_, i) => {
    const fields = {
      facility_id: plant,
      identification_name: `Cardboard ${i}`,
      external_id: `x-${i}`,
      start_date: dayOf(weeks, i % 5),
      end_date: dayOf(weeks, (i % 5) + (i % 10)),
      unit_id: KILOGRAM,
      ler_code_id: catalogueId("ler", "150101"),
      waste_rd_code_id: catalogueId("rd", i === buried ? BURIED : RECYCLED),
    };
    // As text, so that no digit of the number goes through a double.
    return `${JSON.stringify(fields).slice(0, -1)},"base_quantity":${mass(i)}}`;
  });
  return `{"records":[${records.join(",")}]}`;
}

export function sendBatch(world: World, as: Caller, body: string, key: string = newId()): Promise<Answer> {
  return world.call("POST", "/v2/wastes", { as, body, headers: { "idempotency-key": key } });
}

/** Tonnes of a whole batch, from the published factors and nothing of the service's. */
function tonnesOf(buried?: number): string {
  const factors = { buried: kgPerKg(BURIED), others: kgPerKg(RECYCLED) };
  const kg = Array.from({ length: RECORDS }, (_, i) =>
    rounded(times(fraction(mass(i)), i === buried ? factors.buried : factors.others), 12),
  );
  return plain(over(kg.reduce(plus, ZERO), fraction("1000")));
}

/** One batch, all of it and once, in these weeks; in whatever way it is added up. */
export async function expectOneBatch(
  world: World,
  as: Caller,
  { buried, ...weeks }: Pick<Batch, "month" | "firstDay" | "buried">,
): Promise<void> {
  const tonnes = tonnesOf(buried);
  for (const group of ["scope", "category", "month"]) {
    const path = `/v1/total-impacts?start_date=${dayOf(weeks, 0)}&end_date=${dayOf(weeks, 13)}&group_by=${group}`;
    const { text } = await world.call("GET", path, { as });
    expect(/"total_co2e":([\d.]+)/.exec(text)?.[1]).toBe(tonnes);
  }
}
