import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/hotel-stays";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
});

const get = (path: string) => backend.call("GET", path, { as: us });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
const calculated = (id: string) =>
  until("the end of the calculation", async () => {
    const { json } = await get(`${ALL}/${id}`);
    return json.status !== "pending" && json;
  });
const totalCo2e = async (from: string, to: string) =>
  (await get(`/v1/total-impacts?start_date=${from}&end_date=${to}`)).json.total_co2e;

const STAY = { check_in_date: "2025-03-30", check_out_date: "2025-04-02", country: "GB", rooms: 2 };

describe("a hotel stay", () => {
  it("has 62.4 kg for six room nights in Great Britain, a third of them in April", async () => {
    const [march, april] = [await totalCo2e("2025-03-30", "2025-03-31"), await totalCo2e("2025-04-01", "2025-04-01")];
    const created = await post(ALL, STAY);
    expect([created.status, created.json.status, created.json.co2e]).toEqual([201, "pending", null]);
    const { id } = created.json;
    expect(await calculated(id)).toMatchObject({ status: "active", co2e: 62.4, uploaded_by: { first_name: "editor" } });
    expect((await totalCo2e("2025-03-30", "2025-03-31")) - march).toBeCloseTo(0.0416, 12);
    expect((await totalCo2e("2025-04-01", "2025-04-01")) - april).toBeCloseTo(0.0208, 12);
    expect(JSON.stringify((await get(`${ALL}/${id}/calculation`)).json)).toContain("6 * 10.4 = 62.4");
    const brief = { hotel_stay_id: id, rooms: 2, nights: 3, country: "GB", co2e: 62.4 };
    expect((await get(`${ALL}/${id}/impact-calculation`)).json).toMatchObject({
      ...brief,
      emission_factor: { value: 10.4, unit: "room_night", year: 2025 },
      steps: [{ value: 3 }, { value: 6 }, { label: "co2e", formula: "6 * 10.4 = 62.4", value: 62.4 }],
    });
    expect((await backend.call("DELETE", `${ALL}/${id}`, { as: us })).status).toBe(204);
    await until("totals without the stay", async () => (await totalCo2e("2025-04-01", "2025-04-01")) === april);
    expect((await get(`${ALL}/${id}`)).json).toEqual({ code: "HOTEL_STAY_NOT_FOUND", detail: "Hotel stay not found" });
  });

  it("in a country without a factor is active without emissions, in a batch too", async () => {
    const records = [STAY, { ...STAY, country: "NO" }].map((stay) => ({ ...stay, source: "e2e" }));
    const batch = await post("/v2/hotel-stays", { records }, { "idempotency-key": newId() });
    expect(batch.status).toBe(202);
    expect(await finished(backend, us, batch.json.id)).toMatchObject({ status: "completed", succeeded_items: 2 });
    const { json } = await get(`${ALL}?source[]=e2e`);
    expect(json).toMatchObject({ total: 2, select_all_matching_enabled: true });
    const byCountry = json.items.map(({ country, status, co2e }: Record<string, unknown>) => [country, status, co2e]);
    expect(byCountry.sort()).toEqual([
      ["GB", "active", 62.4],
      ["NO", "active", null],
    ]);
    const totals = { total_stays: 2, total_nights: 12, total_co2e: 62.4 };
    expect((await get(`${ALL}/totals?source[]=e2e`)).json).toEqual(totals);
    const deleted = await post(`${ALL}/bulk-delete-by-filters?source[]=e2e`, { filter_hash: json.filter_hash });
    expect(deleted.json).toMatchObject({ success_count: 2 });
  });
});
