import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

// No other test records activities on these days. Each night is 10.4 kg.
const STAY = { check_in_date: "2025-10-07", check_out_date: "2025-10-09", country: "GB", rooms: 1 };
const [LOCKED, OPEN] = ["2025-10-07", "2025-10-08"];
const REASON = "Zwei Zimmer, nicht eines ✓";
/** As the client of HTTP sends UTF-8. */
const header = { "restatement-reason": Buffer.from(REASON).toString("latin1") };

let backend: Backend;
let as: Caller;
let stay: string;

const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  backend.call(method, path, { as, ...(body && { body }), headers });
const calculated = () =>
  until("the end of the calculation", async () => (await call("GET", stay)).json.status === "active");
const total = async (day: string, query = "") =>
  (await call("GET", `/v1/total-impacts?start_date=${day}&end_date=${day}${query}`)).json.total_co2e;

beforeAll(async () => {
  backend = await sharedBackend();
  as = backend.caller("holding", "admin");
  stay = `/v1/hotel-stays/${(await call("POST", "/v1/hotel-stays", STAY)).json.id}`;
  await calculated();
});
afterAll(() => call("DELETE", stay));

it("a change within a locked period is kept apart with its reason, until the period is unlocked", async () => {
  const period = { start_date: LOCKED, end_date: LOCKED };
  const lock = await until("the lock", async () => {
    const { status, json } = await call("POST", "/v2/periods/lock", period);
    return status === 201 && json;
  });
  const path = `/v2/periods/locks/${lock.id}`;
  await until("fixed totals", async () => (await call("GET", path)).json.totals_fixed_at !== null);

  expect((await call("PATCH", stay, { rooms: 2 })).json.code).toBe("PERIOD_LOCKED");
  expect((await call("PATCH", stay, { rooms: 2 }, header)).status).toBe(200);
  await calculated();
  expect([await total(LOCKED), await total(LOCKED, "&restated=true"), await total(OPEN)]).toEqual([
    0.0104, 0.0208, 0.0208,
  ]);
  const { restatements } = (await call("GET", `/v2/inventory?start_date=${LOCKED}&end_date=${OPEN}`)).json;
  expect(restatements).toMatchObject({ included: false, total_market_based: 0.0104, scope_3: 0.0104 });
  const listed = async () => (await call("GET", `/v2/restatements?period_lock_id[]=${lock.id}`)).json.items;
  expect(await listed()).toMatchObject([
    {
      entity_type: "hotel_stays",
      action: "changed",
      reason: REASON,
      merged_at: null,
      amounts: { co2e_before: 0.0104, co2e_after: 0.0208, categories: [{ scope: 3, category: "travels" }] },
    },
  ]);

  expect((await call("DELETE", path)).status).toBe(204);
  await until("merged amounts", async () => (await listed())[0].merged_at !== null);
  expect([await total(LOCKED), await total(LOCKED, "&restated=true")]).toEqual([0.0208, 0.0208]);
});
