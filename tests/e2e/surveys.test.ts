import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** No other test has commuting in these days. */
const DAYS = { start_date: "2023-01-02", end_date: "2023-03-31" };

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
});

const call = async (verb: "GET" | "POST", path: string, body?: unknown) =>
  (await backend.call(verb, path, { as: us, ...(body !== undefined && { body }) })).json;

/** Tonnes of commuting in these days. */
const total = async () => {
  const path = `/v1/total-impacts?start_date=${DAYS.start_date}&end_date=${DAYS.end_date}&group_by=ghg_category`;
  const { items } = await call("GET", path);
  return items.find((item: Record<string, string>) => item.ghg_category === "employee_commuting")?.co2e ?? 0;
};

it("an answer by a link without an account counts in the totals, until its row is opened again", async () => {
  const survey = await call("POST", "/v1/surveys", { name: "Commuting", ...DAYS, languages: ["en"] });
  const person = await call("POST", "/v1/employees", { name: "Ada Lovelace", situation: "active", status: "uploaded" });
  const { row_ids } = await call("POST", `/v1/surveys/${survey.id}/rows`, { employee_ids: [person.id] });
  const { items } = await call("POST", `/v1/surveys/${survey.id}/row-links`, { row_ids });
  const link = `/v1/surveys/answer/${items[0].token}`;
  const form = await backend.call("GET", link, {});
  expect([form.status, form.json]).toMatchObject([200, { survey_name: "Commuting", languages: ["en"] }]);

  const drive = { transport_type: "car", total_km: 15, weekly_travels: [0, 1, 2, 3, 4] };
  const train = { transport_type: "train", total_km: 30.5, weekly_travels: [5] };
  const answer = { body: { commutes: [drive, train] } };
  const sent = await Promise.all([1, 2, 3].map(() => backend.call("POST", link, answer)));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);

  const path = `/v2/employees/survey-rows/${row_ids[0]}`;
  const row = await until("the emissions of the answer", async () => {
    const { items: periods } = await call("GET", `/v1/employee-historic?survey_row_id=${row_ids[0]}`);
    const isDone = periods.every((period: Record<string, string>) => period.calculation_status === "calculated");
    return isDone && { ...(await call("GET", path)), periods };
  });
  expect(row).toMatchObject({ status: "answered", source: "form", commutes_count: 2, name: "Ada Lovelace" });
  const [one, other] = row.periods;
  expect(row.co2e).toBeCloseTo(one.co2e + other.co2e, 9);
  await until("the totals", async () => Math.abs((await total()) * 1000 - row.co2e) < 1e-6);

  expect((await call("POST", `${path}/reopen`)).status).toBe("pending");
  await until("totals without the answer", async () => (await total()) === 0);
});
