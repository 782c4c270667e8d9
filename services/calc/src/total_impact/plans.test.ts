import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors } from "../record/record.fixture.ts";
import { selectAmountSums, selectEmissions } from "../widget/queries.ts";
import { seriesMasses, wholeSlices } from "./slices.ts";

let calc: CalcService;
const us = newId();
const range = { startDate: "2023-01-15", endDate: "2024-12-20" };
const all = { organizationIds: [us], facilityIds: null, scopes: null, categories: null, ghgCategories: null };
const known = { slices: wholeSlices([us], range), asOf: new Date(), restated: true };

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
  await calc.db.asService(us, async ({ tx }) => {
    const days = tx`generate_series(date '2020-01-01', date '2024-12-31', interval '1 day') as day`;
    await tx`insert into series_steps (organization_id, day, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
        co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
      select ${us}, day, md5(series::text)::uuid, 1, 1, 0, 0, 0, 1, 1, 1 from ${days}, generate_series(1, 20) as series`;
    await tx`insert into amount_steps (organization_id, category, day, facility_id, amount)
      select ${us}, 'wastes', day, md5(facility::text)::uuid, 1 from ${days}, generate_series(1, 20) as facility`;
  });
  await calc.owner`analyze series_steps, amount_steps`;
});
afterAll(() => calc.drop());

it.each<[string, (tx: Tx) => unknown, string[]]>([
  ["emissions of a widget", (tx) => selectEmissions(tx, [range], all), ["monthly_totals", "daily_totals"]],
  [
    "emissions of a widget by GHG category",
    (tx) => selectEmissions(tx, [range], { ...all, ghgCategories: ["business_travel"] }),
    ["series_months", "series_steps"],
  ],
  [
    "amounts of a widget",
    (tx) => selectAmountSums(tx, [range], { ...all, category: "wastes" }),
    ["amount_months", "amount_steps"],
  ],
  [
    "total impacts as of an instant",
    (tx) => tx`select * from ${seriesMasses(tx, known, ["co2e_kg"])}`,
    ["series_months", "series_steps", "series_changes", "restated_changes"],
  ],
])("%s are read by indexes, and steps of the months that the range cuts", async (_, statement, tables) => {
  const plan = await planOf(statement);
  expect(plan).not.toMatch(/Seq Scan|impacts|calculations|current_records/);
  for (const table of tables) expect(plan).toContain(` ${table} `);
  for (const steps of tables.filter((table) => table.endsWith("_steps")))
    expect(plan).toMatch(new RegExp(`on ${steps} t.*\\n *Index Cond: .*day = ANY`));
});

/** The plan for any values, which is read below row-level security. */
const planOf = (statement: (tx: Tx) => unknown): Promise<string> =>
  calc.db.asService(us, async ({ tx }) => {
    const { string: text } = await (statement(tx) as Describable).describe();
    await tx.unsafe("set local plan_cache_mode = force_generic_plan");
    await tx.unsafe(`prepare read_totals as ${text}`);
    const nulls = new Set(text.match(/\$\d+/g)).size;
    const lines = await tx.unsafe<Line[]>(`explain execute read_totals(${Array(nulls).fill("null").join()})`);
    await tx.unsafe("deallocate read_totals");
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });

interface Describable {
  describe(): Promise<{ string: string }>;
}
interface Line {
  "QUERY PLAN": string;
}
