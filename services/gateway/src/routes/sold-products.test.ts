import { SoldProductPeriodService } from "@emissions/proto/activity/v1/sold_product_period_service";
import { SoldProductSaleSchema, SoldProductSaleService } from "@emissions/proto/activity/v1/sold_product_sale_service";
import { SoldProductSchema, SoldProductService } from "@emissions/proto/activity/v1/sold_product_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const shown = { product_name: "Kettle", periods_count: 2, total_co2e: "201600.000000000001" };
const { app, calls } = await gateway({
  samples: [sample(SoldProductSchema, shown), sample(SoldProductSaleSchema, { product_name: "Kettle" })],
});
const ALL = "/v1/sold-products";
const ONE = `${ALL}/${SAMPLE_ID}`;
const PERIODS = `${ALL}/periods`;
const SALES = `${ALL}/country-sales`;
type Verb = "GET" | "POST" | "PATCH" | "DELETE";
const ask = (method: Verb, url: string, payload?: object, headers: object = {}) =>
  app.inject({ method, url, headers: { ...as("editor"), ...headers }, ...(payload !== undefined && { payload }) });
const products = SoldProductService.method;
const periods = SoldProductPeriodService.method;
const sales = SoldProductSaleService.method;

const energy = { quantity: 0.8, unit_id: unitId("kWh"), energy_type: "electricity" };
const kettle = { product_name: "Kettle", lifetime_years: 10, uses_per_year: 200, energy_per_use: energy };

