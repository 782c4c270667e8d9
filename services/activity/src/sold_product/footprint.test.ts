import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { SoldProductChangedSchema } from "@emissions/proto/activity/v1/sold_product_service";
import { parse, plain, ZERO } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { handleAll } from "../records/records.fixture.ts";
import { soldProductConsumers } from "./consumers.ts";
import {
  calculate,
  KETTLE,
  period,
  periods,
  product,
  products,
  sales,
  totalsOfProduct,
} from "./sold_product.fixture.ts";

eachTest();

interface Row {
  id: string;
  productId: string;
  periodId: string;
  country: string;
  revision: number;
  calculationStatus: string;
  co2e: string | null;
}
const rows = () => activity.rows<Row>(us, "sold_product_sales");
const sumOf = (values: readonly (string | null | undefined)[]) =>
  plain(values.reduce((sum, value) => sum.plus(parse(value ?? "0")), ZERO));

/** The same numbers in each run. */
function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe("the footprint of one unit", () => {
  const footprint = async (productId: string, country = "") =>
    (await products().getSoldProductFootprint({ productId, country })).footprint!;

  it("weights the use by the units sold, and adds manufacture and end of life exactly", async () => {
    const productId = await product({
      manufactureCo2e: "12.5",
      manufactureSource: "EPD 2025",
      endOfLifeCo2e: "0.100000000001",
      endOfLifeSource: "Recycler",
    });
    await period(productId, ["2025-01-01", "2025-06-30"], { ES: "300", FR: "100" });
    await period(productId, ["2025-07-01", "2025-12-31"], { ES: "300", PT: "1" });
    for (const { id, country } of await rows())
      await calculate([
        {
          recordId: id,
          ...(country === "PT" ? { failed: "FACTOR_NOT_FOUND" } : {}),
          co2e: country === "ES" ? "48000" : "3200",
        },
      ]);
    const shown = await footprint(productId);
    expect(shown).toMatchObject({
      productId,
      manufacture: { co2e: { value: "12.5" }, source: "EPD 2025" },
      // (48000 + 48000 + 3200) / 700 units
      usePhaseCo2e: { value: "141.714285714286" },
      endOfLife: { co2e: { value: "0.100000000001" } },
      totalCo2e: { value: "154.314285714287" },
      missingStages: [],
      byCountry: [
        { country: "ES", quantity: { value: "600" }, usePhaseCo2e: { value: "160" } },
        { country: "FR", quantity: { value: "100" }, usePhaseCo2e: { value: "32" } },
      ],
    });
    expect(await footprint(productId, "FR")).toMatchObject({
      country: "FR",
      usePhaseCo2e: { value: "32" },
      totalCo2e: { value: "44.600000000001" },
    });
  });

  it("names the stages without a figure", async () => {
    const shown = await footprint(await product());
    expect(shown.missingStages).toEqual(["manufacture", "use_phase", "end_of_life"]);
    expect([shown.usePhaseCo2e, shown.totalCo2e!.value]).toEqual([undefined, "0"]);
  });

  it("changes no total", async () => {
    const productId = await product({ manufactureCo2e: "12.5", manufactureSource: "EPD 2025" });
    await period(productId, ["2025-01-01", "2025-12-31"], { ES: "10" });
    expect((await inputs()).flatMap(({ additionalParts }) => additionalParts.filter(({ memo }) => !memo))).toEqual([]);
    const [sale] = await rows();
    await calculate([{ recordId: sale!.id, co2e: "1600" }]);
    expect(await totalsOfProduct(productId)).toEqual([1600, 0]);
  });
});

