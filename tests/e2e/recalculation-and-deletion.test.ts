import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, finished, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const INVOICES = 30;
const ENDED = ["completed", "completed_with_errors"];
/** The deletion itself must end the job: the sweep for overdue items looks at it after 30 s (OVERDUE_S) only. */
const END_LIMIT_MS = 10_000;

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});

const send = (method: string, path: string, body?: object) =>
  backend.call(method, path, { as: us, ...(body && { body }) });
const totalOf = async (list: string) => (await send("GET", `/v1/${list}`)).json.total;

/** A facility with calculated heat invoices. */
async function facilityWithInvoices() {
  const records = [{ name: "Plant", type: "factory", country: "GB" }];
  const facility: string = (await send("POST", "/v2/facilities", { records })).json.items[0].id;
  const made = Array.from({ length: INVOICES }, async (_, n) => {
    const { json } = await send("POST", "/v1/invoices", {
      type: "heat",
      facility_id: facility,
      facility_fuel_id: catalogueId("facility_fuel", "fuels/natural_gas"),
      base_quantity: n + 1,
      unit_id: unit("kWh"),
      start_date: "2025-03-01",
      end_date: "2025-03-31",
    });
    return json.id as string;
  });
  const invoices = await Promise.all(made);
  await until("invoices with numbers", async () => (await totalOf("invoices?co2e_status=calculated")) === INVOICES);
  return { facility, invoices };
}

const recalculate = (invoice_ids: string[]) =>
  send("POST", "/v1/invoices/recalculate", { invoice_ids, activity_categories: ["stationary"] });

/** Invoices and totals become empty and stay so. */
async function expectNothingLeft() {
  await until("no invoices", async () => (await totalOf("invoices")) === 0);
  const path = "/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31&group_by=category";
  await until("no totals", async () => (await send("GET", path)).json.total_co2e === 0);
  expect((await send("GET", path)).json).toMatchObject({ total_co2e: 0 });
}

describe("a facility that is deleted during the recalculation of its invoices", () => {
  it.each([
    ["by itself", (id: string) => send("DELETE", `/v1/facilities/${id}`)],
    ["as a job", (facility_id: string) => send("POST", "/v2/facilities/delete", { facility_ids: [facility_id] })],
  ])("%s leaves no rows, and every job ends", async (_, remove) => {
    for (let round = 0; round < 3; round++) {
      const { facility, invoices } = await facilityWithInvoices();
      const half = invoices.slice(0, INVOICES / 2);
      const [first, removal, second] = await Promise.all([recalculate(invoices), remove(facility), recalculate(half)]);
      expect([first.status, second.status]).toEqual([202, 202]);
      expect([202, 204]).toContain(removal.status);
      const jobs: string[] = [first, second].flatMap(({ json }) => json.processing_job_ids);
      for (const job of removal.status === 202 ? [...jobs, removal.json.id] : jobs) {
        expect(ENDED).toContain((await finished(backend, us, job, END_LIMIT_MS)).status);
      }
      expect((await send("GET", `/v1/facilities/${facility}`)).status).toBe(404);
      await expectNothingLeft();
    }
  });
});
