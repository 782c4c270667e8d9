import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, calculated, unitIds } from "../support/backend.ts";
import { consumerPrices, euroRate, fixedRate, materialFactor, spendFactor } from "../support/catalogue.ts";
import {
  type Fraction,
  fraction,
  ONE,
  over,
  plain,
  plus,
  rounded,
  significant,
  times,
  ZERO,
} from "../support/fraction.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});

/**
 * amount / rate * other rate, in dollars of 2022, * factor. Quotients have 34 digits, the result is rounded once. The
 * newest consumer prices are of 2024.
 */
function spendKg(amount: string, factor: Fraction, money: { from?: Fraction; to?: Fraction } = {}) {
  const euros = money.from ? significant(over(fraction(amount), money.from), 34) : fraction(amount);
  const dollars = times(euros, money.to ?? ONE);
  const deflated = significant(over(times(dollars, consumerPrices("US", 2022)), consumerPrices("US", 2024)), 34);
  return rounded(times(deflated, factor), 12);
}

const NAICS_SOFTWARE = "541511";
const purchases = [
  {
    what: "euros, priced with the American table through the rate of the day",
    body: {
      product_name: "Web shop",
      quantity: "1234.56",
      currency: "EUR",
      purchase_date: "2025-03-14",
      expense_type: "opex",
    },
    kg: () => spendKg("1234.56", spendFactor(NAICS_SOFTWARE, "US"), { to: euroRate("USD", "2025-03-14") }),
  },
  {
    what: "dollars of 2025, for a table in dollars of 2022",
    body: {
      product_name: "Hosting",
      quantity: 99.99,
      currency: "USD",
      purchase_date: "2025-03-15",
      expense_type: "opex",
    },
    kg: () => spendKg("99.99", spendFactor(NAICS_SOFTWARE, "US")),
  },
  {
    what: "yen on a Sunday, at the rate of the Friday before, with a recycled share that changes nothing",
    body: {
      product_name: "Licences",
      quantity: "500000",
      currency: "JPY",
      purchase_date: "2025-04-06",
      expense_type: "capex",
      recycled: 0.25,
    },
    kg: () =>
      spendKg("500000", spendFactor(NAICS_SOFTWARE, "US"), {
        from: euroRate("JPY", "2025-04-06"),
        to: euroRate("USD", "2025-04-06"),
      }),
  },
  {
    what: "kuna, withdrawn: the fixed rate",
    body: {
      product_name: "Old invoice",
      quantity: "75345",
      currency: "HRK",
      purchase_date: "2025-05-02",
      expense_type: "opex",
    },
    kg: () =>
      spendKg("75345", spendFactor(NAICS_SOFTWARE, "US"), {
        from: fixedRate("HRK"),
        to: euroRate("USD", "2025-05-02"),
      }),
  },
] as const;

describe("purchases from entry to totals", () => {
  const results: { id: string; kg: Fraction; month: number; category: string }[] = [];

  it("takes a supplier and purchases in four currencies", async () => {
    const supplier = await backend.call("POST", "/v1/suppliers", {
      as: us,
      body: { business_name: "Bits Inc", country: "US" },
    });
    expect(supplier.status).toBe(201);
    for (const { body, kg } of purchases) {
      const { currency, ...rest } = body;
      const sent = { ...rest, sector: NAICS_SOFTWARE, unit_id: unit(currency), supplier_id: supplier.json.id };
      const answer = await backend.call("POST", "/v1/purchases", { as: us, body: sent });
      expect([answer.status, answer.json.co2e, answer.json.calculation_status]).toEqual([201, null, "pending"]);
      const category = body.expense_type === "capex" ? "capital_goods" : "purchases";
      results.push({ id: answer.json.id, kg: kg(), month: Number(body.purchase_date.slice(5, 7)), category });
    }
  });

  it("calculates each to the last digit, and explains it", async () => {
    for (const { id, kg } of results) {
      await calculated(backend, us, id);
      const { text, json } = await backend.call("GET", `/v1/purchases/${id}`, { as: us });
      expect(json).toMatchObject({ calculation_status: "calculated", purchase_type: "spend_based" });
      expect(/"co2e":([\d.]+)/.exec(text)?.[1]).toBe(plain(kg));
      const why = await backend.call("GET", `/v1/purchases/${id}/calculation`, { as: us });
      expect(/"co2e":([\d.]+),"impacts"/.exec(why.text)?.[1]).toBe(plain(kg));
      expect(why.json.factor).toMatchObject({ key: NAICS_SOFTWARE, year: 2022, unit: "USD", gwp_set: "AR5" });
      expect(why.json.factor.publication).toMatchObject({ edition_id: "useeio-1-3", superseded_by: null });
      expect(why.json.candidates[0]).toMatchObject({ rank: 1, chosen: true });
      expect(why.json.formula_with_numbers).toEqual(expect.any(String));
    }
  });

  const totals = async (groupBy: string) => {
    const path = `/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31&group_by=${groupBy}`;
    const { status, text, json } = await backend.call("GET", path, { as: us });
    expect(status).toBe(200);
    const digits = [...text.matchAll(/"(?:total_)?co2e":([\d.]+)/g)].map(([, number]) => number!);
    return { json, total: digits[0], parts: digits.slice(1) };
  };
  const tonnes = (chosen: typeof results) =>
    plain(
      over(
        chosen.reduce((sum, { kg }) => plus(sum, kg), ZERO),
        fraction("1000"),
      ),
    );

  it("adds them up exactly by scope, category and month", async () => {
    const by = (test: (one: (typeof results)[number]) => boolean) => tonnes(results.filter(test));
    // calc commits the totals before the record shows the result.
    expect(await totals("scope")).toMatchObject({ total: tonnes(results), parts: [tonnes(results)] });
    const categories = await totals("category");
    expect(categories.json.items.map((item: { category: string }) => item.category)).toEqual([
      "capital_goods",
      "purchases",
    ]);
    expect(categories.parts).toEqual([
      by((r) => r.category === "capital_goods"),
      by((r) => r.category === "purchases"),
    ]);
    expect((await totals("month")).parts).toEqual([3, 4, 5].map((month) => by((r) => r.month === month)));
  });

  it("updates the totals after a change", async () => {
    const [first] = results;
    const answer = await backend.call("PATCH", `/v1/purchases/${first!.id}`, { as: us, body: { quantity: "0.01" } });
    expect([answer.status, answer.json.calculation_status]).toEqual([200, "pending"]);
    first!.kg = spendKg("0.01", spendFactor(NAICS_SOFTWARE, "US"), { to: euroRate("USD", "2025-03-14") });
    await calculated(backend, us, first!.id);
    expect((await totals("scope")).total).toBe(tonnes(results));
  });

  it("has totals of zero after all are deleted", async () => {
    for (const { id } of results) {
      expect((await backend.call("DELETE", `/v1/purchases/${id}`, { as: us })).status).toBe(204);
      expect((await backend.call("GET", `/v1/purchases/${id}`, { as: us })).status).toBe(404);
    }
    await until("totals of zero", async () => (await totals("scope")).total === "0");
    for (const group of ["scope", "category", "month"]) expect((await totals(group)).json.items).toEqual([]);
  });
});

