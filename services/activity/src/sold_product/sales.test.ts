import { newId } from "@emissions/kit/process/id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { period, periods, product, sales } from "./sold_product.fixture.ts";

eachTest();

const sale = { startDate: "2025-01-01", endDate: "2025-12-31", country: "ES", quantity: { value: "10" } };
const batch = (records: object[]) => sales().createSoldProductSales({ records });
const stored = () =>
  activity.rows<{ productId: string; startDate: string; periodId: string }>(us, "sold_product_sales");
const storedPeriods = () => activity.rows<{ id: string; productId: string }>(us, "sold_product_periods");

describe("a batch of sales", () => {
  it("names products by id or name, and takes or creates their periods", async () => {
    const [kettle, toaster] = [await product({ productName: "Kettle" }), await product({ productName: "Tostadóra" })];
    const { periodId } = await period(kettle, ["2025-01-01", "2025-12-31"], {});
    await batch([
      { ...sale, productName: "KETTLE" },
      { ...sale, productId: kettle, country: "FR" },
      { ...sale, productName: "tostadora", startDate: "2025-03-01" },
      { ...sale, productName: "tostadora", startDate: "2025-03-01", country: "FR" },
      { ...sale, productName: "Tostadóra", productId: toaster, startDate: "2025-02-01", endDate: "2025-02-28" },
    ]);
    const all = await stored();
    expect(all.filter(({ productId }) => productId === kettle).map((row) => row.periodId)).toEqual([
      periodId,
      periodId,
    ]);
    const own = await storedPeriods();
    expect(own.filter(({ productId }) => productId === toaster)).toHaveLength(2);
    const periodIds = own.map(({ id }) => id);
    for (const row of all) expect(periodIds).toContain(row.periodId);
  });

  it("names every record without a product, and each whose days overlap", async () => {
    const productId = await product({ productName: "Kettle" });
    const other = await product({ productName: "Toaster" });
    await period(productId, ["2025-01-01", "2025-06-30"], {});
    const refused = await refusalOf(
      batch([
        { ...sale, productName: "Unknown" },
        { ...sale },
        { ...sale, productId: newId() },
        { ...sale, productId: other, productName: "Kettle" },
        { ...sale, productId, startDate: "2025-06-30" },
        { ...sale, productId: other },
        { ...sale, productId: other, startDate: "2025-12-31" },
        { ...sale, productId: other, startDate: "2024-01-01", endDate: "2024-01-31" },
        { ...sale, productName: "Kettle", startDate: "2025-01-01", endDate: "2025-06-30", country: "ZZ" },
      ]),
    );
    expect(refused).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.0.product_name SCHEMA_INVALID",
        "body.records.1.product_id SCHEMA_INVALID",
        "body.records.2.product_id SCHEMA_INVALID",
        "body.records.3.product_name SCHEMA_INVALID",
        "body.records.4.start_date SCHEMA_INVALID",
        "body.records.5.start_date SCHEMA_INVALID",
        "body.records.6.start_date SCHEMA_INVALID",
        "body.records.8.country SCHEMA_INVALID",
      ],
    });
    expect([await stored(), (await storedPeriods()).length]).toEqual([[], 1]);
  });

  it("does not know the products of another organization", async () => {
    const them = await activity.organization();
    const theirs = await product({ productName: "Theirs" }, them);
    for (const named of [{ productName: "Theirs" }, { productId: theirs }])
      expect((await refusalOf(batch([{ ...sale, ...named }]))).code).toBe("BULK_RECORDS_REJECTED");
    expect(await activity.rows(them, "sold_product_sales")).toEqual([]);
  });
});

it("a new sale takes the period with its days, and is refused when it overlaps another one", async () => {
  const productId = await product();
  const { periodId } = await period(productId, ["2025-01-01", "2025-12-31"], { ES: "1" });
  const add = async (change: object) =>
    (await sales().createSoldProductSale({ values: { ...sale, productId, ...change } })).soldProductSale!;
  expect(await add({ country: "FR" })).toMatchObject({ periodId, lifetimeEnergy: { value: "16000" } });
  const other = await add({ startDate: "2026-01-01", endDate: "2026-01-31" });
  expect(other.periodId).not.toBe(periodId);
  expect((await refusalOf(add({ startDate: "2025-12-31", endDate: "2025-12-31" }))).violations).toEqual([
    "body.start_date value_error.period_overlap",
  ]);
});

it("existing sales are listed by product, period and country, without repeats", async () => {
  const [kettle, toaster] = [await product({ productName: "Kettle" }), await product({ productName: "Toaster" })];
  const first = await period(kettle, ["2025-01-01", "2025-06-30"], { FR: "1", ES: "1" });
  const second = await period(toaster, ["2025-01-01", "2025-12-31"], { ES: "1" });
  await sales().createSoldProductSale({ values: { ...sale, productId: kettle, endDate: "2025-06-30" } });
  const list = async (filter: object = {}) => (await periods().listExistingCountrySales(filter)).countrySales;
  const of = (productId: string, productName: string, country: string, periodId: string) => ({
    productId,
    productName,
    country,
    periodId,
  });
  const all = [
    of(kettle, "Kettle", "ES", first.periodId),
    of(kettle, "Kettle", "FR", first.periodId),
    of(toaster, "Toaster", "ES", second.periodId),
  ];
  expect(await list()).toMatchObject(all);
  expect(await list({ productId: [toaster] })).toMatchObject(all.slice(2));
  expect(await list({ country: ["FR"] })).toMatchObject([all[1]]);
  expect(await list({ startDate: "2025-07-01" })).toMatchObject(all.slice(2));
  expect(await list({ endDate: "2024-12-31" })).toEqual([]);
  expect((await refusalOf(list({ startDate: "x", country: ["es"] }))).violations).toEqual([
    "query.country value_error.country",
    "query.start_date value_error.date",
  ]);
  expect(await periods(await activity.organization()).listExistingCountrySales({})).toMatchObject({ countrySales: [] });
});
