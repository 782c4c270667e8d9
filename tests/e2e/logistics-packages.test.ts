import { ileapViolations } from "@emissions/gateway/test/ileap-rules";
import { newId } from "@emissions/kit/process/id";
import { parse, plain } from "@emissions/quantity/decimal";
import { beforeAll, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia", "admin");
});

const REQUESTS = "/v1/logistics/requests";
const PACKAGES = "/v1/logistics/packages";
const get = async (path: string) => {
  const { status, json } = await backend.call("GET", path, { as: us });
  expect([path, status]).toEqual([path, 200]);
  return json;
};

it("a package is the sum of its legs, and a valid transport chain of iLEAP, until it has no legs", async () => {
  const key = newId();
  const common = { package_key: key, movement_id: `M ${key}`, client: "C-1", shipment_date: "2025-03-01" };
  const hub = { name: `Hub ${key}`, type: "subcontracted", category: "transshipment_ambient" };
  const hub_id = (await backend.call("POST", "/v1/logistic-hubs", { as: us, body: hub })).json.id;
  const legs = [];
  for (const leg of [
    { toc: "van_diesel", load: 5, load_unit: "ton", distance_km: 203, hub_id, movement_stage: "1" },
    { category: "road", load: 5000, load_factor: 0.5, distance_km: "12.34567", cleaning: true, movement_stage: "2" },
    { category: "air", load: 2500, origin: "MAD", destination: "JFK", movement_stage: "3" },
  ]) {
    const { status, json } = await backend.call("POST", REQUESTS, { as: us, body: { ...common, ...leg } });
    expect([status, json.co2e]).toEqual([200, expect.any(Number)]);
    legs.push(json);
  }
  const { items, total } = await get(`${PACKAGES}?package_key=${key}`);
  expect([total, items[0].legs.map(({ id }: { id: string }) => id)]).toEqual([1, legs.map(({ id }) => id)]);
  const one = await get(`${PACKAGES}/${legs[0].package_id}`);
  expect(one).toEqual(items[0]);
  const sum = (values: string[]) => plain(values.map(parse).reduce((all, value) => all.plus(value)));
  expect(one).toMatchObject({
    ...{ shipment_id: `M ${key}`, client_billing_id: "C-1", weight_kg: 5000 },
    total_distance_km: Number(sum(legs.map(({ distance_km }) => String(distance_km)))),
    ...{ total_co2e: Number(sum(legs.map(({ co2e }) => String(co2e)))), status: "active" },
  });
  const footprint = await get(`${PACKAGES}/${one.id}/ileap`);
  expect(ileapViolations(footprint, new Set([legs[2].toc_id]))).toEqual([]);
  expect(footprint.tces[1]).toMatchObject({ tceId: `${legs[0].id}-hub`, hocId: hub_id, co2eWTW: "6" });
  expect(footprint.tces[3]).toMatchObject({ origin: { iata: "MAD" }, distance: { gcd: expect.any(String) } });
  const emissions = footprint.tces.map(({ co2eWTW }: { co2eWTW: string }) => co2eWTW);
  expect(Number(sum(emissions))).toBe(one.total_co2e);
  for (const { id } of legs) {
    expect((await backend.call("DELETE", `${REQUESTS}/${id}`, { as: us })).status).toBe(204);
  }
  expect(await get(`${PACKAGES}/${one.id}`)).toMatchObject({ status: "inactive", total_co2e: null, legs: [] });
  const refused = await backend.call("GET", `${PACKAGES}/${one.id}/ileap`, { as: us });
  expect([refused.status, refused.json.code]).toEqual([409, "FOOTPRINT_INCOMPLETE"]);
});
