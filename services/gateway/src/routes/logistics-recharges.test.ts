import {
  LogisticsRechargeBulkSchema,
  LogisticsRechargeSchema,
  LogisticsRechargeService,
} from "@emissions/proto/activity/v1/logistics_recharge_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const ALL = "/v1/logistics/recharges";
const recharge = { fuel_id: SAMPLE_ID, country: "ES", date: "2025-03-10", quantity: 82.5 };
const shown = { ...recharge, quantity: "82.5", fuel_name: "diesel", unit: "l", status: "active" };
const errors = [{ index: 1, loc: ["body", "records", "1", "fuel_id"], msg: "does not exist", code: "NOT_FOUND" }];
const counts = { total_received: 2, total_processed: 2, success: 1, failed: 1 };
const { app, calls } = await gateway({
  samples: [sample(LogisticsRechargeSchema, shown), sample(LogisticsRechargeBulkSchema, { ...counts, errors })],
});
const { method } = LogisticsRechargeService;
const ask = (verb: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
  app.inject({ method: verb, url, headers: as("editor"), ...(payload !== undefined && { payload }) });

describe("recharges of freight vehicles", () => {
  it("are answered with 200, for a new one and for one that is replaced", async () => {
    const answer = await ask("POST", ALL, { ...recharge, vehicle_license_plate: "1234 BCD", toc_id: SAMPLE_ID });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ...recharge, fuel_name: "diesel", unit: "l", status: "active" });
    expect(calls.lastRequest(method.createLogisticsRecharge)).toMatchObject({
      quantity: { value: "82.5" },
      vehicleLicensePlate: "1234 BCD",
      tocId: SAMPLE_ID,
    });
  });

  it.each([
    ["fuel_id", "diesel", "type_error.uuid"],
    ["quantity", 0, "value_error.number.not_gt"],
    ["quantity", undefined, "value_error.missing"],
    ["country", "Spain", "value_error.country"],
    ["date", "10.03.2025", "value_error.date"],
    ["date", undefined, "value_error.missing"],
    ["co2e", 1, "value_error.extra"],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...recharge, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("of days out of range reach the service, whose code the contract fixes", async () => {
    await ask("POST", ALL, { ...recharge, date: "1969-12-31" });
    expect(calls.lastRequest(method.createLogisticsRecharge)).toMatchObject({ date: "1969-12-31" });
  });

  it("are created in bulk, with the outcome of each, and unreadable ones are passed on with their place", async () => {
    const options = { continue_on_error: true };
    const answer = await ask("POST", `${ALL}/bulk`, { records: [recharge, recharge], options });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      ...counts,
      errors: [{ ...errors[0], loc: ["body", "records", 1, "fuel_id"] }],
    });
    await ask("POST", `${ALL}/bulk`, { records: [recharge, { ...recharge, quantity: -1 }], options });
    expect(calls.lastRequest(method.createLogisticsRecharges)).toMatchObject({
      options: { continueOnError: true },
      rejected: [{ index: 1, violations: [{ loc: ["body", "quantity"] }] }],
    });
    expect((await ask("POST", `${ALL}/bulk`, { records: [] })).statusCode).toBe(422);
  });

  it("are listed by every filter, without the number of pages", async () => {
    const filters = `search=34&vehicle_type[]=van_diesel&fuel_id[]=${OURS}&vehicle_license_plate[]=1234BCD&file_id[]=${OURS}`;
    const days = "date_from=2025-01-01&date_until=2025-12-31&created_at_from=2025-01-01T00:00:00Z";
    const more = `created_at_until=2026-01-01T00:00:00Z&status=active&project_id=${OURS}`;
    const answer = await ask("GET", `${ALL}?${filters}&${days}&${more}`);
    expect(answer.json()).toMatchObject({ page: 1, size: 10, total: 1, items: [{ id: SAMPLE_ID }] });
    expect(answer.json()).not.toHaveProperty("pages");
    expect(calls.lastRequest(method.listLogisticsRecharges)).toMatchObject({
      search: "34",
      vehicleType: ["van_diesel"],
      fuelId: [OURS],
      vehicleLicensePlate: ["1234BCD"],
      fileId: [OURS],
      dateFrom: "2025-01-01",
      dateUntil: "2025-12-31",
      status: [2],
      projectId: [OURS],
    });
    expect((await ask("GET", `${ALL}/unique-values?field=fuel_name`)).statusCode).toBe(200);
    expect((await ask("GET", `${ALL}/unique-values?field=country`)).statusCode).toBe(422);
  });

  it("are shown, explained and deleted by id", async () => {
    const one = `${ALL}/${SAMPLE_ID}`;
    expect((await ask("GET", one)).json()).toMatchObject({ id: SAMPLE_ID });
    expect((await ask("GET", `${one}/calculation`)).statusCode).toBe(200);
    expect((await ask("DELETE", one)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });
});
