import {
  VehicleConsumptionSchema,
  VehicleConsumptionService,
} from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleSchema } from "@emissions/proto/activity/v1/vehicle_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const consumptionSample = sample(VehicleConsumptionSchema, {
  calculation_status: "calculated",
  status: "success",
  co2e: "190.9098",
  co2e_consumption: "154.2492",
  co2e_generation: "36.6606",
});
const { app, calls } = await gateway({ samples: [consumptionSample, sample(VehicleSchema)] });
const OF_VEHICLE = `/v1/vehicles/${OURS}/consumptions`;
const OF_SAMPLE = `/v1/vehicles/${SAMPLE_ID}/consumptions`;
const OF_ALL = "/v2/vehicle_consumptions";
const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, more: object = {}) =>
  app.inject({ method, url, headers: { ...as("editor"), ...more }, ...(payload !== undefined && { payload }) });
const { method } = VehicleConsumptionService;

const consumption = { quantity: 60.5, unit_id: unitId("l"), start_date: "2025-01-01", end_date: "2025-01-31" };

describe("consumptions of a vehicle", () => {
  it("are created with the vehicle of the path", async () => {
    const answer = await ask("POST", OF_VEHICLE, consumption);
    expect(answer.statusCode).toBe(201);
    expect(calls.lastRequest(method.createVehicleConsumption)).toMatchObject({ vehicleId: OURS });
  });

  it.each([
    ["with a vehicle in the body", { vehicle_id: OURS }, "vehicle_id", "value_error.extra"],
    ["of nothing", { quantity: 0 }, "quantity", "value_error.number.not_gt"],
    ["of less than nothing", { quantity: -1 }, "quantity", "value_error.number.not_gt"],
    ["without a unit", { unit_id: undefined }, "unit_id", "value_error.missing"],
    ["with a day that is none", { end_date: "2025-02-30" }, "end_date", "value_error.date"],
  ])("are refused %s", async (_what, change, field, type) => {
    const answer = await ask("POST", OF_VEHICLE, { ...consumption, ...change });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("are listed with their filters, and show both parts of their emissions", async () => {
    const answer = await ask("GET", `${OF_VEHICLE}?status[]=active&start_date=2025-01-01&page=2&size=10`);
    expect(answer.json()).toMatchObject({
      total: 1,
      filter_hash: "a3f1c2e4b5d6a7b8",
      items: [{ id: SAMPLE_ID, status: "success", co2e_consumption: 154.2492, co2e_generation: 36.6606 }],
    });
    expect(calls.lastRequest(method.listConsumptionsOfVehicle)).toMatchObject({
      vehicleId: OURS,
      status: [4],
      page: 2,
    });
    expect((await ask("GET", `${OF_SAMPLE}/unique-values?field=vehicle_id`)).statusCode).toBe(422);
    expect((await ask("GET", `${OF_SAMPLE}/unique-values?field=file_id`)).statusCode).toBe(200);
  });

  it("are shown, explained, changed and deleted by their id and that of the vehicle", async () => {
    const one = `${OF_VEHICLE}/${SAMPLE_ID}`;
    expect((await ask("GET", one)).json()).toMatchObject({ id: SAMPLE_ID });
    expect(calls.lastRequest(method.getVehicleConsumption)).toMatchObject({ id: SAMPLE_ID, vehicleId: OURS });
    expect((await ask("GET", `${one}/calculation`)).json()).toMatchObject({ status: "calculated" });
    expect(calls.lastRequest(method.getVehicleConsumption)).toMatchObject({ id: SAMPLE_ID, vehicleId: OURS });
    expect((await ask("PATCH", one, { quantity: 1 })).statusCode).toBe(200);
    expect((await ask("PATCH", one, { vehicle_id: OURS })).statusCode).toBe(422);
    expect((await ask("DELETE", one)).statusCode).toBe(204);
    expect((await ask("POST", `${OF_VEHICLE}/bulk-delete`, { consumption_ids: [SAMPLE_ID] })).json()).toMatchObject({
      success_ids: [SAMPLE_ID],
    });
  });
});

describe("consumptions of the organization", () => {
  it("are created as a batch, which names the vehicle of each", async () => {
    const key = { "idempotency-key": "a" };
    const records = [{ ...consumption, vehicle_id: OURS }];
    expect((await ask("POST", "/v2/vehicle-consumptions", { records }, key)).statusCode).toBe(202);
    const refused = await ask("POST", "/v2/vehicle-consumptions", { records }, {});
    expect([refused.statusCode, refused.json().code]).toEqual([422, "REQUEST_VALIDATION_FAILED"]);
  });

  it("are listed by vehicle, and have values of files and vehicles alone", async () => {
    expect((await ask("GET", `${OF_ALL}?vehicle_id[]=${OURS}&include_children=true`)).statusCode).toBe(200);
    expect(calls.lastRequest(method.listVehicleConsumptions)).toMatchObject({
      vehicleId: [OURS],
      includeChildren: true,
    });
    for (const field of ["file_id", "vehicle_id"])
      expect((await ask("GET", `${OF_ALL}/unique-values?field=${field}`)).statusCode).toBe(200);
    for (const query of ["", "?field=status", "?field=fitness"])
      expect((await ask("GET", `${OF_ALL}/unique-values${query}`)).statusCode).toBe(422);
  });

  it("are deleted by ids, or by the hash that the list showed", async () => {
    const ids = { consumption_ids: [SAMPLE_ID] };
    expect((await ask("POST", `${OF_ALL}/bulk-delete`, ids)).json()).toMatchObject({ success_ids: [SAMPLE_ID] });
    const byFilters = (filter_hash: string) =>
      ask("POST", `${OF_ALL}/bulk-delete-by-filters?vehicle_id[]=${OURS}`, { filter_hash });
    expect((await byFilters("a3f1c2e4b5d6a7b8")).statusCode).toBe(200);
    const stale = await byFilters("0000000000000000");
    expect([stale.statusCode, stale.json().code]).toEqual([409, "FILTER_HASH_MISMATCH"]);
  });
});
