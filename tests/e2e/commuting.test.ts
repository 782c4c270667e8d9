import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/employee-historic";
const START = "2025-01-01";
/** 182 days with 130 from Monday to Friday. */
const END = "2025-07-01";
/** Of 2025, in kilograms of a kilometre: DESNZ, medium petrol car. */
const MEDIUM_PETROL_CAR = 0.17474;

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
});

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
/** Kilograms of commuting in a period. */
const commuting = async (start = START, end = END) => {
  const { items } = await get(`/v1/total-impacts?start_date=${start}&end_date=${end}&group_by=ghg_category`);
  const own = items.find(({ ghg_category }: Record<string, string>) => ghg_category === "employee_commuting");
  return (own?.co2e ?? 0) * 1000;
};

it("the commute of an employee is calculated by weekday, explained, spread over its days, and stays after erasure", async () => {
  const before = await commuting();
  const person = { name: "Ada Lovelace", situation: "active", status: "uploaded" };
  const { id: employee_id } = (await post("/v1/employees", person)).json;
  const drive = { transport_type: "car", vehicle_size: "medium", fuel_type: "petrol", total_km: 15 };
  const period = { employee_id, start_date: START, end_date: END, ...drive, weekly_travels: [0, 1, 2, 3, 4] };
  const walk = { transport_type: "walking", total_km: 1, weekly_travels: [5] };
  const batch = await post(
    "/v2/employee-historic",
    { records: [period, { ...period, ...walk, ...{ vehicle_size: null, fuel_type: null } }] },
    { "idempotency-key": newId() },
  );
  expect(await finished(backend, us, batch.json.id)).toMatchObject({ status: "completed", succeeded_items: 2 });

  const kilograms = 15 * 2 * 130 * MEDIUM_PETROL_CAR;
  const { items } = await get(`${ALL}?employee_id=${employee_id}&sort=created_at`);
  expect(items).toMatchObject([
    { travel_days: 130, co2e: kilograms },
    { travel_days: 26, co2e: 0 },
  ]);
  const employee = await get(`/v1/employees/${employee_id}`);
  expect([employee.co2e, employee.periods.length]).toEqual([kilograms, 2]);
  expect(await get(`${ALL}/${items[0].id}/calculation`)).toMatchObject({
    input: { quantity: { value: 3900, unit: "km" }, allocation: "15 * 1 * 2 * 130" },
    parts: [{ part: "commuting", co2e: kilograms }, { part: "commuting_upstream" }],
  });
  expect((await commuting()) - before).toBeCloseTo(kilograms, 6);
  const [first, second] = [await commuting(START, "2025-04-01"), await commuting("2025-04-02", END)];
  expect(first + second - before).toBeCloseTo(kilograms, 6);

  const erased = await backend.call("DELETE", `/v1/employees/${employee_id}?erase=true`, {
    as: backend.caller("outsider", "human_resources"),
  });
  expect(erased.status).toBe(204);
  expect((await get(`${ALL}/${items[0].id}`)).employee_id).toBeNull();
  expect((await commuting()) - before).toBeCloseTo(kilograms, 6);
  const ids = items.map(({ id }: { id: string }) => id);
  expect((await post(`${ALL}/bulk-delete`, { commuting_period_ids: ids })).json).toMatchObject({ success_count: 2 });
  await until("totals without the commute", async () => (await commuting()) === before);
});
