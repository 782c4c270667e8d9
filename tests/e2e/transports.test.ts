import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/transports";
const DAY = "2025-05-21";
const COUNTS = `${ALL}/counts?transport_direction=downstream`;

let backend: Backend;
let us: Caller;
let unit: Awaited<ReturnType<typeof unitIds>>;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
const total = async () =>
  (await get(`/v1/total-impacts?start_date=${DAY}&end_date=${DAY}&group_by=category`)).items.find(
    ({ category }: Record<string, string>) => category === "goods_shipped",
  )?.co2e ?? 0;

it("a batch of routes is measured, calculated by section, explained, counted and in the totals of goods shipped", async () => {
  const [before, counted] = [await total(), await get(COUNTS)];
  const load = { transport_date: DAY, quantity_transported: 5, unit_id: unit("t"), transport_direction: "downstream" };
  const truck = { transport_type: "road", travel_method: "truck", kms_manual: 203 };
  const unknown = { transport_type: "do_not_know", origin: "Madrid, ES", destination: "JFK" };
  const air = { transport_type: "air", origin: "MAD", destination: "JFK" };
  const ship = { transport_type: "maritime", origin: "ESVLC", destination: "CNSHA" };
  const records = [
    { ...load, name: "e2e sections", sections: [truck, unknown, air, ship] },
    { ...load, name: "e2e unknown place", sections: [truck, { ...air, origin: "Barcelnoa, ES" }] },
  ];
  const batch = await post("/v2/transports", { records }, { "idempotency-key": newId() });
  expect([batch.status, batch.text]).toEqual([202, expect.any(String)]);
  const job = await finished(backend, us, batch.json.id);
  expect(job).toMatchObject({ status: "completed_with_errors", succeeded_items: 1, failed_items: 1 });

  const { items, filter_hash } = await get(`${ALL}?search=e2e&sort=name`);
  const [route, failed] = items;
  expect(route).toMatchObject({
    status: "active",
    emissions: [{ category: "goods_shipped", scope: 3, co2e: route.co2e }],
  });
  expect(route.sections).toMatchObject([
    { kms: 203, kms_source: "manual", status: "active", step: "done" },
    { inferred_transport_type: "air", status: "active" },
    { kms_source: "haversine", journey: { origin: { country: "ES" } } },
    { kms_source: "searoute" },
  ]);
  const sum = route.sections.reduce((all: number, { co2e }: { co2e: number }) => all + co2e, 0);
  expect(sum).toBeCloseTo(route.co2e, 6);
  const [, wrong] = failed.sections;
  expect([failed.status, failed.co2e, wrong.status]).toEqual(["error", null, "error"]);
  expect(wrong.suggestions.join()).toContain("Barcelona");

  const explained = await get(`${ALL}/${route.id}/calculation`);
  expect(explained.parts).toHaveLength(8);
  expect(explained.parts[1]).toMatchObject({
    part: "section_1_energy_provision",
    allocation: "(5 * 1000 / 1000) * 203",
  });
  expect((await total()) - before).toBeCloseTo(route.co2e / 1000, 9);
  const deleted = await post(`${ALL}/bulk-delete-by-filters?search=e2e`, { filter_hash });
  expect(deleted.json).toMatchObject({ success_count: 2 });
  await until("totals without the routes", async () => (await total()) === before);
  expect(await get(COUNTS)).toEqual({ ...counted, active: counted.active + 2 });
});
