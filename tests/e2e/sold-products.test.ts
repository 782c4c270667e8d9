import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/sold-products";

let backend: Backend;
let us: Caller;
let kWh: string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  kWh = (await unitIds(backend, us))("kWh");
});

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  backend.call(method, path, { as: us, headers, ...(body !== undefined && { body }) });
const get = async (path: string) => (await call("GET", path)).json;
const settled = (path: string) =>
  until("the end of the calculation", async () => {
    const json = await get(path);
    return json.status !== "loading" && json;
  });
const totalOf = async (start: string, end: string) =>
  (await get(`/v1/total-impacts?start_date=${start}&end_date=${end}&group_by=category`)).items.find(
    ({ category }: { category: string }) => category === "sold_products",
  )?.co2e ?? 0;

it("dishwashers for two countries have the 201,600 kg of the example of the method, spread over the year", async () => {
  const dishwasher = {
    product_name: `Dishwasher ${newId()}`,
    lifetime_years: 10,
    uses_per_year: 200,
    energy_per_use: { quantity: 0.8, unit_id: kWh, energy_type: "electricity" },
    manufacture: { co2e: 250, source: "Environmental product declaration" },
  };
  const created = await call("POST", ALL, dishwasher);
  expect(created.status).toBe(201);
  const one = `${ALL}/${created.json.product_id}`;
  const before = await totalOf("2025-01-01", "2025-12-31");
  const days = { start_date: "2025-01-01", end_date: "2025-12-31" };
  const country_sales = [
    { country: "GB", quantity: 500 },
    { country: "ES", quantity: 300 },
  ];
  const { json: period } = await call("POST", `${one}/periods`, { ...days, country_sales });
  const path = `${ALL}/periods/${period.period_id}`;
  expect(await settled(path)).toMatchObject({ status: "active", co2e: 201600, total_units: 800 });
  const byCountry = await get(`${path}/country-sales`);
  expect(byCountry).toMatchObject([
    { country: "ES", quantity: 300, emission_factor: 0.125, emission_factor_unit: "kWh", co2e: 60000 },
    { country: "GB", quantity: 500, emission_factor: 0.177, co2e: 141600 },
  ]);
  expect(await get(`${path}/emissions`)).toMatchObject({
    co2e: 201600,
    by_country: [{ co2e: 60000 }, { co2e: 141600 }],
  });
  expect((await totalOf("2025-01-01", "2025-12-31")) - before).toBeCloseTo(201.6, 9);
  expect(await get(one)).toMatchObject({ periods_count: 1, total_co2e: 201600, failed_sales: 0 });
  expect(await get(`${one}/footprint`)).toMatchObject({ use_phase_co2e: 252, total_co2e: 502 });
  expect(await get(`${one}/footprint?country=ES`)).toMatchObject({ use_phase_co2e: 200, total_co2e: 450 });

  const sale = `${ALL}/country-sales/${byCountry[1].country_sale_id}`;
  const explained = await get(`${sale}/calculation`);
  expect(JSON.stringify(explained)).toContain("500 * (0.8 * 200 * 10)");
  expect(explained).toMatchObject({ method: "sold-products/1", factor: { category: "electricity_location" } });
  expect(await get(`${ALL}/periods/check-overlap?start_date=2025-12-31&end_date=2026-01-31`)).toEqual({
    has_overlap: true,
  });
  const again = await call("POST", `${one}/periods`, { start_date: "2025-12-31", end_date: "2026-01-31" });
  expect([again.status, again.json.detail[0].type]).toEqual([422, "value_error.period_overlap"]);

  // Half of the lifetime: the sales are calculated again.
  expect((await call("PATCH", one, { lifetime_years: 5 })).status).toBe(200);
  await until("the sum of the new lifetime", async () => (await get(one)).total_co2e === 100800);
  expect((await call("DELETE", one)).status).toBe(204);
  await until("totals without the product", async () => (await totalOf("2025-01-01", "2025-12-31")) === before);
});

it("a batch names products, and a country without a factor is an error of its sale", async () => {
  const energy_per_year = { quantity: 100, unit_id: kWh, energy_type: "electricity" };
  const product_name = `Lamp ${newId()}`;
  const { json: lamp } = await call("POST", ALL, { product_name, lifetime_years: 2, energy_per_year });
  const record = { product_name, start_date: "2024-01-01", end_date: "2024-12-31", quantity: 10 };
  const records = ["ES", "AQ"].map((country) => ({ ...record, country }));
  const batch = await call("POST", "/v2/sold-products", { records }, { "idempotency-key": newId() });
  expect(batch.status).toBe(202);
  const job = await finished(backend, us, batch.json.id);
  expect(job).toMatchObject({ entity_type: "sold_product_sales", succeeded_items: 1, failed_items: 1 });
  const [period] = await get(`${ALL}/${lamp.product_id}/periods`);
  expect(period).toMatchObject({ status: "error", error_codes: ["FACTOR_NOT_FOUND"], total_units: 20 });
  expect(await get(`${ALL}/periods/${period.period_id}/country-sales`)).toMatchObject([
    { country: "AQ", status: "error", error_code: "FACTOR_NOT_FOUND", co2e: null },
    { country: "ES", status: "active" },
  ]);
  expect(await get(`${ALL}/existing-country-sales?product_id[]=${lamp.product_id}`)).toMatchObject([
    { country: "AQ", product_name },
    { country: "ES", product_name },
  ]);
  expect((await call("DELETE", `${ALL}/${lamp.product_id}`)).status).toBe(204);
});
