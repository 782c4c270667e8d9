import { newId } from "@emissions/kit/process/id";
import { findMessages } from "@emissions/testkit/find-messages";
import { findTexts } from "@emissions/testkit/find-texts";
import { until } from "@emissions/testkit/poll";
import { expect, inject, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const SERVICES = ["gateway", "activity", "calc", "notify", "imports", "factors"] as const;
const YEAR = "start_date=2025-01-01&end_date=2025-12-31";

/** Part of every text of the person. */
const mark = `Quenneville${newId().slice(-12)}`;

async function created(backend: Backend, as: Caller, path: string, body: object): Promise<string> {
  const { status, json, text } = await backend.call("POST", path, {
    as,
    body,
    headers: { "idempotency-key": newId() },
  });
  if (status !== 201) throw new Error(`${path}: ${text}`);
  return json.id;
}

it("an erased person is in no table, no message and no log of any service, and the totals stay exact", async () => {
  const [since, backend] = [new Date(), await sharedBackend()];
  const hr = backend.caller("nordics", "human_resources");
  const admin = backend.caller("nordics", "admin");
  const person = { name: `Zoe ${mark}`, email: `${mark}@example.com`, situation: "active", status: "uploaded" };
  const employee_id = await created(backend, hr, "/v1/employees", { ...person, external_id: `hr-${mark}` });
  const drive = { transport_type: "car", vehicle_size: "medium", fuel_type: "petrol", total_km: 15 };
  const days = { start_date: "2025-01-01", end_date: "2025-07-01", weekly_travels: [0, 1, 2] };
  const period = { employee_id, ...days, ...drive, origin: `${mark} Street 1`, destination: "Office" };
  const periodId = await created(backend, hr, "/v1/employee-historic", period);
  const contract = { contract_type: "permanent", start_date: "2020-01-01", country: "SE", job_category: mark };
  const remunerations = [{ amount: "51234.56", currency: "SEK", start_date: "2020-01-01" }];
  const contracts = [{ ...contract, working_hours_ratio: 1, remunerations }];
  const identity = {
    external_employee_id: `hr-${mark}`,
    birth_date: "1988-02-29",
    gender: "F",
    disabled_employee: true,
  };
  const own_workforce_id = await created(backend, hr, "/v1/own_workforces", { ...identity, contracts });
  const hours = { hours: 2, start_date: "2025-03-03", end_date: "2025-03-03" };
  const training = { own_workforce_id, type: "safety", description: `Coaching of ${mark}`, ...hours };
  await created(backend, hr, "/v1/own_workforce_trainings", training);
  await until("the emissions of the period", async () => {
    const { json } = await backend.call("GET", `/v1/employee-historic/${periodId}`, { as: hr });
    return json.co2e !== null;
  });
  const totals = async () =>
    (await backend.call("GET", `/v1/total-impacts?${YEAR}&group_by=month`, { as: admin })).text;
  const before = await totals();
  expect(before).toContain('"month":6');

  await backend.call("GET", `/v1/employees?search=${mark}`, { as: hr });
  await backend.call("GET", `/v1/own_workforces/${own_workforce_id}`, { as: hr });
  const { json: reads } = await backend.call("GET", "/v1/own_workforces/salary-reads", { as: admin });
  expect(reads.items).toMatchObject([{ action: "GetOwnWorkforce", people: 1, own_workforce_ids: [own_workforce_id] }]);
  for (const path of [`/v1/employees/${employee_id}`, `/v1/own_workforces/${own_workforce_id}`]) {
    const erase = (as: Caller) => backend.call("DELETE", `${path}?erase=true`, { as });
    expect((await erase(backend.caller("nordics", "editor"))).status).toBe(403);
    expect((await erase(hr)).status).toBe(204);
  }

  expect(await findTexts(backend.adminUrl, [mark])).toEqual([]);
  const messages = await findMessages(inject("sharedSystem").natsUrls.streams, { since, texts: [mark] });
  expect([messages.read > 0, messages.subjects]).toEqual([true, []]);
  expect(SERVICES.filter((name) => backend.logs(name).includes(mark))).toEqual([]);
  expect(await totals()).toBe(before);
});
