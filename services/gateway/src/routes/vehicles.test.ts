import { VehicleSchema, VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const shown = { license_plate: "1234 BCD", status: "active", vehicle_fuel: "diesel", unknown_vehicle_type: "car" };
const { app, calls } = await gateway({ samples: [sample(VehicleSchema, shown)] });
const ALL = "/v1/vehicles";
const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, headers: object = {}) =>
  app.inject({ method, url, headers: { ...as("editor"), ...headers }, ...(payload !== undefined && { payload }) });
const { method } = VehicleService;

const vehicle = {
  type: "passenger",
  ownership: "owned",
  license_plate: "1234 BCD",
  unknown_vehicle_id: OURS,
  country: "ES",
  vehicle_fuel_id: OURS,
  market_segment: "dual_purpose_4x4",
};

describe("vehicles", () => {
  it("are created, shown and changed", async () => {
    const answer = await ask("POST", ALL, vehicle);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { ...vehicle, ...shown }]);
    expect((await ask("GET", `${ALL}/${SAMPLE_ID}`)).json()).toMatchObject({ id: SAMPLE_ID, ...shown });
    expect((await ask("PATCH", `${ALL}/${SAMPLE_ID}`, { status: "archived", name: null })).statusCode).toBe(200);
    expect(calls.lastRequest(method.updateVehicle)).toMatchObject({
      id: SAMPLE_ID,
      status: 2,
      updateMask: { paths: ["name", "status"] },
    });
    expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}`)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it.each([
    ["license_plate", undefined, "value_error.missing"],
    ["license_plate", "1".repeat(51), "value_error.any_str.max_length"],
    ["type", "bicycle", "type_error.enum"],
    ["country", "es", "value_error.country"],
    ["registration_year", 1899, "value_error.number.not_ge"],
    ["registration_year", "2020", "type_error.number"],
    ["size", "huge", "type_error.enum"],
    ["status", "archived", "value_error.extra"],
    ["co2e", 1, "value_error.extra"],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...vehicle, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("cannot be set to error, which follows from consumptions", async () => {
    const answer = await ask("PATCH", `${ALL}/${SAMPLE_ID}`, { status: "error" });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", "status"] }]]);
  });

  it("are listed by every filter, in the group view, with the hash", async () => {
    const filters = `search=bcd&status[]=active&status[]=error&ownership[]=rented&unknown_vehicle_id[]=${OURS}`;
    const more = `vehicle_fuel_id[]=${OURS}&file_id[]=${OURS}&created_at_from=2025-01-01T00:00:00Z&sort=-name`;
    const group = `include_children=true&organization_id[]=${OURS}`;
    const answer = await ask("GET", `${ALL}?${filters}&${more}&${group}`);
    expect(answer.json()).toMatchObject({
      total: 1,
      page: 1,
      size: 50,
      filter_hash: "a3f1c2e4b5d6a7b8",
      items: [shown],
    });
    expect(calls.lastRequest(method.listVehicles)).toMatchObject({
      search: "bcd",
      status: [1, 3],
      ownership: [2],
      unknownVehicleId: [OURS],
      vehicleFuelId: [OURS],
      fileId: [OURS],
      createdAtFrom: { seconds: 1735689600n },
      sort: ["-name"],
      includeChildren: true,
      organizationId: [OURS],
    });
    expect((await ask("GET", `${ALL}?colour=red`)).statusCode).toBe(422);
    expect((await ask("GET", `${ALL}/unique-values?field=vehicle_fuel_id`)).statusCode).toBe(200);
    expect((await ask("GET", `${ALL}/unique-values?field=name`)).statusCode).toBe(422);
  });

  it("are created in a batch only with an idempotency key, and named with their places", async () => {
    const without = await ask("POST", "/v2/vehicles", { records: [vehicle] });
    expect([without.statusCode, without.json().code]).toEqual([422, "REQUEST_VALIDATION_FAILED"]);
    const answer = await ask("POST", "/v2/vehicles", { records: [vehicle] }, { "idempotency-key": "fleet" });
    expect([answer.statusCode, answer.headers.location]).toEqual([202, `/v2/ingest-jobs/${answer.json().id}`]);
    const invalid = await ask("POST", "/v2/vehicles", { records: [vehicle, {}] }, { "idempotency-key": "other" });
    expect([invalid.statusCode, invalid.json().code]).toEqual([422, "BULK_RECORDS_REJECTED"]);
    expect(calls.lastRequest(method.createVehicles).rejected).toMatchObject([{ index: 1 }]);
  });

  it("are deleted by ids and by the filters of the list", async () => {
    const byIds = await ask("POST", `${ALL}/bulk-delete`, { vehicle_ids: [SAMPLE_ID] });
    expect([byIds.statusCode, Object.keys(byIds.json()).sort()]).toEqual([
      200,
      ["failed_count", "failed_ids", "message", "success_count", "success_ids"],
    ]);
    const seen = { filter_hash: "a3f1c2e4b5d6a7b8" };
    const query = `status[]=archived&include_children=true&organization_id[]=${OURS}`;
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters?${query}`, seen)).statusCode).toBe(200);
    expect(calls.lastRequest(method.deleteVehiclesByFilters)).toMatchObject({
      filterHash: "a3f1c2e4b5d6a7b8",
      status: [2],
      includeChildren: true,
      organizationId: [OURS],
    });
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters`, {})).statusCode).toBe(422);
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters?size=5`, seen)).statusCode).toBe(422);
  });
});
