import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Backend, type Caller, finished, unitIds } from "../support/backend.ts";
import { libraryFactor, lossPercent } from "../support/catalogue.ts";
import { type Fraction, fraction, minus, over, plain, plus, rounded, times } from "../support/fraction.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;
let spain: string;
let britain: string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});
beforeEach(async () => {
  const records = ["ES", "GB"].map((country) => ({ name: `Plant ${country}`, type: "factory", country }));
  const { items } = await ok("POST", "/v2/facilities", { records });
  [spain, britain] = items.map(({ id }: { id: string }) => id);
});

async function ok(method: string, path: string, body?: object) {
  const { status, json, text } = await backend.call(method, path, { as: us, ...(body && { body }) });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return json;
}
const get = (path: string) => ok("GET", path);
const invoice = (body: object) =>
  ok("POST", "/v1/invoices", { start_date: "2025-03-01", end_date: "2025-03-31", ...body });
const fuel = (path: string) => catalogueId("facility_fuel", path);
const supplier = (path: string) => catalogueId("energy_supplier", path);

async function priced(id: string) {
  await until(`the calculation of invoice ${id}`, async () => {
    return (await get(`/v1/invoices/${id}`)).calculation_status !== "pending";
  });
  const { text, json } = await backend.call("GET", `/v1/invoices/${id}`, { as: us });
  return { json, co2e: /"co2e":([\d.]+)/.exec(text)?.[1] };
}

const perUnit = (
  file: string,
  category: string,
  key: string,
  code: string,
  only: { year?: number; area?: string } = {},
) => libraryFactor(file, { category, key, unit: code, ...only });
const kg = (quantity: string, ...factors: Fraction[]) =>
  factors.map((factor) => rounded(times(fraction(quantity), factor), 12)).reduce(plus);

/** Kilograms by scope and category, from the totals in tonnes. */
async function totals(from = "2024-01-01", to = "2025-12-31"): Promise<Record<string, number>> {
  const { items } = await get(`/v1/total-impacts?start_date=${from}&end_date=${to}&group_by=category`);
  return Object.fromEntries(
    items.map(({ scope, category, co2e }: Record<string, number>) => [`${scope} ${category}`, co2e]),
  );
}
const tonnes = (kilograms: Fraction) => Number(plain(over(kilograms, fraction("1000"))));

