import {
  OwnWorkforceTrainingSchema,
  OwnWorkforceTrainingService,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { TrainingColumnSchema, TrainingColumnService } from "@emissions/proto/activity/v1/training_column_service";
import { describe, expect, it } from "vitest";
import { as, OURS, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const trainings = OwnWorkforceTrainingService.method;
const columns = TrainingColumnService.method;
const shown = sample(OwnWorkforceTrainingSchema, {
  type: "safety",
  description: "Fire drill",
  external_employee_id: "HR-1",
  custom_values: { cost: { number: "12345678901234567.25" }, passed: { flag: true }, provider: { text: "School" } },
  organization_id: null,
});
const column = sample(TrainingColumnSchema, { key: "provider", label: "Provider", type: "text" });
const { app, calls } = await gateway({ samples: [shown, column] });
const ALL = "/v1/own_workforce_trainings";
const ask = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object | string,
  who: Who = "humanResources",
) =>
  app.inject({
    method,
    url,
    headers: { ...as(who), "content-type": "application/json" },
    ...(payload !== undefined && { payload }),
  });

const training = {
  own_workforce_id: OURS,
  type: "safety",
  description: "Fire drill",
  hours: 1.5,
  start_date: "2026-03-02",
  end_date: "2026-03-02",
};

describe("trainings", () => {
  it("are created with values of custom columns, whose numbers stay exact", async () => {
    const body = JSON.stringify({
      ...training,
      custom_values: { cost: 0, passed: true, provider: "School" },
    });
    const answer = await ask("POST", ALL, body.replace('"cost":0', '"cost":12345678901234567.25'));
    expect(answer.statusCode).toBe(201);
    expect(calls.lastRequest(trainings.createOwnWorkforceTraining)).toMatchObject({
      customValues: {
        cost: { number: { value: "12345678901234567.25" } },
        passed: { flag: true },
        provider: { text: "School" },
      },
    });
    expect(answer.body).toContain('"custom_values":{"cost":12345678901234567.25,"passed":true,"provider":"School"}');
  });

  it("are listed as a bare array, with the filters of the contract", async () => {
    const query = `file_id[]=${OURS}&search=fire&created_at_from=2026-01-01T00:00:00Z&include_children=true`;
    const answer = await ask("GET", `${ALL}?${query}`, undefined, "viewer");
    expect(answer.json()).toMatchObject([{ id: SAMPLE_ID, status: "active", organization_id: null, file_id: null }]);
    expect(calls.lastRequest(trainings.streamOwnWorkforceTrainings)).toMatchObject({
      search: "fire",
      fileId: [OURS],
      includeChildren: true,
    });
  });

  it("are changed and deleted", async () => {
    expect((await ask("PATCH", `${ALL}/${SAMPLE_ID}`, { hours: "2.25" })).statusCode).toBe(200);
    expect(calls.lastRequest(trainings.updateOwnWorkforceTraining)).toMatchObject({ updateMask: { paths: ["hours"] } });
    expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}`)).statusCode).toBe(204);
    const answer = await ask("POST", `${ALL}/bulk-delete`, { training_ids: [SAMPLE_ID] });
    expect(answer.json()).toMatchObject({ success_count: 1 });
    expect((await ask("GET", `${ALL}/${OURS}`)).json()).toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["hours", -1, "value_error.number.not_ge"],
    ["hours", null, "type_error.none.not_allowed"],
    ["start_date", "1969-12-31", "activity_date_out_of_range"],
    ["type", " ", "value_error.any_str.min_length"],
    ["status", "active", "value_error.extra"],
    ["custom_values", [], "type_error.dict"],
    ["custom_values", { cost: { deep: 1 } }, "type_error.custom_value"],
    ["custom_values", { cost: "x".repeat(1_001) }, "value_error.any_str.max_length"],
    [
      "custom_values",
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 1])),
      "value_error.custom_values.max_items",
    ],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...training, [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail.map((found: { type: string }) => found.type)).toContain(type);
  });

  it("are for people's roles alone", async () => {
    expect((await ask("POST", ALL, training, "viewer")).statusCode).toBe(403);
    expect((await ask("POST", ALL, training, "editor")).statusCode).toBe(201);
  });
});

describe("custom columns", () => {
  const path = `${ALL}/custom-columns`;

  it("are declared, listed, changed and deleted", async () => {
    const body = { key: "provider", label: "Provider", type: "text" };
    const answer = await ask("POST", path, body);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { ...body, options: [] }]);
    expect((await ask("GET", path)).json()).toMatchObject([{ key: "provider" }]);
    expect((await ask("PATCH", `${path}/${SAMPLE_ID}`, { label: "School" })).statusCode).toBe(200);
    expect(calls.lastRequest(columns.updateTrainingColumn)).toMatchObject({
      id: SAMPLE_ID,
      updateMask: { paths: ["label"] },
    });
    expect((await ask("DELETE", `${path}/${SAMPLE_ID}`)).statusCode).toBe(204);
  });

  it.each([
    ["key", "Provider"],
    ["type", "money"],
    ["options", ["x".repeat(101)]],
  ])("with %s %s are refused", async (field, value) => {
    const answer = await ask("POST", path, { key: "provider", label: "Provider", type: "text", [field]: value });
    expect(answer.statusCode).toBe(422);
  });
});

it("figures of the own workforce are read by viewers, for a day or a period", async () => {
  const url = "/v1/own_workforces/figures";
  expect((await ask("GET", `${url}?date=2025-12-31`, undefined, "viewer")).statusCode).toBe(200);
  expect((await ask("GET", `${url}?date=2025-02-30`)).statusCode).toBe(422);
  expect((await ask("GET", `${url}?data=2025-02-01`)).json()).toMatchObject({
    detail: [{ type: "value_error.extra" }],
  });
});
