import { newId } from "@emissions/kit/process/id";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { RecordStatus } from "@emissions/proto/activity/v1/record";
import { SoldProductPeriodService } from "@emissions/proto/activity/v1/sold_product_period_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, inputs, us } from "../activity.fixture.ts";
import { UNMARKED } from "../records/preview.fixture.ts";
import { calculate, period, periods, product, products, sales, totalsOfProduct } from "./sold_product.fixture.ts";

eachTest();

const YEAR: [string, string] = ["2025-01-01", "2025-12-31"];
const OVERLAP = { code: "REQUEST_VALIDATION_FAILED", violations: ["body.start_date value_error.period_overlap"] };

/** The sales of a period by country, with the ids of their records. */
const salesOf = async (periodId: string) => (await periods().listCountrySales({ periodId })).countrySales;
const idsOf = async (periodId: string) =>
  Object.fromEntries((await salesOf(periodId)).map(({ country, countrySaleId }) => [country, countrySaleId]));

describe("a period", () => {
  it("is created with its sales, and has the sums of their results", async () => {
    const productId = await product();
    const created = await period(productId, YEAR, { ES: "1000", FR: "250.5" });
    const { periodId } = created;
    expect(created).toMatchObject({
      productId,
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      totalUnits: { value: "1250.5" },
      status: RecordStatus.LOADING,
    });
    const ids = await idsOf(periodId);
    await calculate([{ recordId: ids.ES!, co2e: "160000" }]);
    await calculate([{ recordId: ids.FR!, co2e: "20040.000000000001" }]);
    const { period: now } = await periods().getSoldProductPeriod({ periodId });
    expect(now).toMatchObject({ co2e: { value: "180040.000000000001" }, status: RecordStatus.ACTIVE, errorCodes: [] });
    expect(await salesOf(periodId)).toMatchObject([
      { country: "ES", quantity: { value: "1000" }, emissionFactor: { value: "0.1" }, emissionFactorUnit: "kWh" },
      { country: "FR", quantity: { value: "250.5" }, co2e: { value: "20040.000000000001" }, salesCount: 1 },
    ]);
    const { emissions } = await periods().getSoldProductPeriodEmissions({ periodId });
    expect(emissions).toMatchObject({
      periodId,
      co2e: { value: "180040.000000000001" },
      byCountry: [{ country: "ES", co2e: { value: "160000" } }, { country: "FR" }],
    });
    expect((await products().getSoldProduct({ productId })).soldProduct).toMatchObject({
      periodsCount: 1,
      totalCo2e: { value: "180040.000000000001" },
    });
    expect((await periods().listSoldProductPeriods({ productId })).periods).toEqual([now]);
  });

  it("says that a country has no factor, and counts the others", async () => {
    const productId = await product();
    const { periodId } = await period(productId, YEAR, { ES: "1", PT: "1" });
    const ids = await idsOf(periodId);
    await calculate([{ recordId: ids.ES!, co2e: "160" }]);
    await calculate([{ recordId: ids.PT!, failed: "FACTOR_NOT_FOUND" }]);
    expect((await periods().getSoldProductPeriod({ periodId })).period).toMatchObject({
      co2e: { value: "160" },
      status: RecordStatus.ERROR,
      errorCodes: ["FACTOR_NOT_FOUND"],
    });
    expect(await salesOf(periodId)).toMatchObject([
      { country: "ES", status: RecordStatus.ACTIVE },
      { country: "PT", status: RecordStatus.ERROR, errorCode: "FACTOR_NOT_FOUND" },
    ]);
    expect((await products().getSoldProduct({ productId })).soldProduct).toMatchObject({ failedSales: 1 });
  });

  it("may have no sales yet", async () => {
    const created = await period(await product(), YEAR, {});
    expect(created).toMatchObject({ totalUnits: { value: "0" }, status: RecordStatus.ACTIVE });
    expect(created.co2e).toBeUndefined();
  });

  it("names each invalid sale by its place", async () => {
    const productId = await product();
    const countrySales = [
      { country: "ES", quantity: { value: "1" } },
      { country: "ES", quantity: { value: "2" } },
      { country: "ZZ", quantity: { value: "1" } },
      { country: "FR", quantity: { value: "0" } },
    ];
    const create = (sent: object[]) =>
      periods().createSoldProductPeriod({ productId, startDate: YEAR[0], endDate: YEAR[1], countrySales: sent });
    expect((await refusalOf(create(countrySales))).violations).toEqual([
      "body.country_sales.1.country value_error.country.repeated",
    ]);
    expect((await refusalOf(create(countrySales.slice(1)))).violations).toEqual([
      "body.country_sales.1.country value_error.country",
      "body.country_sales.2.quantity value_error.number.not_gt",
    ]);
    expect(await activity.rows(us, "sold_product_periods")).toEqual([]);
  });

  it("is hidden from other organizations like one that does not exist", async () => {
    const { periodId: existing } = await period(await product(), YEAR, { ES: "1" });
    const them = periods(await activity.organization());
    for (const periodId of [existing, newId(), "none"]) {
      for (const attempt of [
        () => them.getSoldProductPeriod({ periodId }),
        () => them.updateSoldProductPeriod({ periodId, endDate: "2025-06-30", updateMask: { paths: ["end_date"] } }),
        () => them.deleteSoldProductPeriod({ periodId }),
        () => them.listCountrySales({ periodId }),
        () => them.getSoldProductPeriodEmissions({ periodId }),
      ])
        expect(await refusalOf(attempt())).toMatchObject({ code: "SOLD_PRODUCT_PERIOD_NOT_FOUND" });
    }
  });
});

