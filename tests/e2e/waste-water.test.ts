import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Backend, type Caller, finished, unitIds } from "../support/backend.ts";
import { libraryFactor } from "../support/catalogue.ts";
import { fraction, plain, rounded, times } from "../support/fraction.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/waste-water-treatments";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;
let plant: string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});
beforeEach(async () => {
  const { json } = await post("/v2/facilities", { records: [{ name: "Plant", type: "factory", country: "ES" }] });
  plant = json.items[0].id;
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
const get = (path: string) => backend.call("GET", path, { as: us });
const treatmentOf = (change: object = {}) => ({
  facility_id: plant,
  name: "Municipal plant",
  start_date: "2025-03-01",
  end_date: "2025-03-31",
  quantity: "340.123456789",
  ...change,
});
const ended = (id: string) =>
  until("the end of the calculation", async () => {
    const { json, text } = await get(`${ALL}/${id}`);
    return json.status !== "loading" && { json, text };
  });
const totals = async () => {
  const range = "start_date=2025-01-01&end_date=2025-12-31&group_by=category";
  return (await get(`/v1/total-impacts?${range}`)).json;
};
const emitted = async () => Number((await get(`/v1/facilities/${plant}`)).json.co2e);

const published = (unit: string) => libraryFactor("defra-2025", { category: "water_treatment", key: "water", unit });
const kilograms = (quantity: string, unit = "m3") => plain(rounded(times(fraction(quantity), published(unit)), 12));

describe("a waste water treatment", () => {
  it("is calculated exactly with the published factor, explained, counted, and changed", async () => {
    const created = await post(ALL, treatmentOf());
    expect([created.status, created.json.status, created.json.co2e, created.json.unit_id]).toEqual([
      201,
      "loading",
      null,
      catalogueId("unit", "m3"),
    ]);
    const { id } = created.json;
    const { json, text } = await ended(id);
    const kg = kilograms("340.123456789");
    expect(text).toContain(`"co2e":${kg},`);
    expect(json).toMatchObject({ status: "active", calculation_status: "calculated", co2e_biomass: null });
    expect(await emitted()).toBe(Number(kg));
    expect((await totals()).items).toMatchObject([{ scope: 3, category: "water" }]);

    const explained = (await get(`${ALL}/${id}/calculation`)).json;
    expect(explained).toMatchObject({ status: "calculated", entity_type: "waste_water_treatments" });
    expect(JSON.stringify(explained)).toContain("340.123456789 * 0.17088");

    const changed = await backend.call("PATCH", `${ALL}/${id}`, { as: us, body: { quantity: 10 } });
    expect(changed.json).toMatchObject({ status: "loading", co2e: null, quantity: 10 });
    expect((await ended(id)).text).toContain(`"co2e":${kilograms("10")},`);
    expect(await emitted()).toBe(Number(kilograms("10")));
    expect((await get(`${ALL}?facility_id[]=${plant}&search=MUNICIPAL`)).json).toMatchObject({
      total: 1,
      items: [{ id }],
    });

    expect((await backend.call("DELETE", `${ALL}/${id}`, { as: us })).status).toBe(204);
    await until("totals without the treatment", async () => (await totals()).total_co2e === 0);
    expect(await emitted()).toBe(0);
    expect((await get(`${ALL}/${id}`)).status).toBe(404);
  });

  it("in litres is calculated exactly with the factor per megalitre", async () => {
    const { json } = await post(ALL, treatmentOf({ quantity: 2_500, unit_id: unit("l") }));
    expect((await ended(json.id)).text).toContain(`"co2e":${kilograms("0.0025", "megalitre")},`);
    await backend.call("DELETE", `${ALL}/${json.id}`, { as: us });
  });

  it("whose group has no factor is stored with an error", async () => {
    const group = (await post("/v1/custom-emission-groups", { name: "Ours", category: "purchases" })).json;
    const created = await post(ALL, treatmentOf({ custom_emission_factor_id: group.id }));
    expect(created.status).toBe(201);
    const { json } = await ended(created.json.id);
    expect(json).toMatchObject({
      status: "error",
      co2e: null,
      calculation_status: "failed",
      calculation_error_code: "CALCULATION_FAILED",
    });
    expect(json.calculation_error_detail).not.toBe("");
    expect((await get(`${ALL}?status[]=error`)).json).toMatchObject({ total: 1 });
  });

  it("is stored once for fifty simultaneous requests with one key", async () => {
    const [body, key] = [treatmentOf(), newId()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(ALL, body, { "idempotency-key": key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(49);
    expect((await get(`${ALL}?facility_id[]=${plant}`)).json.total).toBe(1);
  });

  it("is deleted with its facility, and leaves the totals", async () => {
    const { json: before } = await get(ALL);
    const { json } = await post(ALL, treatmentOf());
    await ended(json.id);
    const counted = (await totals()).total_co2e;
    expect(counted).toBeGreaterThan(0);
    const deletion = await post("/v2/facilities/delete", { facility_ids: [plant] });
    expect(await finished(backend, us, deletion.json.id)).toMatchObject({ status: "completed", succeeded_items: 1 });
    expect((await get(`${ALL}/${json.id}`)).status).toBe(404);
    expect((await get(ALL)).json.total).toBe(before.total);
    await until("totals without the treatment", async () => (await totals()).total_co2e < counted);
  });
});
