import { CommutingPeriodSchema, CommutingPeriodService } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeSchema, EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const shown = { name: "Ada Lovelace", situation: "active", status: "uploaded" };
const commute = { transport_type: "car", weekly_travels: [0, 1, 2], telecommuting_days: [3], travel_days: 78 };
const { app, calls } = await gateway({
  samples: [sample(EmployeeSchema, shown), sample(CommutingPeriodSchema, commute)],
});
const ALL = "/v1/employees";
const PERIODS = "/v1/employee-historic";
type Verb = "GET" | "POST" | "PATCH" | "DELETE";
const ask = (method: Verb, url: string, payload?: object, headers: object = {}) =>
  app.inject({
    method,
    url,
    headers: { ...as("humanResources"), ...headers },
    ...(payload !== undefined && { payload }),
  });
const [people, periods] = [EmployeeService.method, CommutingPeriodService.method];

const period = {
  employee_id: OURS,
  start_date: "2025-01-01",
  end_date: "2025-07-01",
  transport_type: "car",
  total_km: "15",
  weekly_travels: [0, 1, 2, 3, 4],
};

describe("employees", () => {
  it("are created, shown and changed", async () => {
    const answer = await ask("POST", ALL, shown);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { id: SAMPLE_ID, ...shown }]);
    expect((await ask("GET", `${ALL}/${SAMPLE_ID}`)).json()).toMatchObject({ id: SAMPLE_ID, ...shown });
    expect((await ask("PATCH", `${ALL}/${SAMPLE_ID}`, { email: null })).statusCode).toBe(200);
    expect(calls.lastRequest(people.updateEmployee)).toMatchObject({ id: SAMPLE_ID, updateMask: { paths: ["email"] } });
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it("are erased only when it is asked for", async () => {
    for (const [query, erase] of [
      ["", false],
      ["?erase=false", false],
      ["?erase=true", true],
    ] as const) {
      expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}${query}`)).statusCode).toBe(204);
      expect(calls.lastRequest(people.deleteEmployee)).toMatchObject({ id: SAMPLE_ID, erase });
    }
    expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}?erase=yes`)).statusCode).toBe(422);
  });

  it.each([
    ["situation", undefined, "value_error.missing"],
    ["situation", "retired", "type_error.enum"],
    ["status", "active", "type_error.enum"],
    ["name", "a".repeat(256), "value_error.any_str.max_length"],
    ["name", 7, "type_error.string"],
    ["email", " ", "value_error.any_str.min_length"],
    ["salary", 1, "value_error.extra"],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...shown, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("are listed by every filter, with the hash", async () => {
    const filters = `search=ada&situation[]=active&status[]=loading&transport_type[]=tram&response_medium[]=qr`;
    const answer = await ask("GET", `${ALL}?${filters}&file_id[]=${OURS}&sort=-name&include_children=true`);
    expect(answer.json()).toMatchObject({ total: 1, size: 50, filter_hash: "a3f1c2e4b5d6a7b8", items: [shown] });
    expect(calls.lastRequest(people.listEmployees)).toMatchObject({
      search: "ada",
      situation: [1],
      status: [2],
      transportType: [5],
      responseMedium: [2],
      fileId: [OURS],
      sort: ["-name"],
      includeChildren: true,
    });
    expect((await ask("GET", `${ALL}/unique-values?field=situation`)).statusCode).toBe(200);
    expect((await ask("GET", `${ALL}/unique-values?field=name`)).statusCode).toBe(422);
  });

  it("are created in a batch, and deleted by ids and by filters", async () => {
    const batch = await ask("POST", "/v2/employees", { records: [shown, {}] }, { "idempotency-key": "people" });
    expect([batch.statusCode, batch.headers["content-type"]]).toEqual([422, "application/problem+json"]);
    expect(calls.lastRequest(people.createEmployees).rejected).toMatchObject([{ index: 1 }]);
    const byIds = await ask("POST", `${ALL}/bulk-delete`, { employee_ids: [SAMPLE_ID] });
    expect([byIds.statusCode, byIds.json()]).toMatchObject([200, { success_count: expect.any(Number) }]);
    const seen = { filter_hash: "a3f1c2e4b5d6a7b8" };
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters?situation[]=terminated`, seen)).statusCode).toBe(200);
    expect(calls.lastRequest(people.deleteEmployeesByFilters)).toMatchObject({ ...{ situation: [3] } });
  });
});

describe("commuting periods", () => {
  it("are created with their weekdays, and shown with the days that follow from them", async () => {
    const answer = await ask("POST", PERIODS, period);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { id: SAMPLE_ID, ...period, total_km: 15, travel_days: 78 },
    ]);
    expect(calls.lastRequest(periods.createCommutingPeriod)).toMatchObject({ weeklyTravels: [0, 1, 2, 3, 4] });
    expect((await ask("PATCH", `${PERIODS}/${SAMPLE_ID}`, { telecommuting_days: [] })).statusCode).toBe(200);
    expect(calls.lastRequest(periods.updateCommutingPeriod)).toMatchObject({
      telecommutingDays: [],
      updateMask: { paths: ["telecommuting_days"] },
    });
  });

  it.each([
    ["weekly_travels", [7], ["body", "weekly_travels", 0], "value_error.number.not_le"],
    ["weekly_travels", ["monday"], ["body", "weekly_travels", 0], "type_error.number"],
    ["weekly_travels", "0,1", ["body", "weekly_travels"], "type_error.list"],
    ["weekly_travels", [0, 1, 2, 3, 4, 5, 6, 0], ["body", "weekly_travels"], "value_error.list.max_items"],
    ["telecommuting_days", null, ["body", "telecommuting_days"], "type_error.none.not_allowed"],
    ["transport_type", "aircraft", ["body", "transport_type"], "type_error.enum"],
    ["daily_trips", 1.5, ["body", "daily_trips"], "type_error.integer"],
    ["hours_per_day", 25, ["body", "hours_per_day"], "value_error.number.not_le"],
    ["survey_row_id", OURS, ["body", "survey_row_id"], "value_error.extra"],
  ])("with %s %j are refused", async (field, value, loc, type) => {
    const answer = await ask("POST", PERIODS, { ...period, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc, type }]]);
  });

  it("are listed by employee, and explained", async () => {
    const answer = await ask("GET", `${PERIODS}?employee_id=${OURS}&transport_type[]=car&calculation_status[]=failed`);
    expect(answer.json()).toMatchObject({ total: 1, page: 1, size: 50, items: [commute] });
    expect(calls.lastRequest(periods.listCommutingPeriods)).toMatchObject({ employeeId: [OURS], transportType: [1] });
    expect((await ask("GET", `${PERIODS}/unique-values?field=employee_id`)).statusCode).toBe(200);
    expect((await ask("GET", `${PERIODS}/${SAMPLE_ID}/calculation`)).statusCode).toBe(200);
  });
});
