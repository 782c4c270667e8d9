import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

// No other test records activities on these days.
const DAYS = "start_date=2025-11-09&end_date=2025-11-12";
const STAY = { check_in_date: "2025-11-10", check_out_date: "2025-11-12", country: "GB", rooms: 1 };

let backend: Backend;
let [holding, nordics]: Caller[] = [];
let shares: string;
const stays: { as: Caller; id: string }[] = [];

beforeAll(async () => {
  backend = await sharedBackend();
  [holding, nordics] = [backend.caller("holding", "admin"), backend.caller("nordics")];
  shares = `/v2/organizations/${backend.organizations.get("nordics")!.id}/shares`;
  for (const as of [holding!, nordics!]) {
    const { json } = await backend.call("POST", "/v1/hotel-stays", { as, body: STAY });
    stays.push({ as, id: json.id });
  }
  for (const { as, id } of stays)
    await until("the end of the calculation", async () => {
      const { json } = await backend.call("GET", `/v1/hotel-stays/${id}`, { as });
      return json.status === "active";
    });
});
afterAll(async () => {
  await backend.call("DELETE", shares, { as: holding! });
  for (const { as, id } of stays) await backend.call("DELETE", `/v1/hotel-stays/${id}`, { as });
});

const get = async (query: string) =>
  (await backend.call("GET", `/v2/inventory?${DAYS}&${query}`, { as: holding! })).json;

describe("the inventory of a group", () => {
  it("states the stays in category 6 and equals the totals", async () => {
    const own = await get("");
    expect(own).toMatchObject({ total_market_based: 0.0208, boundary: "operational" });
    expect(own.scope_3.categories[5]).toMatchObject({ number: 6, ghg_category: "business_travel", co2e: 0.0208 });
    expect(own.coverage).toMatchObject({ calculated: 1, failed: 0, waiting: 0 });
    expect(own.factors).toMatchObject([{ scope: 3, ghg_category: "business_travel", co2e: 0.0208 }]);
    const total = async (query: string) =>
      (await backend.call("GET", `/v1/total-impacts?${DAYS}&include_children=true&${query}`, { as: holding! })).json;
    const all = await get("include_children=true");
    expect(all.total_market_based).toBe((await total("")).total_co2e);
    const gases = await total("group_by=gas&coverage=true");
    expect(gases.total_co2e).toBe(all.total_market_based);
    expect([gases.boundary, (await total("")).boundary]).toEqual(["whole", "whole"]);
    const named = all.organizations_without_shares.map(({ name }: { name: string }) => name);
    expect(named).toEqual(all.organizations.slice(1).map(({ name }: { name: string }) => name));
    expect(gases.coverage).toMatchObject({ calculated: 2, waiting: 0, co2e: gases.total_co2e });
  });

  it("has the same total by facility, organization, quarter and the fiscal year of the holding", async () => {
    const one = `/v2/organizations/${holding!["x-organization-id"]}`;
    const month = async (fiscal_year_start_month: unknown) =>
      backend.call("PATCH", one, { as: holding!, body: { fiscal_year_start_month } });
    for (const wrong of [0, 13, 4.5, "4", null]) expect((await month(wrong)).status).toBe(422);
    expect((await month(12)).json.fiscal_year_start_month).toBe(12);
    const by = async (group: string) => {
      const path = `/v1/total-impacts?${DAYS}&include_children=true&group_by=${group}`;
      const { total_co2e, items } = (await backend.call("GET", path, { as: holding! })).json;
      return { total_co2e, items };
    };
    const { total_co2e: co2e } = await by("scope");
    expect(await by("facility")).toEqual({ total_co2e: co2e, items: [{ co2e }] });
    expect(await by("quarter")).toEqual({ total_co2e: co2e, items: [{ year: 2025, quarter: 4, co2e }] });
    expect(await by("fiscal_year")).toEqual({
      total_co2e: co2e,
      items: [{ fiscal_year_start_date: "2024-12-01", fiscal_year_end_date: "2025-11-30", co2e }],
    });
    const { items } = await by("organization");
    expect(items.map(({ co2e }: { co2e: number }) => co2e)).toEqual(expect.arrayContaining([0.0208]));
    expect(items).toHaveLength(2);
    expect((await month(1)).json.fiscal_year_start_month).toBe(1);
  });

  it("counts a child by its share on each day", async () => {
    const entry = { start_date: "2025-11-11", equity_share: 0.25, operational_control: false };
    const state = async (financial_control: unknown) => {
      const body = { shares: [{ ...entry, financial_control }] };
      const stored = await backend.call("PUT", shares, { as: holding!, body });
      return [stored.status, stored.json.shares];
    };
    expect(await state(true)).toEqual([200, [{ ...entry, financial_control: "full" }]]);
    const of = async (boundary: string) => (await get(`include_children=true&boundary=${boundary}`)).total_market_based;
    // One of two nights is on 11 November, with 10.4 kg; the holding has both.
    expect([await of("equity"), await of("operational"), await of("financial")]).toEqual([0.0234, 0.0208, 0.0312]);
    // Partners with joint control take the share.
    expect(await state("joint")).toEqual([200, [{ ...entry, financial_control: "joint" }]]);
    expect([await of("equity"), await of("operational"), await of("financial")]).toEqual([0.0234, 0.0208, 0.0234]);
    const stranger = await backend.call("GET", shares, { as: backend.caller("outsider") });
    expect(stranger.status).toBe(404);
  });

  it("is a table and a page, too", async () => {
    const answer = (format: string) =>
      fetch(`${backend.urls.gateway}/v2/inventory?${DAYS}&format=${format}`, { headers: holding! });
    const [csv, page] = [await answer("csv"), await answer("html")];
    expect(await csv.text()).toContain('"total, market-based",0.0208\r\n');
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("business_travel");
  });
});
