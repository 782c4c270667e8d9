import { LogisticHubSchema, LogisticHubService } from "@emissions/proto/activity/v1/logistic_hub_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const ALL = "/v1/logistic-hubs";
const hub = { name: "Port of Valencia", type: "subcontracted", category: "warehouse_ambient" };
const { app, calls } = await gateway({ samples: [sample(LogisticHubSchema, hub)] });
const { method } = LogisticHubService;
const ask = (verb: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) =>
  app.inject({ method: verb, url, headers: as("editor"), ...(payload !== undefined && { payload }) });

describe("logistic hubs", () => {
  it("are created with type and category by their texts", async () => {
    const answer = await ask("POST", ALL, { ...hub, address: "Valencia, ES", supercharger: true, facility_id: null });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ ...hub, address: "Valencia, ES", supercharger: true, facility_id: null });
    expect(calls.lastRequest(method.createLogisticHub)).toMatchObject({ type: 2, category: 5, supercharger: true });
  });

  it.each([
    ["name", "", "value_error.any_str.min_length"],
    ["name", undefined, "value_error.missing"],
    ["type", "rented", "type_error.enum"],
    ["type", undefined, "value_error.missing"],
    ["category", "cold_storage", "type_error.enum"],
    ["facility_id", "plant", "type_error.uuid"],
    ["country", "ES", "value_error.extra"],
    ["co2e", 1, "value_error.extra"],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...hub, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("are changed by PUT in the fields that are sent", async () => {
    const answer = await ask("PUT", `${ALL}/${SAMPLE_ID}`, { status: "archived", category: null });
    expect([answer.statusCode, answer.json().status]).toEqual([200, "archived"]);
    const { updateMask } = calls.lastRequest(method.updateLogisticHub)!;
    expect(updateMask!.paths.sort()).toEqual(["category", "status"]);
    expect((await ask("PUT", `${ALL}/${SAMPLE_ID}`, { country: "ES" })).statusCode).toBe(422);
  });

  it("are listed with the number of pages, and under logistics without it", async () => {
    const filters = "name=port&type[]=owned&category[]=warehouse_mixed&status[]=active";
    const answer = await ask("GET", `${ALL}?${filters}`);
    const page = { total: 1, page: 1, size: 10 };
    expect(answer.json()).toMatchObject({ ...page, pages: 1, items: [{ id: SAMPLE_ID }] });
    const filtered = { name: "port", type: [1], category: [6], status: [1] };
    expect(calls.lastRequest(method.listLogisticHubs)).toMatchObject(filtered);
    const counted = (await ask("GET", `/v1/logistics/hubs?${filters}&size=5`)).json();
    expect(counted).toMatchObject({ ...page, size: 5, items: [{ id: SAMPLE_ID }] });
    expect(counted).not.toHaveProperty("pages");
  });

  it("are shown and deleted by id", async () => {
    const one = `${ALL}/${SAMPLE_ID}`;
    expect((await ask("GET", one)).json()).toMatchObject({ id: SAMPLE_ID, ...hub });
    expect((await ask("DELETE", one)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });
});
