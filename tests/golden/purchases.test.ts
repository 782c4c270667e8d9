import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { MaterialSelectorSchema, SpendSelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
const org = newId();
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

/** 1,000 units of money, from a supplier with a NACE code. */
const spend = (sector: string, { supplierCode = "", country = "US", unit = "USD", category = "purchases" } = {}) => ({
  category,
  selector: {
    case: "spend" as const,
    value: create(SpendSelectorSchema, { sector, country, supplierCode, supplierCodeType: supplierCode && "nace" }),
  },
  quantity: "1000",
  unitId: services.unitId(unit),
  day: "2025-03-14",
});

async function calculated(activity: Activity) {
  const [id] = await services.store(org, [activity]);
  return services.explain(org, id!);
}

describe("1,000 of steel from a wholesaler of metals", () => {
  it.each([
    { country: "US", unit: "USD" },
    { country: "ES", unit: "EUR" },
    { country: "BR", unit: "EUR" },
  ])("in $country emits as much as from a steel works", async (where) => {
    const [alone, fromWholesaler, trade] = await Promise.all([
      calculated(spend("24.10", where)),
      calculated(spend("24.10", { ...where, supplierCode: "46.72" })),
      calculated(spend("46.72", { ...where, supplierCode: "46.72" })),
    ]);
    expect(fromWholesaler.co2e).toEqual(alone.co2e);
    expect(Number(fromWholesaler.co2e?.value)).toBeGreaterThan(2 * Number(trade.co2e?.value));
    expect([fromWholesaler, trade].map(({ fitness }) => fitness?.tradeMarginOnly)).toEqual([false, true]);
  });
});

it("electricity by spend has no result, and the reason names the invoice", async () => {
  const { errorCode, errorDetail, co2e } = await calculated(spend("35.14"));
  expect([errorCode, co2e]).toEqual(["FACTOR_NOT_FOUND", undefined]);
  expect(errorDetail).toContain("Record electricity, heat and fuels as an invoice");
});

describe("a tonne of glass", () => {
  const glass = (productName: string, recycledShare?: string): Activity => ({
    selector: { case: "material", value: create(MaterialSelectorSchema, { productName, country: "GB" }) },
    quantity: "1",
    unitId: services.unitId("t"),
    day: "2025-03-14",
    ...(recycledShare !== undefined && { recycledShare }),
  });
  const kilograms = async (...figures: Parameters<typeof glass>) =>
    Number((await calculated(glass(...figures))).co2e?.value);

  it("of which a part is recycled emits the weighted mean of the two published figures", async () => {
    const [primary, closedLoop, mixed] = [
      await kilograms("Glass"),
      await kilograms("Glass, closed-loop source"),
      await kilograms("Glass", "0.25"),
    ];
    expect(closedLoop).toBeLessThan(primary);
    expect(mixed).toBeCloseTo(0.75 * primary + 0.25 * closedLoop, 9);
  });

  it("that is named as closed-loop material is not reduced a second time", async () => {
    expect(await kilograms("Glass, closed-loop source", "0.5")).toBeCloseTo(
      await kilograms("Glass, closed-loop source"),
      9,
    );
  });
});