describe("periods of one product", () => {
  it.each([
    ["the same days", "2025-01-01", "2025-12-31", true],
    ["days inside", "2025-06-01", "2025-06-01", true],
    ["days around", "2024-01-01", "2026-12-31", true],
    ["its last day", "2025-12-31", "2026-01-31", true],
    ["its first day", "2024-12-01", "2025-01-01", true],
    ["the day before", "2024-12-01", "2024-12-31", false],
    ["the day after", "2026-01-01", "2026-01-31", false],
  ])("with %s overlap as their days say", async (_, start, end, overlaps) => {
    const productId = await product();
    await period(productId, YEAR, { ES: "1" });
    const again = period(productId, [start, end], { ES: "1" });
    if (overlaps) expect(await refusalOf(again)).toMatchObject(OVERLAP);
    else await again;
    // Another product may have any days.
    await period(await product(), [start, end], { ES: "1" });
  });

  it("never overlap under 50 writers at once, whichever way they take", async () => {
    const productId = await product();
    const day = (n: number) => `2025-03-${String(1 + (n % 28)).padStart(2, "0")}`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => {
        const days = { startDate: day(n), endDate: day(Math.min(n % 28, 24) + 3) };
        const values = { productId, ...days, country: "ES", quantity: { value: "1" } };
        return n % 2 === 0
          ? period(productId, [days.startDate, days.endDate], { ES: "1" })
          : sales().createSoldProductSale({ values });
      }),
    );
    const stored = await activity.rows<{ startDate: string; endDate: string }>(us, "sold_product_periods");
    expect(stored.length).toBeGreaterThan(0);
    const sorted = stored.toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1));
    for (const [at, { startDate }] of sorted.slice(1).entries())
      expect(startDate > sorted[at]!.endDate, `${startDate} after ${sorted[at]!.endDate}`).toBe(true);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(await refusalOf(Promise.reject(reason))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
    expect(await inputs()).toHaveLength(50 - refused.length);
  });

  it("cannot overlap in the database, whoever writes", async () => {
    const productId = await product();
    await period(productId, YEAR, {});
    const insert = activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into sold_product_periods (organization_id, id, product_id, start_date, end_date)
        values (${org}, ${newId()}, ${productId}, '2025-12-31', '2026-01-31')`,
    );
    await expect(insert).rejects.toMatchObject({ code: "23P01" });
  });
});

describe("the check for an overlap", () => {
  const check = async (startDate: string, endDate: string, by = us) =>
    (await periods(by).checkSoldProductPeriodOverlap({ startDate, endDate })).overlap!.hasOverlap;

  it("includes both days on both sides, of any product, of this organization alone", async () => {
    await period(await product(), ["2025-03-01", "2025-03-31"], { ES: "1" });
    await period(await product(), ["2025-06-01", "2025-06-30"], {});
    expect(await check("2025-03-31", "2025-04-30")).toBe(true);
    expect(await check("2025-02-01", "2025-03-01")).toBe(true);
    expect(await check("2025-06-15", "2025-06-15")).toBe(true);
    expect(await check("1900-01-01", "9999-12-31")).toBe(true);
    expect(await check("2025-04-01", "2025-05-31")).toBe(false);
    expect(await check("2025-03-01", "2025-06-30", await activity.organization())).toBe(false);
  });

  it("refuses missing and impossible days, and days in the wrong order", async () => {
    const refused = async (startDate: string, endDate: string) =>
      (await refusalOf(check(startDate, endDate))).violations;
    expect(await refused("", "2025-02-30")).toEqual([
      "query.start_date value_error.missing",
      "query.end_date value_error.date",
    ]);
    expect(await refused("2025-01-02", "2025-01-01")).toEqual(["query.end_date end_date_before_start_date"]);
  });
});

describe("a change of the days of a period", () => {
  const change = (periodId: string, days: { startDate?: string; endDate?: string }) => {
    const paths = Object.keys(days).map((key) => (key === "startDate" ? "start_date" : "end_date"));
    return periods().updateSoldProductPeriod({ periodId, ...days, updateMask: { paths } });
  };

  it("calculates its sales again for the new days, and no others", async () => {
    const productId = await product();
    const { periodId } = await period(productId, YEAR, { ES: "1000" });
    const other = await period(productId, ["2024-01-01", "2024-12-31"], { ES: "1" });
    const [own, kept] = [(await idsOf(periodId)).ES!, (await idsOf(other.periodId)).ES!];
    await calculate([{ recordId: own, co2e: "5" }]);
    await calculate([{ recordId: kept, co2e: "3" }]);
    const { period: changed } = await change(periodId, { endDate: "2025-06-30" });
    expect(changed).toMatchObject({ startDate: "2025-01-01", endDate: "2025-06-30", status: RecordStatus.LOADING });
    expect((await inputs()).at(-1)).toMatchObject({ recordId: own, revision: 2, endDate: "2025-06-30" });
    expect(await totalsOfProduct(productId)).toEqual([3, 0]);
    await calculate([{ recordId: own, revision: 2, co2e: "7" }]);
    expect(await totalsOfProduct(productId)).toEqual([10, 0]);
    expect((await sales().getSoldProductSale({ id: own })).soldProductSale).toMatchObject({
      endDate: "2025-06-30",
    });
  });

  it("to the same days starts nothing", async () => {
    const { periodId } = await period(await product(), YEAR, { ES: "1" });
    await change(periodId, { startDate: YEAR[0], endDate: YEAR[1] });
    expect(await inputs()).toHaveLength(1);
  });

  it("is refused when a locked period has the old or the new days", async () => {
    const productId = await product();
    const { periodId } = await period(productId, YEAR, { ES: "1" });
    await calculate([{ recordId: (await idsOf(periodId)).ES!, co2e: "5" }]);
    const locks = activity.as(us, PeriodLockService);
    const locked = { code: "PERIOD_LOCKED" };
    await locks.lockPeriod({ startDate: "2026-02-01", endDate: "2026-02-01" });
    expect(await refusalOf(change(periodId, { endDate: "2026-03-31" }))).toMatchObject(locked);
    await locks.lockPeriod({ startDate: "2025-01-01", endDate: "2025-01-01" });
    expect(await refusalOf(change(periodId, { startDate: "2025-01-02" }))).toMatchObject(locked);
    expect(await refusalOf(periods().deleteSoldProductPeriod({ periodId }))).toMatchObject(locked);
    expect(await refusalOf(products().deleteSoldProduct({ productId }))).toMatchObject(locked);
    expect((await periods().getSoldProductPeriod({ periodId })).period).toMatchObject({
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      co2e: { value: "5" },
    });
  });

  it("is refused when another period of the product has them, or they end before they start", async () => {
    const productId = await product();
    await period(productId, ["2024-01-01", "2024-12-31"], {});
    const { periodId } = await period(productId, YEAR, { ES: "1" });
    expect(await refusalOf(change(periodId, { startDate: "2024-12-31" }))).toMatchObject(OVERLAP);
    expect((await refusalOf(change(periodId, { endDate: "2024-12-31" }))).violations).toEqual([
      "body.end_date end_date_before_start_date",
    ]);
    expect((await periods().getSoldProductPeriod({ periodId })).period).toMatchObject({ startDate: YEAR[0] });
  });
});

describe("a strict write", () => {
  const strict = (headers: Record<string, string> = {}) =>
    activity.as(us, SoldProductPeriodService, { handling: "strict", ...headers });
  const until = (periodId: string, endDate: string, headers: Record<string, string> = {}) =>
    strict(headers).updateSoldProductPeriod({ periodId, endDate, updateMask: { paths: ["end_date"] } });
  const whole = (productId: string) => ({
    productId,
    startDate: YEAR[0],
    endDate: YEAR[1],
    countrySales: ["ES", "FR"].map((country) => ({ country, quantity: { value: "1" } })),
  });
  const MARKED = { ...UNMARKED, fitness: [FitnessMark.PROXY] };
  const previewed = () => activity.calc.calls.flat().map((input) => ({ ...input, recordId: "", revision: 0 }));
  const announced = async (last: number) =>
    (await inputs()).slice(-last).map((input) => ({ ...input, recordId: "", revision: 0 }));

  it("of a new period with its sales is calculated while another request holds the product", async () => {
    const productId = await product();
    let stored: Promise<unknown> | undefined;
    await activity.db.asService(us.organizationId, async ({ tx }) => {
      await tx`select 1 from sold_products where id = ${productId} for update`;
      stored = strict().createSoldProductPeriod(whole(productId));
      await expect.poll(() => activity.calc.calls.length).toBe(1);
    });
    await stored;
    const [{ id: periodId } = { id: "" }] = await activity.rows<{ id: string }>(us, "sold_product_periods");
    expect((await salesOf(periodId)).map(({ country }) => country)).toEqual(["ES", "FR"]);
    expect(previewed()).toEqual(await announced(2));
  });

  it.each(["sold_products", "sold_product_periods", "sold_product_sales"])(
    "of new days is calculated while another request holds %s",
    async (table) => {
      const productId = await product();
      const { periodId } = await period(productId, YEAR, { ES: "1000", FR: "2" });
      let moved: Promise<unknown> | undefined;
      await activity.db.asService(us.organizationId, async ({ tx }) => {
        await tx`select 1 from ${tx(table)} for update`;
        moved = until(periodId, "2025-06-30");
        await expect.poll(() => activity.calc.calls.length).toBe(1);
      });
      await moved;
      expect(previewed()).toEqual(await announced(2));
      expect(previewed()).toMatchObject([{ endDate: "2025-06-30" }, { endDate: "2025-06-30" }]);
    },
  );

  it("of new days is refused with the marks that its sales would have, and nothing is stored", async () => {
    const { periodId } = await period(await product(), YEAR, { ES: "1" });
    activity.calc.answer = () => MARKED;
    const { violations } = await refusalOf(until(periodId, "2025-06-30"));
    expect(violations).toEqual(["body value_error.fitness.proxy"]);
    expect((await periods().getSoldProductPeriod({ periodId })).period).toMatchObject({ endDate: YEAR[1] });
    expect(await inputs()).toHaveLength(1);
  });

  it("of new days counts a sale that is deleted meanwhile no more", async () => {
    const { periodId } = await period(await product(), YEAR, { ES: "1", FR: "1" });
    const { ES: id } = await idsOf(periodId);
    activity.calc.meanwhile = () => sales().deleteSoldProductSale({ id: id! });
    activity.calc.answer = (_input, at) => (at === 0 ? MARKED : UNMARKED);
    await until(periodId, "2025-06-30");
    expect(previewed().slice(1)).toEqual(await announced(1));
  });

  it("of new days is calculated again with a sale that is added meanwhile", async () => {
    const productId = await product();
    const { periodId } = await period(productId, YEAR, { ES: "1" });
    const values = { productId, startDate: YEAR[0], endDate: YEAR[1], country: "FR", quantity: { value: "5" } };
    activity.calc.meanwhile = async () =>
      void (activity.calc.calls.length === 1 && (await sales().createSoldProductSale({ values })));
    await until(periodId, "2025-06-30");
    expect(activity.calc.calls.map(({ length }) => length)).toEqual([1, 2]);
    expect(previewed().slice(1)).toEqual(await announced(2));
  });

  it("of new days sent again under its key is answered as the first time, without calc", async () => {
    const { periodId } = await period(await product(), YEAR, { ES: "1" });
    const once = () => until(periodId, "2025-06-30", key);
    const key = { "idempotency-key": newId() };
    const [first, ...more] = await Promise.all([once(), once(), once()]);
    activity.calc.isAway = true;
    for (const again of [...more, await once()]) expect(again).toEqual(first);
    expect(await inputs()).toHaveLength(2);
  });
});

it("a deleted period takes its sales with it, and their emissions leave the totals", async () => {
  const productId = await product();
  const { periodId } = await period(productId, YEAR, { ES: "1", FR: "1" });
  const other = await period(productId, ["2024-01-01", "2024-12-31"], { ES: "1" });
  const ids = await idsOf(periodId);
  const kept = (await idsOf(other.periodId)).ES!;
  for (const [at, recordId] of [ids.ES!, ids.FR!, kept].entries()) await calculate([{ recordId, co2e: `${at + 1}` }]);
  expect(await periods().deleteSoldProductPeriod({ periodId })).toMatchObject({ deletedSales: 2 });
  expect(await refusalOf(periods().getSoldProductPeriod({ periodId }))).toMatchObject({
    code: "SOLD_PRODUCT_PERIOD_NOT_FOUND",
  });
  expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual([ids.ES, ids.FR].sort());
  expect(await totalsOfProduct(productId)).toEqual([3, 0]);
  await period(productId, YEAR, { ES: "1" });
});

it("a deleted product takes its periods and sales with it", async () => {
  const productId = await product();
  await period(productId, YEAR, { ES: "1" });
  await period(productId, ["2024-01-01", "2024-12-31"], { ES: "1" });
  const other = await period(await product(), YEAR, { ES: "1" });
  expect(await products().deleteSoldProduct({ productId })).toMatchObject({ deletedSales: 2 });
  expect(await activity.rows(us, "sold_product_periods")).toMatchObject([{ id: other.periodId }]);
  expect(await activity.rows(us, "sold_product_sales")).toMatchObject([{ periodId: other.periodId }]);
  expect(await deletions()).toHaveLength(2);
});
