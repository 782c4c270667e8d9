import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** `VEHICLES=100000 npm test -- tests/e2e/vehicle-deletion` is the whole test. */
const VEHICLES = Number(process.env.VEHICLES ?? 1_000);
const BATCH_MAX = 5_000;
const MONTH = { start_date: "2025-03-01", end_date: "2025-03-31" };
/** Another organization's write waits no longer, although the deletion is running. */
const WRITE_LIMIT_MS = 2_000;
const DELETION_LIMIT_MS = 20_000;
const TOTALS = "/v1/total-impacts?start_date=2025-03-01&end_date=2025-03-31&group_by=category";

let backend: Backend;
let us: Caller;
let them: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  them = backend.caller("iberia");
});

const vehicleOf = (licensePlate: string) => ({
  type: "passenger",
  ownership: "owned",
  license_plate: licensePlate,
  unknown_vehicle_id: catalogueId("unknown_vehicle", "car"),
  country: "ES",
  vehicle_fuel_id: catalogueId("vehicle_fuel", "ES:diesel"),
});

/** Creates records by jobs, and returns their ids. */
async function createAll(path: string, records: object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < records.length; from += BATCH_MAX) {
    const headers = { "idempotency-key": `${path}:${from}` };
    const batch = { records: records.slice(from, from + BATCH_MAX) };
    const { status, json } = await backend.call("POST", path, { as: us, body: batch, headers });
    expect([status, json]).toMatchObject([202, {}]);
    const job = await finished(backend, us, json.id, 120_000);
    expect(job).toMatchObject({ status: "completed" });
    for (let page = 1; (page - 1) * 100 < batch.records.length; page++) {
      const items = await backend.call("GET", `/v2/ingest-jobs/${json.id}/items?size=100&page=${page}`, { as: us });
      ids.push(...items.json.items.map(({ entity_id }: { entity_id: string }) => entity_id));
    }
  }
  return ids;
}

/** Of all vehicles. */
const emissions = async (): Promise<number | undefined> => {
  const { json } = await backend.call("GET", TOTALS, { as: us });
  return json.items.find(({ category }: { category: string }) => category === "vehicles")?.co2e;
};

it("vehicles deleted by filters leave with their consumptions and emissions, and delay no other organization", async () => {
  const plates = Array.from({ length: VEHICLES }, (_, n) => vehicleOf(`M ${n}`));
  const ids = await createAll("/v2/vehicles", plates);
  const litre = { unit_id: unitId("l"), ...MONTH };
  await createAll(
    "/v2/vehicle-consumptions",
    ids.map((vehicle_id) => ({ vehicle_id, quantity: 40, ...litre })),
  );
  expect(await emissions()).toBeGreaterThan(0);
  const { json: list } = await backend.call("GET", "/v1/vehicles?size=1", { as: us });
  expect(list).toMatchObject({ total: VEHICLES });

  let isDeleted = false;
  const writes: number[] = [];
  const others = (async () => {
    while (!isDeleted) {
      const begun = performance.now();
      const body = { ...vehicleOf(`W ${writes.length}`) };
      const { status } = await backend.call("POST", "/v1/vehicles", { as: them, body });
      expect(status).toBe(201);
      writes.push(performance.now() - begun);
    }
  })();
  const begun = performance.now();
  const deletion = await backend.call("POST", "/v1/vehicles/bulk-delete-by-filters", {
    as: us,
    body: { filter_hash: list.filter_hash },
  });
  expect([deletion.status, deletion.json.success_count]).toEqual([200, VEHICLES]);
  await until("no totals", async () => (await emissions()) === undefined, DELETION_LIMIT_MS * 2);
  const took = performance.now() - begun;
  isDeleted = true;
  await others;
  expect(took).toBeLessThan(DELETION_LIMIT_MS);
  expect(Math.max(...writes)).toBeLessThan(WRITE_LIMIT_MS);
  for (const path of ["/v1/vehicles", "/v2/vehicle_consumptions"]) {
    expect((await backend.call("GET", path, { as: us })).json.total).toBe(0);
  }
}, 600_000);
