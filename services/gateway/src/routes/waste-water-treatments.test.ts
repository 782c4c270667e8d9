import {
  WasteWaterTreatmentSchema,
  WasteWaterTreatmentService,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const treatmentSample = sample(WasteWaterTreatmentSchema, {
  calculation_status: "calculated",
  co2e: "58.100000000001",
});
const { app, calls } = await gateway({ samples: [treatmentSample] });
const ALL = "/v1/waste-water-treatments";
const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, who = as("editor")) =>
  app.inject({ method, url, headers: who, ...(payload !== undefined && { payload }) });

const treatment = {
  facility_id: OURS,
  name: "Municipal plant",
  start_date: "2025-01-01",
  end_date: "2025-01-31",
  quantity: "340.123456789012345678",
};

describe(`POST ${ALL}`, () => {
  it("answers with what was sent, all digits of it", async () => {
    const answer = await ask("POST", ALL, treatment);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ facility_id: OURS, name: "Municipal plant", start_date: "2025-01-01" });
    expect(answer.body).toContain(`"quantity":340.123456789012345678,`);
  });

  it.each([
    ["no facility", { facility_id: undefined }, "facility_id", "value_error.missing"],
    ["a quantity that is none", { quantity: "much" }, "quantity", "type_error.decimal"],
    ["a quantity below zero", { quantity: -1 }, "quantity", "value_error.number.not_gt"],
    ["a day that is none", { end_date: "2025-02-30" }, "end_date", "value_error.date"],
    ["a field that nobody knows", { colour: "brown" }, "colour", "value_error.extra"],
  ])("refuses %s", async (_what, change, field, type) => {
    const answer = await ask("POST", ALL, { ...treatment, ...change });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("is not for viewers", async () => {
    expect((await ask("POST", ALL, treatment, as("viewer"))).statusCode).toBe(403);
  });
});

describe(`GET ${ALL}`, () => {
  it("passes on every filter, and shows hash and total", async () => {
    const query = `facility_id[]=${OURS}&facility_id=${SAMPLE_ID}&status[]=active&start_date=2025-01-01&end_date=2025-12-31`;
    const answer = await ask(
      "GET",
      `${ALL}?${query}&search=plant&sort=-created_at&page=2&size=10&include_children=true`,
    );
    expect(answer.json()).toMatchObject({ total: 1, filter_hash: "a3f1c2e4b5d6a7b8", items: [{ id: SAMPLE_ID }] });
    expect(calls.lastRequest(WasteWaterTreatmentService.method.listWasteWaterTreatments)).toMatchObject({
      facilityId: expect.arrayContaining([OURS, SAMPLE_ID]),
      status: [2],
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      search: "plant",
      sort: ["-created_at"],
      page: 2,
      size: 10,
      includeChildren: true,
    });
  });
});

describe(`${ALL}/{id}`, () => {
  it("is shown, explained, changed and deleted by id", async () => {
    const one = `${ALL}/${SAMPLE_ID}`;
    expect((await ask("GET", one)).json()).toMatchObject({
      id: SAMPLE_ID,
      co2e: 58.100000000001,
      description: null,
    });
    expect((await ask("GET", `${one}/calculation`)).json()).toMatchObject({ status: "calculated" });
    expect((await ask("PATCH", one, { quantity: 1 })).statusCode).toBe(200);
    expect((await ask("PATCH", one, { facility_id: OURS })).statusCode).toBe(422);
    expect((await ask("DELETE", one)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("bulk deletion", () => {
  it("takes ids, or the hash that the list showed", async () => {
    const ids = { waste_water_treatment_ids: [SAMPLE_ID] };
    expect((await ask("POST", `${ALL}/bulk-delete`, ids)).json()).toMatchObject({ success_ids: [SAMPLE_ID] });
    const byFilters = (filter_hash: string) => ask("POST", `${ALL}/bulk-delete-by-filters?search=x`, { filter_hash });
    expect((await byFilters("a3f1c2e4b5d6a7b8")).statusCode).toBe(200);
    const stale = await byFilters("0000000000000000");
    expect([stale.statusCode, stale.json().code]).toEqual([409, "FILTER_HASH_MISMATCH"]);
  });
});
