import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const RUNS = "/v2/recalculations";
const TOTALS = "/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31";

let backend: Backend;
let us: Caller;
let facility: string;
let invoice: string;

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
const post = (path: string, body: object = {}) => backend.call("POST", path, { as: us, body });
const recharge = () => get(`/v1/invoices/${invoice}`);
const setPotentials = (gwp_set: string) =>
  backend.call("PATCH", `/v2/organizations/${us["x-organization-id"]}`, { as: us, body: { gwp_set } });

/** Starts a run and waits until it is calculated. */
async function readyRun() {
  const { status, json } = await post(RUNS, { entity_types: ["invoices"] });
  expect(status).toBe(202);
  await until("the run to be ready", async () => (await get(`${RUNS}/${json.id}`)).state === "ready");
  return get(`${RUNS}/${json.id}`);
}

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider", "admin");
  const unit = await unitIds(backend, us);
  const records = [{ name: "Cold store", type: "warehouse", country: "GB" }];
  facility = (await post("/v2/facilities", { records })).json.items[0].id;
  const body = {
    type: "recharge",
    facility_id: facility,
    facility_fuel_id: catalogueId("facility_fuel", "refrigerants/r_410a"),
    base_quantity: 10,
    unit_id: unit("kg"),
    start_date: "2025-03-01",
    end_date: "2025-03-31",
  };
  invoice = (await post("/v1/invoices", body)).json.id;
  await until("the invoice to be calculated", async () => (await recharge()).co2e !== null);
});

it("records take the new warming potentials of their organization when a run is accepted, and not before", async () => {
  const before = await recharge();
  const total = await get(TOTALS);
  expect((await setPotentials("AR6")).status).toBe(200);
  const preview = await post(`${RUNS}?dry_run=true`, { entity_types: ["invoices"] });
  expect([preview.status, preview.json.state, preview.json.changed_records]).toEqual([200, "preview", 1]);
  const run = await readyRun();
  expect(run.largest_changes).toEqual(preview.json.largest_changes);
  const [change] = (await get(`${RUNS}/${run.id}/changes`)).items;
  expect(change).toMatchObject({ record_id: invoice, co2e_before: before.co2e, reasons: ["warming_potentials"] });
  expect([await recharge(), await get(TOTALS)]).toEqual([before, total]);

  expect((await post(`${RUNS}/${run.id}/accept`)).json).toMatchObject({ id: run.id, state: "accepting" });
  await until("the run to be accepted", async () => (await get(`${RUNS}/${run.id}`)).state === "accepted");
  await until("the invoice to change", async () => (await recharge()).co2e === change.co2e_after);
  expect(change.co2e_after).not.toBe(before.co2e);
  expect((await get(`/v1/facilities/${facility}`)).co2e).toBe(change.co2e_after);
  expect((await get(TOTALS)).total_co2e).toBe(run.co2e_after);
  const { applied_at } = await get(`${RUNS}/${run.id}`);
  const calculation = `/v1/invoices/${invoice}/calculation`;
  expect(await get(calculation)).toMatchObject({ recalculation_id: run.id, gwp_set: "AR6" });
  const earlier = new Date(Date.parse(applied_at) - 1).toISOString();
  expect(await get(`${calculation}?as_of=${earlier}`)).toMatchObject({ recalculation_id: null, gwp_set: "AR5" });
});

it("a run that changes a locked period is not accepted", async () => {
  await setPotentials("AR4");
  const { id } = await readyRun();
  // Activity may have to learn first that the run before has changed the totals.
  await until("the period to be locked", async () => {
    const { status } = await post("/v2/periods/lock", { start_date: "2025-03-01", end_date: "2025-03-01" });
    return status === 201;
  });
  const refused = await post(`${RUNS}/${id}/accept`);
  expect([refused.status, refused.json.code]).toEqual([409, "PERIOD_LOCKED"]);
  expect((await post(`${RUNS}/${id}/discard`)).json).toMatchObject({ state: "discarded" });
});
