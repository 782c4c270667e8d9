import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import type { Backend } from "../support/backend.ts";
import { addDemoRecords } from "../support/demo-records.ts";
import { checkLedger } from "../support/ledger.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const FILLED = ["holding", "iberia", "nordics", "nordics-depot"];

let backend: Backend;
beforeAll(async () => {
  backend = await sharedBackend();
});

const get = async (path: string, slug: string) => (await backend.call("GET", path, { as: backend.caller(slug) })).json;

async function counts() {
  const lists = ["purchases", "facilities", "invoices", "wastes", "business-travels", "employees", "employee-historic"];
  const totals = FILLED.flatMap((slug) => lists.map(async (list) => (await get(`/v1/${list}`, slug)).total));
  const products = get("/v1/sold-products", "iberia").then(({ length }) => length);
  return Promise.all([
    ...totals,
    products,
    get("/v1/logistics/requests?status[]=active", "iberia").then(({ total }) => total),
  ]);
}

it("the demo script creates calculated records once, also when it runs twice", async () => {
  await addDemoRecords(backend);
  for (const slug of FILLED) {
    const unpriced = [
      ...["purchases", "invoices", "wastes"].map((list) => `/v1/${list}?co2e_status=not_calculated`),
      ...["business-travels", "hotel-stays"].map((list) => `/v1/${list}?status[]=pending&status[]=error`),
      "/v1/employee-historic?calculation_status[]=pending&calculation_status[]=failed",
    ];
    await until(`all records of ${slug} have a number`, async () => {
      const left = await Promise.all(unpriced.map(async (path) => (await get(path, slug)).total));
      return left.every((total) => total === 0);
    });
  }
  const made = await counts();
  expect(made.every((total) => total > 0)).toBe(true);
  await addDemoRecords(backend);
  expect(await counts()).toEqual(made);

  const years = "start_date=2024-01-01&end_date=2025-12-31";
  // Cut periods, and descendants.
  for (const range of [years, "start_date=2024-02-11&end_date=2025-08-17"])
    await checkLedger(backend, backend.caller("holding"), `${range}&include_children=true`);
  const { items } = await get(`/v1/total-impacts?${years}&group_by=category`, "nordics");
  const categories = items.map(({ scope, category }: Record<string, string>) => `${scope} ${category}`);
  expect(categories).toEqual(
    expect.arrayContaining([
      "2 electricity",
      "2 heat",
      "3 employees",
      "3 energy_production",
      "3 travels",
      "3 wastes",
      "3 water",
    ]),
  );
});