describe("an invoice", () => {
  it("for heat counts as combustion and as upstream of the fuel, until it is deleted", async () => {
    const { id } = await invoice({
      type: "heat",
      facility_id: britain,
      facility_fuel_id: fuel("fuels/natural_gas"),
      base_quantity: 1250.5,
      unit_id: unit("kWh"),
    });
    const [burned, brought] = [
      kg("1250.5", perUnit("defra-2025", "fuels", "natural_gas", "kWh")),
      kg("1250.5", perUnit("defra-2025", "fuels_upstream", "natural_gas", "kWh")),
    ];
    const { json, co2e } = await priced(id);
    expect(json).toMatchObject({
      status: "active",
      start_date: "2025-03-01T00:00:00",
      co2e_biomass: null,
      enabled: true,
    });
    expect(co2e).toBe(plain(plus(burned, brought)));
    expect(await totals()).toEqual({ "1 combustion": tonnes(burned), "3 energy_production": tonnes(brought) });
    expect((await get(`/v3/invoices/${id}`)).co2e).toBe(json.co2e);
    const why = await get(`/v1/invoices/${id}/calculation`);
    expect(why.impacts.map(({ part }: { part: string }) => part)).toEqual(["combustion", "stationary_generation"]);
    expect((await get(`/v1/facilities/${britain}`)).co2e).toBe(json.co2e);
    await ok("DELETE", `/v1/invoices/${id}`);
    await until("totals without the invoice", async () => Object.keys(await totals()).length === 0);
    expect((await get(`/v1/facilities/${britain}`)).co2e).toBe(0);
  });

  it("for purchased heat counts as scope 2, with upstream and distribution losses", async () => {
    const fuels: { id: string; category: string }[] = await get(`/v1/facilities/${britain}/fuels`);
    const heat = fuels.find(({ id }) => id === fuel("heat/district_heat"))!;
    expect(heat).toMatchObject({ fuel: "District heat and steam", category: "heat" });
    const { id } = await invoice({
      type: "heat",
      facility_id: britain,
      facility_fuel_id: heat.id,
      base_quantity: 12.5,
      unit_id: unit("MWh"),
    });
    const of = (category: string) => kg("12500", perUnit("defra-2025", category, "district_heat", "kWh"));
    const further = ["heat_upstream", "heat_losses", "heat_losses_upstream"].map(of).reduce(plus);
    expect((await priced(id)).co2e).toBe(plain(plus(of("heat"), further)));
    expect(await totals()).toEqual({ "2 heat": tonnes(of("heat")), "3 energy_production": tonnes(further) });
    await ok("DELETE", `/v1/invoices/${id}`);
    await until("totals without the invoice", async () => Object.keys(await totals()).length === 0);
  });

  it("for electricity counts market-based, and shows the location-based figure as memo", async () => {
    const { id } = await invoice({
      type: "electricity",
      facility_id: spain,
      supplier_id: supplier("ES/endesa_energia"),
      base_quantity: 1.2505,
      unit_id: unit("MWh"),
      start_date: "2024-02-01",
      end_date: "2024-03-31",
      cups: "ES0021000000000001JN",
    });
    const { co2e } = await priced(id);
    const bought = kg("1250.5", perUnit("miteco-v31", "electricity_supplier", "endesa_energia", "kWh", { year: 2024 }));
    const perKwh = perUnit("ember-upstream", "electricity_upstream", "grid", "kWh", { area: "ES", year: 2024 });
    const { parts, impacts } = await get(`/v1/invoices/${id}/calculation`);
    const partOf = (name: string) => parts.find(({ part }: { part: string }) => part === name);
    const { co2e: published, co2 } = partOf("electricity_location_based").factor.values;
    const percent = lossPercent("ES", 2024);
    const lost = over(times(fraction("1250.5"), percent), minus(fraction("100"), percent));
    const losses = [fraction(String(published ?? co2)), perKwh].map((factor) => rounded(times(lost, factor), 12));
    const further = losses.reduce(plus, kg("1250.5", perKwh));
    expect(partOf("electricity_transmission_and_distribution").formula).toContain(
      "loss_percent / (100 - loss_percent)",
    );
    expect(co2e).toBe(plain(plus(bought, further)));
    expect(await totals()).toEqual({ "2 electricity": tonnes(bought), "3 energy_production": tonnes(further) });
    const february = await totals("2024-02-01", "2024-02-29");
    expect(february["2 electricity"]!).toBeCloseTo((tonnes(bought) * 29) / 60, 12);
    expect(impacts.find(({ part }: { part: string }) => part === "electricity_location_based")).toMatchObject({
      scope: 2,
      co2e: expect.any(Number),
    });
    await ok("DELETE", `/v1/invoices/${id}`);
    await until("totals without the invoice", async () => Object.keys(await totals()).length === 0);
  });

  it("for electricity has the figures of the grid zone of its facility, and those of the country without it", async () => {
    expect((await get("/v2/grid-zones?search=wecc+california")).items).toMatchObject([{ grid_zone: "camx" }]);
    const plant = { name: "Plant US", type: "factory", country: "US", grid_zone: "camx" };
    const { items } = await ok("POST", "/v2/facilities", { records: [plant] });
    const use = { base_quantity: 1000, unit_id: unit("kWh") };
    const { id } = await invoice({ type: "electricity", facility_id: items[0].id, ...use });
    const { co2e: inZone } = (await priced(id)).json;
    const keyOf = async () => (await get(`/v1/invoices/${id}/calculation`)).factor?.key;
    expect(await keyOf()).toBe("grid/camx");
    await ok("PATCH", `/v1/facilities/${items[0].id}`, { grid_zone: null });
    await until("the calculation without the zone", async () => (await keyOf()) === "grid");
    expect((await priced(id)).json.co2e).toBeGreaterThan(inZone);
    await ok("DELETE", `/v1/invoices/${id}`);
    await until("totals without the invoice", async () => Object.keys(await totals()).length === 0);
  });

  it.each([
    {
      type: "recharge",
      fuel_id: "refrigerants/r_410a",
      code: "kg",
      amount: "4.2",
      in: "1 recharges",
      factor: "r_410a",
    },
    { type: "process", fuel_id: "refrigerants/sf6", code: "g", amount: "850", in: "1 process", factor: "sf6" },
    { type: "water", fuel_id: null, code: "m3", amount: "340.25", in: "3 water", factor: "water" },
  ])(
    "for $type is its amount times the published figure",
    async ({ type, fuel_id, code, amount, factor, ...place }) => {
      const { id } = await invoice({
        type,
        facility_id: britain,
        facility_fuel_id: fuel_id && fuel(fuel_id),
        base_quantity: amount,
        unit_id: unit(code),
      });
      const figure =
        type === "water"
          ? perUnit("defra-2025", "water_supply", "water", "m3")
          : perUnit("defra-2025", "refrigerants", factor, "kg");
      const expected = code === "g" ? over(kg(amount, figure), fraction("1000")) : kg(amount, figure);
      expect((await priced(id)).co2e).toBe(plain(expected));
      expect(await totals()).toEqual({ [place.in]: tonnes(expected) });
      await ok("DELETE", `/v1/invoices/${id}`);
      await until("totals without the invoice", async () => Object.keys(await totals()).length === 0);
    },
  );

  it("shared by several facilities is divided exactly, and has the same result after a recalculation", async () => {
    const organization_id = us["x-organization-id"];
    const created = await invoice({
      type: "heat",
      facility_percentages: [
        { organization_id, facility_id: britain, percentage: "0.25" },
        { organization_id, facility_id: spain, percentage: 0.75 },
      ],
      facility_fuel_id: fuel("fuels/natural_gas"),
      base_quantity: "1000.1",
      unit_id: unit("kWh"),
    });
    expect(created.facility_percentages).toMatchObject([{ facility_id: britain }, { facility_id: spain }]);
    const { items } = await get("/v1/invoices?type[]=heat&sort=created_at");
    expect(items.map(({ quantity }: { quantity: number }) => quantity).toSorted()).toEqual([250.025, 750.075]);
    const ids: string[] = items.map(({ id }: { id: string }) => id);
    const before = await Promise.all(ids.map(priced));
    const sums = await totals();
    const categories = ["stationary", "stationary_generation"];
    const begun = await ok("POST", "/v1/invoices/recalculate", { invoice_ids: ids, activity_categories: categories });
    expect(begun).toMatchObject({ count: 2, processing_job_ids: [expect.any(String), expect.any(String)] });
    for (const job of begun.processing_job_ids) {
      expect(await finished(backend, us, job)).toMatchObject({
        entity_type: "invoices",
        operation: "recalculate",
        status: "completed",
        succeeded_items: 2,
      });
    }
    expect((await Promise.all(ids.map(priced))).map(({ co2e }) => co2e)).toEqual(before.map(({ co2e }) => co2e));
    expect(await totals()).toEqual(sums);
    const mixed = { invoice_ids: ids, activity_categories: ["electricity"] };
    const refused = await backend.call("POST", "/v1/invoices/recalculate", { as: us, body: mixed });
    expect([refused.status, refused.json.code]).toEqual([400, "ACTIVITY_CATEGORY_MISMATCH"]);

    await ok("PATCH", `/v1/invoices/${ids[0]}`, { status: "inactive" });
    await ok("PATCH", `/v1/invoices/${ids[1]}`, { status: "inactive" });
    await until("totals without what is inactive", async () => Object.keys(await totals()).length === 0);
    expect((await priced(ids[0]!)).json).toMatchObject({ status: "inactive", enabled: false });
    await ok("DELETE", `/v1/invoices/${created.source_invoice_id}`);
    expect((await get("/v1/invoices?type[]=heat")).total).toBe(0);
  });

  it("shared by several facilities keeps all shares when one facility is deleted, and the rest of its emissions", async () => {
    const organization_id = backend.organizations.get("outsider")!.id;
    const shares = [
      { organization_id, facility_id: spain, percentage: 0.4 },
      { organization_id, facility_id: britain, percentage: 0.6 },
    ];
    const before = await totals();
    const first = await invoice({
      type: "water",
      base_quantity: 100,
      unit_id: unit("m3"),
      facility_percentages: shares,
    });
    const { items } = await get(`/v1/invoices?facility_id[]=${britain}`);
    for (const { id } of [first, ...items]) await priced(id);
    const kept = await get(`/v1/invoices/${first.id}`);
    const one = `/v1/invoices/${first.source_invoice_id}?dry_run=true`;
    expect(await ok("DELETE", one)).toEqual({ dry_run: true, valid: true, total: 2 });
    const along = await ok("POST", "/v2/facilities/delete?dry_run=true", { facility_ids: [britain] });
    expect(along.deleted_with).toContainEqual({ kind: "invoices", count: 1 });

    const job = await ok("POST", "/v2/facilities/delete", { facility_ids: [britain] });
    expect(await finished(backend, us, job.id)).toMatchObject({ status: "completed" });
    const after = await get(`/v1/invoices/${first.id}`);
    const [own, gone] = after.facility_percentages;
    expect(after).toEqual({ ...kept, facility_percentages: [own, gone] });
    expect([own, gone]).toMatchObject([
      { ...shares[0], deleted_at: null },
      { ...shares[1], facility_name: "Plant GB", deleted_at: expect.stringMatching(/Z$/) },
    ]);
    const water = "3 water";
    await until("the part of the deleted facility to leave the totals", async () => {
      const added = ((await totals())[water] ?? 0) - (before[water] ?? 0);
      return Math.abs(added * 1000 - kept.co2e) < 1e-6;
    });
    await ok("DELETE", `/v1/invoices/${first.id}`);
  });

  it("is calculated with a custom group in any unit", async () => {
    const groups = "/v1/custom-emission-groups";
    const { id: group } = await ok("POST", groups, { name: "Kiln", category: "process" });
    const gases = [{ gas_type: "co2e", value: "0.4321" }];
    await ok("POST", `${groups}/${group}/factors`, { name: "Per tonne", unit_id: unit("t"), tag: "simple", gases });
    const { id } = await invoice({
      type: "process",
      facility_id: spain,
      custom_emission_factor_id: group,
      base_quantity: 12.5,
      unit_id: unit("km"),
    });
    const { json, co2e } = await priced(id);
    expect(json.custom_emission_factor).toEqual({ id: group, name: "Kiln", parent: null });
    expect(co2e).toBe(plain(times(fraction("12.5"), fraction("0.4321"))));
    await ok("DELETE", `/v1/invoices/${id}`);
  });
});
