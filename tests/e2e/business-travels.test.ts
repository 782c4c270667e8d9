import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/business-travels";
const DAY = "2025-05-14";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
});

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
const travelTotal = async () =>
  (await get(`/v1/total-impacts?start_date=${DAY}&end_date=${DAY}&group_by=ghg_category`)).items.find(
    ({ ghg_category }: Record<string, string>) => ghg_category === "business_travel",
  )?.co2e ?? 0;

const TRAIN = { travel_date: DAY, transport_type: "train", distance_km: 621, travel_number: 3, round_trip: true };
const FLIGHT = { travel_date: DAY, transport_type: "aircraft", origin: "MAD", destination: "JFK" };

it("a batch of business travels is measured, calculated, explained and in the totals of category 6", async () => {
  const before = await travelTotal();
  const records = [TRAIN, FLIGHT].map((travel) => ({ ...travel, source: "e2e" }));
  const batch = await post("/v2/business-travels", { records }, { "idempotency-key": newId() });
  expect([batch.status, batch.text]).toEqual([202, expect.any(String)]);
  expect(await finished(backend, us, batch.json.id)).toMatchObject({ status: "completed", succeeded_items: 2 });

  const { items, filter_hash } = await get(`${ALL}?source[]=e2e&sort=created_at`);
  expect(items).toMatchObject([
    { status: "active", kilometres: 621, journey: null },
    { status: "active", distance_km: null, journey: { origin: { country: "ES" }, destination: { country: "US" } } },
  ]);
  const [train, flight] = items;
  expect(flight.kilometres).toBeGreaterThan(5_700);
  expect(flight.kilometres).toBeLessThan(5_800);
  const explained = await get(`${ALL}/${flight.id}/calculation`);
  expect(explained.input).toMatchObject({
    quantity: { value: flight.kilometres, unit: "pkm" },
    journey: flight.journey,
    selector: { travel: { origin_country: "ES", destination_country: "US" } },
  });
  expect((await get(`${ALL}/${train.id}/calculation`)).input).toMatchObject({
    quantity: { value: 3726 },
    allocation: "621 * 3 * 2",
  });

  const kilograms = train.co2e + flight.co2e;
  const totals = await get(`${ALL}/totals?source[]=e2e`);
  expect(totals).toMatchObject({ total_travels: 2, total_kilometres: 3726 + flight.kilometres });
  expect(totals.total_co2e).toBeCloseTo(kilograms, 9);
  expect((await travelTotal()) - before).toBeCloseTo(kilograms / 1000, 9);
  const deleted = await post(`${ALL}/bulk-delete-by-filters?source[]=e2e`, { filter_hash });
  expect(deleted.json).toMatchObject({ success_count: 2 });
  await until("totals without the trips", async () => (await travelTotal()) === before);
});

it("a place that is not known refuses a business travel with the nearest spellings", async () => {
  const { status, json } = await post(ALL, { ...FLIGHT, transport_type: "train", origin: "Barcelnoa, ES" });
  expect([status, json.detail]).toMatchObject([
    422,
    [{ loc: ["body", "origin"], type: "value_error.place_not_found" }],
  ]);
  expect(json.detail[0].msg).toContain("Barcelona");
});
