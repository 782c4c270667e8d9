import { unitId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const RECHARGES = "/v1/logistics/recharges";
const DAY = "2025-05-17";
/** The contract fixes the id. */
const DIESEL = "f51a1645-c201-43da-9dcd-6408be3cb517";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
});

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
const post = (path: string, body: unknown) => backend.call("POST", path, { as: us, body });
const total = async () => (await get(`/v1/total-impacts?start_date=${DAY}&end_date=${DAY}`)).total_co2e;

it("a recharge is answered with its emissions, explained later with the same ones, and in the totals in place of legs", async () => {
  const before = await total();
  const recharge = { fuel_id: DIESEL, country: "GB", date: DAY, quantity: 60, vehicle_license_plate: "AB12 CDE" };
  const { status, json } = await post(RECHARGES, recharge);
  // DESNZ 2025, diesel with the average share of biofuel: 60 l * 2.57082 kg/l, and 60 l * 0.61101 kg/l.
  const kilograms = { co2e: 190.9098, co2e_operation: 154.2492, co2e_energy_provision: 36.6606 };
  expect([status, json]).toMatchObject([200, { ...recharge, ...kilograms, fuel_name: "diesel", unit: "l" }]);
  const explain = () => get(`${RECHARGES}/${json.id}/calculation`);
  await until("the calculation is stored", async () => (await explain()).status === "calculated");
  const { impacts } = await explain();
  expect(impacts.map(({ scope, co2e }: Record<string, unknown>) => [scope, co2e]).sort()).toEqual([
    [1, 154.2492],
    [3, 36.6606],
  ]);
  const withFuel = before + 0.1909098;
  await until("the fuel is in the totals", async () => Math.abs((await total()) - withFuel) < 1e-12);
  // Two thirds of the tonne-kilometres, and one third: the empty way back is in the fuel.
  const leg = {
    toc: "van_diesel",
    shipment_date: DAY,
    vehicle_license_plate: "AB12CDE",
    load_unit: "ton",
    distance_km: 50,
  };
  const legs = await Promise.all(
    [2, 1].map(async (load) => (await post("/v1/logistics/requests", { ...leg, load })).json.id),
  );
  const shares = await Promise.all(legs.map(async (id) => (await get(`/v1/logistics/requests/${id}`)).allocation));
  expect(shares).toMatchObject([
    { run: "AB12CDE 2025-05", run_tkm: 150, run_co2e: 190.9098, co2e: 127.2732, operation_co2e: 102.8328 },
    { run_co2e: 190.9098, co2e: 63.6366, energy_provision_co2e: 12.2202 },
  ]);
  await until("the legs are explained", async () => {
    const { input } = await get(`/v1/logistics/requests/${legs[1]}/calculation`);
    return input?.left_out_of_totals === true && input.left_out_because !== "";
  });
  expect(await total()).toBeCloseTo(withFuel, 12);
  const again = await post(RECHARGES, { ...recharge, quantity: "60.0", vehicle_license_plate: "ab12-cde" });
  expect(again.json).toMatchObject({ id: json.id, ...kilograms });
  expect((await get(`${RECHARGES}?search=ab12cde`)).total).toBe(1);
  for (const id of legs) await backend.call("DELETE", `/v1/logistics/requests/${id}`, { as: us });
  await backend.call("DELETE", `${RECHARGES}/${json.id}`, { as: us });
  await until("the fuel has left the totals", async () => (await total()) === before);
});

it("an own hub shows the emissions of its facility, and every hub the country of its address", async () => {
  const facility = { name: "Depot", type: "warehouse", country: "ES" };
  const { items } = (await post("/v2/facilities", { records: [facility] })).json;
  const hub = { name: "Own hub", type: "owned", facility_id: items[0].id, address: "Valencia, ES" };
  const { id, country, co2e } = (await post("/v1/logistic-hubs", hub)).json;
  expect([country, co2e]).toEqual(["ES", 0]);
  const days = { start_date: DAY, end_date: DAY };
  const amount = { base_quantity: 7, unit_id: unitId("kWh") };
  expect(
    (await post("/v1/invoices", { type: "electricity", ...amount, ...days, facility_id: items[0].id })).status,
  ).toBe(201);
  await until("the emissions of the facility", async () => (await get(`/v1/logistic-hubs/${id}`)).co2e > 0);
  const shown = await get(`/v1/logistic-hubs/${id}`);
  expect(shown.co2e).toBe((await get(`/v1/facilities/${items[0].id}`)).co2e);
  await backend.call("DELETE", `/v1/facilities/${items[0].id}`, { as: us });
  expect(await get(`/v1/logistic-hubs/${id}`)).toMatchObject({ co2e: 0, facility_id: null });
  expect((await backend.call("DELETE", `/v1/logistic-hubs/${id}`, { as: us })).status).toBe(204);
});

it("a hub of another company has the hub parts of its legs, to the last digit, until they are deleted", async () => {
  const warehouse = { name: "Warehouse of others", type: "subcontracted", category: "warehouse_ambient" };
  const { id: hub_id } = (await post("/v1/logistic-hubs", warehouse)).json;
  const leg = { toc: "van_diesel", distance_km: 203, load: 5000, shipment_date: DAY, hub_id };
  const first = await post("/v1/logistics/requests", { ...leg, movement_id: "HUB-1" });
  const second = await post("/v1/logistics/requests", { ...leg, movement_id: "HUB-2", load: 1234.5 });
  expect([first.status, second.status]).toEqual([200, 200]);
  const sum = async () => (await get(`/v1/logistic-hubs/${hub_id}`)).co2e;
  const parts = [first.json.hub_co2e, second.json.hub_co2e];
  expect(parts[0]).toBeGreaterThan(0);
  // Kilograms per tonne are the same for both loads.
  expect(parts[1]).toBeCloseTo((parts[0] * 1234.5) / 5000, 9);
  expect(await sum()).toBeCloseTo(parts[0] + parts[1], 9);
  const explained = () => get(`/v1/logistics/requests/${first.json.id}/calculation`);
  await until("the calculation is stored", async () => (await explained()).status === "calculated");
  await post("/v1/logistics/requests", { ...leg, movement_id: "HUB-2", load: 2500 });
  expect(await sum()).toBeCloseTo(parts[0] * 1.5, 9);
  const inUse = await backend.call("DELETE", `/v1/logistic-hubs/${hub_id}`, { as: us });
  expect([inUse.status, inUse.json.code]).toEqual([409, "LOGISTIC_HUB_IN_USE"]);
  for (const { json } of [first, second]) await backend.call("DELETE", `/v1/logistics/requests/${json.id}`, { as: us });
  expect(await sum()).toBe(0);
  expect((await backend.call("DELETE", `/v1/logistic-hubs/${hub_id}`, { as: us })).status).toBe(204);
});