describe("sold products", () => {
  it("are created, shown, changed and deleted", async () => {
    const manufacture = { co2e: "12.500000000001", source: "EPD 2025" };
    const answer = await ask("POST", ALL, { ...kettle, manufacture });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { ...kettle, energy_per_use: { ...energy, vehicle_fuel_id: null }, energy_per_year: null, end_of_life: null },
    ]);
    expect(answer.payload).toContain('"co2e":12.500000000001');
    expect(answer.payload).toContain('"total_co2e":201600.000000000001');
    expect((await ask("GET", ONE)).json()).toMatchObject({ product_id: SAMPLE_ID, product_name: "Kettle" });
    expect((await ask("PATCH", ONE, { lifetime_years: 8, manufacture: null })).statusCode).toBe(200);
    expect(calls.lastRequest(products.updateSoldProduct)).toMatchObject({
      productId: SAMPLE_ID,
      updateMask: { paths: ["lifetime_years", "manufacture"] },
    });
    expect((await ask("DELETE", ONE)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it.each([
    [["product_name"], { product_name: undefined }, "value_error.missing"],
    [["product_name"], { product_name: " " }, "value_error.any_str.min_length"],
    [["lifetime_years"], { lifetime_years: 0 }, "value_error.number.not_gt"],
    [["lifetime_years"], { lifetime_years: 201 }, "value_error.number.not_le"],
    [["uses_per_year"], { uses_per_year: "x" }, "type_error.decimal"],
    [["energy_per_use", "quantity"], { energy_per_use: { ...energy, quantity: -1 } }, "value_error.number.not_gt"],
    [["energy_per_use", "energy_type"], { energy_per_use: { ...energy, energy_type: "wind" } }, "type_error.enum"],
    [["energy_per_use", "colour"], { energy_per_use: { ...energy, colour: "red" } }, "value_error.extra"],
    [["energy_per_use"], { energy_per_use: [] }, "type_error.dict"],
    [["manufacture", "source"], { manufacture: { co2e: 1 } }, "value_error.missing"],
    [["total_co2e"], { total_co2e: 1 }, "value_error.extra"],
  ])("with a bad %j are refused", async (field, change, type) => {
    const answer = await ask("POST", ALL, { ...kettle, ...change });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", ...field], type }]]);
  });

  it("are a bare list, whole or page by page", async () => {
    const whole = await ask("GET", `${ALL}?name=ket`);
    expect([whole.json(), whole.headers["x-total-count"]]).toMatchObject([
      [shown].map(({ product_name }) => ({ product_name })),
      "1",
    ]);
    expect(calls.lastRequest(products.listSoldProducts)).toMatchObject({ name: "ket", page: 0, size: 0 });
    await ask("GET", `${ALL}?page=2&size=10`);
    expect(calls.lastRequest(products.listSoldProducts)).toMatchObject({ page: 2, size: 10 });
    expect((await ask("GET", `${ALL}?colour=red`)).statusCode).toBe(422);
  });

  it("have a footprint, of one country or of all", async () => {
    expect((await ask("GET", `${ONE}/footprint?country=ES`)).json()).toMatchObject({ product_id: SAMPLE_ID });
    expect(calls.lastRequest(products.getSoldProductFootprint)).toMatchObject({ country: "ES" });
    expect((await ask("GET", `${ONE}/footprint?country=es`)).statusCode).toBe(422);
  });

  it("are read by viewers, and changed by editors alone", async () => {
    expect((await ask("GET", ONE, undefined, as("viewer"))).statusCode).toBe(200);
    for (const [method, url, body] of [
      ["POST", ALL, kettle],
      ["PATCH", ONE, { lifetime_years: 1 }],
      ["DELETE", ONE, undefined],
    ] as const)
      expect((await ask(method, url, body, as("viewer"))).statusCode).toBe(403);
  });
});

describe("periods of sold products", () => {
  const days = { start_date: "2025-01-01", end_date: "2025-12-31" };

  it("are created with their sales, listed, changed and deleted", async () => {
    const country_sales = [{ country: "ES", quantity: "250.5" }];
    const answer = await ask("POST", `${ONE}/periods`, { ...days, country_sales });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { product_id: SAMPLE_ID, ...days }]);
    expect(calls.lastRequest(periods.createSoldProductPeriod)).toMatchObject({
      countrySales: [{ country: "ES", quantity: { value: "250.5" } }],
    });
    expect((await ask("GET", `${ONE}/periods`)).json()).toMatchObject([{ period_id: SAMPLE_ID }]);
    expect((await ask("GET", `${PERIODS}/${SAMPLE_ID}`)).json()).toMatchObject({ period_id: SAMPLE_ID });
    expect((await ask("PATCH", `${PERIODS}/${SAMPLE_ID}`, { end_date: "2025-06-30" })).json()).toMatchObject({
      end_date: "2025-06-30",
    });
    expect((await ask("GET", `${PERIODS}/${SAMPLE_ID}/country-sales`)).json()).toMatchObject([{ country: "ES" }]);
    expect((await ask("GET", `${PERIODS}/${SAMPLE_ID}/emissions`)).json()).toMatchObject({ period_id: SAMPLE_ID });
    expect((await ask("DELETE", `${PERIODS}/${SAMPLE_ID}`)).statusCode).toBe(204);
  });

  it.each([
    [["start_date"], { start_date: "2025-02-30" }, "value_error.date"],
    [["end_date"], { end_date: "1969-12-31" }, "activity_date_out_of_range"],
    [["country_sales", 0, "country"], { country_sales: [{ country: "es", quantity: 1 }] }, "value_error.country"],
    [
      ["country_sales", 0, "quantity"],
      { country_sales: [{ country: "ES", quantity: 0 }] },
      "value_error.number.not_gt",
    ],
    [["country_sales"], { country_sales: {} }, "type_error.list"],
  ])("with a bad %j are refused", async (field, change, type) => {
    const answer = await ask("POST", `${ONE}/periods`, { ...days, ...change });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", ...field], type }]]);
  });

  it("are checked for an overlap with a range of days", async () => {
    const check = (query: string, headers: object = {}) =>
      ask("GET", `${PERIODS}/check-overlap${query}`, undefined, headers);
    const answer = await check("?start_date=2025-01-01&end_date=2025-01-31", as("viewer"));
    expect([answer.statusCode, answer.json()]).toEqual([200, { has_overlap: false }]);
    expect(calls.lastRequest(periods.checkSoldProductPeriodOverlap)).toMatchObject({ endDate: "2025-01-31" });
    for (const [query, name, type] of [
      ["", "start_date", "value_error.missing"],
      ["?start_date=2025-01-01", "end_date", "value_error.missing"],
      ["?start_date=01-01-2025&end_date=2025-01-31", "start_date", "value_error.date"],
      ["?start_date=2025-01-01&end_date=2025-1-31", "end_date", "value_error.date"],
      ["?start_date=2025-01-01&end_date=2025-02-29", "end_date", "value_error.date"],
    ] as const) {
      const refused = await check(query);
      expect([refused.statusCode, refused.json().detail[0]]).toMatchObject([422, { loc: ["query", name], type }]);
    }
  });
});