describe("a change of the use of a product", () => {
  it("calculates all its sales again with the new use, and no others", async () => {
    const productId = await product();
    await period(productId, ["2025-01-01", "2025-12-31"], { ES: "1000", FR: "1" });
    await period(await product(), ["2025-01-01", "2025-12-31"], { ES: "1000" });
    for (const { id } of await rows()) await calculate([{ recordId: id, co2e: "5" }]);
    const values = { lifetimeYears: { value: "5" }, productName: "Kettle 2" };
    await products().updateSoldProduct({
      productId,
      values,
      updateMask: { paths: ["lifetime_years", "product_name"] },
    });
    await handleAll(SoldProductChangedSchema, soldProductConsumers(activity.context));
    const again = (await inputs()).filter(({ revision }) => revision === 2);
    expect(again.map(({ allocation }) => allocation).sort()).toEqual(["1 * (0.8 * 200 * 5)", "1000 * (0.8 * 200 * 5)"]);
    expect(await totalsOfProduct(productId)).toEqual([0, 0]);
    const kept = (await rows()).filter((row) => row.productId !== productId);
    expect(kept).toMatchObject([{ revision: 1, co2e: "5" }]);
  });

  it("leaves sales of locked periods with the use that they were calculated with", async () => {
    const productId = await product();
    const locked = await period(productId, ["2024-01-01", "2024-12-31"], { ES: "1" });
    const open = await period(productId, ["2025-01-01", "2025-12-31"], { ES: "1" });
    for (const { id } of await rows()) await calculate([{ recordId: id, co2e: "5" }]);
    await activity.as(us, PeriodLockService).lockPeriod({ startDate: "2024-01-01", endDate: "2024-12-31" });
    const energyPerYear = { ...KETTLE.energyPerUse, quantity: { value: "300" } };
    const paths = ["energy_per_use", "uses_per_year", "energy_per_year"];
    await products().updateSoldProduct({ productId, values: { energyPerYear }, updateMask: { paths } });
    await handleAll(SoldProductChangedSchema, soldProductConsumers(activity.context));
    const energyOf = async (periodId: string) =>
      (await sales().listSoldProductSales({ filter: { periodId: [periodId] } })).soldProductSales;
    expect(await energyOf(locked.periodId)).toMatchObject([
      { lifetimeEnergy: { value: "1600" }, co2e: { value: "5" } },
    ]);
    const [again] = await energyOf(open.periodId);
    expect([again!.lifetimeEnergy!.value, again!.co2e]).toEqual(["3000", undefined]);
    expect(await totalsOfProduct(productId)).toEqual([5, 0]);
  });

  it("of name and stages alone starts no calculation", async () => {
    const productId = await product();
    await period(productId, ["2025-01-01", "2025-12-31"], { ES: "1000" });
    const values = { productName: "Other", manufacture: { co2e: { value: "1" }, source: "EPD" } };
    const changed = await products().updateSoldProduct({
      productId,
      values,
      updateMask: { paths: ["product_name", "manufacture"] },
    });
    expect(changed.soldProduct).toMatchObject(values);
    expect(await activity.events(us, SoldProductChangedSchema)).toEqual([]);
  });
});

it("countries add up to periods and periods to products, through results, changes and deletions", async () => {
  const random = randomly(20_251_123);
  const COUNTRIES = ["ES", "FR", "DE", "PT", "GB"];
  const ids = [await product(), await product(), await product()];
  for (const [at, productId] of ids.entries()) {
    for (let month = 1; month <= 4; month++) {
      const day = `2025-0${month}-1${at}`;
      const units = COUNTRIES.slice(random(4)).map((country) => [country, String(1 + random(1_000_000) / 100)]);
      await period(productId, [day, day], Object.fromEntries(units));
    }
  }
  for (let step = 0; step < 60; step++) {
    const all = await rows();
    const one = all[random(all.length)]!;
    const co2e = `${random(1_000_000)}.${String(random(1_000_000)).padStart(6, "0")}000001`;
    const next = random(10);
    if (next === 0) await sales().deleteSoldProductSale({ id: one.id });
    else if (next === 1) await periods().deleteSoldProductPeriod({ periodId: one.periodId });
    else if (next === 2) {
      const quantity = { value: String(1 + random(500)) };
      await sales().updateSoldProductSale({ id: one.id, values: { quantity }, updateMask: { paths: ["quantity"] } });
    } else {
      const outcome = random(8) === 0 ? { failed: "FACTOR_NOT_FOUND" } : { co2e };
      await calculate([{ recordId: one.id, revision: one.revision, ...outcome }]);
    }
  }
  const left = await rows();
  expect(left.filter(({ co2e }) => co2e !== null).length).toBeGreaterThan(5);
  for (const productId of ids) {
    const { soldProduct } = await products().getSoldProduct({ productId });
    const own = await periods().listSoldProductPeriods({ productId });
    const sums = own.periods.map(({ co2e }) => co2e?.value);
    expect(plain(parse(soldProduct!.totalCo2e!.value))).toBe(sumOf(sums));
    for (const { periodId, co2e } of own.periods) {
      const { byCountry } = (await periods().getSoldProductPeriodEmissions({ periodId })).emissions!;
      expect(sumOf([co2e?.value])).toBe(sumOf(byCountry.map((country) => country.co2e?.value)));
      expect(sumOf([co2e?.value])).toBe(sumOf(left.filter((row) => row.periodId === periodId).map((row) => row.co2e)));
    }
  }
});