describe("a purchase by physical amount", () => {
  it("is calculated with average data of the material, after unit conversion", async () => {
    const body = {
      product_name: "Concrete",
      sector: "Concrete",
      non_currency_quantity: "1500",
      non_currency_unit_id: unit("kg"),
      purchase_date: "2025-02-01",
      expense_type: "opex",
    };
    const { status, json } = await backend.call("POST", "/v1/purchases", { as: us, body });
    expect(status).toBe(201);
    const done = await calculated(backend, us, json.id);
    expect(done).toMatchObject({ calculation_status: "calculated", purchase_type: "average_data" });
    const kg = rounded(times(fraction("1.5"), materialFactor("concrete", 2025)), 12);
    expect(String(done.co2e)).toBe(plain(kg));
    expect((await backend.call("DELETE", `/v1/purchases/${json.id}`, { as: us })).status).toBe(204);
  });
});

describe("a purchase without a factor", () => {
  it("is stored with an error code, and is calculated after its sector is corrected", async () => {
    const body = {
      product_name: "Something",
      sector: "no such sector",
      quantity: "10",
      unit_id: unit("EUR"),
      purchase_date: "2025-02-01",
      expense_type: "opex",
    };
    const { json } = await backend.call("POST", "/v1/purchases", { as: us, body });
    const failed = await calculated(backend, us, json.id);
    expect(failed).toMatchObject({
      calculation_status: "failed",
      calculation_error_code: "SECTOR_NOT_MAPPED",
      co2e: null,
    });
    await backend.call("PATCH", `/v1/purchases/${json.id}`, { as: us, body: { sector: NAICS_SOFTWARE } });
    const priced = await until("a price", async () => {
      const now = await calculated(backend, us, json.id);
      return now.calculation_status === "calculated" && now;
    });
    expect(priced.calculation_error_code).toBeNull();
  });
});

describe("a supplier whose code does not exist", () => {
  it("is in review, and its purchases are calculated after the code is corrected", async () => {
    const supplierBody = { business_name: "Hütte", country: "US", code_type: "nace", code: "24.99" };
    const supplier = await backend.call("POST", "/v1/suppliers", { as: us, body: supplierBody });
    expect([supplier.status, supplier.json.status]).toEqual([201, "in_review"]);
    const body = {
      product_name: "Beams",
      sector: "beams",
      quantity: "1000",
      unit_id: unit("USD"),
      purchase_date: "2025-02-01",
      expense_type: "opex",
      supplier_id: supplier.json.id,
    };
    const { json } = await backend.call("POST", "/v1/purchases", { as: us, body });
    expect((await calculated(backend, us, json.id)).calculation_error_code).toBe("SECTOR_NOT_MAPPED");
    const path = `/v1/suppliers/${supplier.json.id}`;
    const corrected = await backend.call("PATCH", path, { as: us, body: { code: "C24.10" } });
    expect([corrected.status, corrected.json.status]).toEqual([200, "active"]);
    await until("a price", async () => {
      const now = await backend.call("GET", `/v1/purchases/${json.id}`, { as: us });
      return now.json.calculation_status === "calculated";
    });
    const why = await backend.call("GET", `/v1/purchases/${json.id}/calculation`, { as: us });
    expect(why.json.factor.key).toBe("331110");
  });
});