describe("country sales", () => {
  const sale = { product_id: SAMPLE_ID, start_date: "2025-01-01", end_date: "2025-12-31", country: "ES", quantity: 10 };

  it("are created, listed by every filter with the hash, changed and deleted", async () => {
    const answer = await ask("POST", SALES, sale);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { ...sale, product_name: "Kettle" }]);
    const filters = `product_id[]=${OURS}&period_id[]=${OURS}&country[]=ES&status[]=error&search=x&start_date=2025-01-01`;
    expect((await ask("GET", `${SALES}?${filters}`)).json()).toMatchObject({
      total: 1,
      filter_hash: "a3f1c2e4b5d6a7b8",
    });
    expect(calls.lastRequest(sales.listSoldProductSales)).toMatchObject({
      productId: [OURS],
      periodId: [OURS],
      country: ["ES"],
      status: [3],
      search: "x",
      startDate: "2025-01-01",
    });
    expect((await ask("PATCH", `${SALES}/${SAMPLE_ID}`, { quantity: 12 })).statusCode).toBe(200);
    const moved = await ask("PATCH", `${SALES}/${SAMPLE_ID}`, { start_date: "2025-02-01" });
    expect([moved.statusCode, moved.json().detail]).toMatchObject([422, [{ type: "value_error.extra" }]]);
    expect((await ask("POST", `${SALES}/bulk-delete`, { country_sale_ids: [SAMPLE_ID] })).statusCode).toBe(200);
    expect((await ask("DELETE", `${SALES}/${SAMPLE_ID}`)).statusCode).toBe(204);
    expect((await ask("GET", `${SALES}/unique-values?field=country`)).statusCode).toBe(200);
    expect((await ask("GET", `${SALES}/unique-values?field=name`)).statusCode).toBe(422);
    expect((await ask("GET", `${SALES}/${SAMPLE_ID}/calculation`)).statusCode).toBe(200);
  });

  it("are created in a batch by the names of products, with problem details", async () => {
    const { product_id: _, ...named } = { ...sale, product_name: "Kettle" };
    const send = (records: object[], key: string) =>
      ask("POST", "/v2/sold-products", { records }, { "idempotency-key": key });
    const answer = await send([named], "sales");
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { entity_type: "sold_product_sales" }]);
    const invalid = await send([named, {}], "other");
    expect([invalid.statusCode, invalid.json().code]).toEqual([422, "BULK_RECORDS_REJECTED"]);
    expect(calls.lastRequest(sales.createSoldProductSales)).toMatchObject({
      records: [{ productName: "Kettle" }, {}],
      rejected: [{ index: 1 }],
    });
  });

  it("that exist are a bare list with filters", async () => {
    const query = `product_id[]=${OURS}&country[]=ES&start_date=2025-01-01&end_date=2025-12-31`;
    const answer = await ask("GET", `${ALL}/existing-country-sales?${query}`);
    expect(answer.json()).toMatchObject([{ product_id: SAMPLE_ID, country: "ES", period_id: SAMPLE_ID }]);
    expect(calls.lastRequest(periods.listExistingCountrySales)).toMatchObject({ productId: [OURS], country: ["ES"] });
  });
});
