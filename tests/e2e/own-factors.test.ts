import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let as: Caller;
let unit: (code: string) => string;
let records: string;

beforeAll(async () => {
  backend = await sharedBackend();
  as = backend.caller("holding");
  unit = await unitIds(backend, as);
  const databases = "/v1/emission-factors/custom-databases";
  const versions = `${databases}/${await created(databases, { name: "Suppliers" })}/versions`;
  records = `${versions}/${await created(versions, { name: "2025" })}/records`;
});

async function created(path: string, body: object): Promise<string> {
  const { status, json } = await backend.call("POST", path, { as, body });
  // A leg is calculated in the call, and answered with 200.
  expect([path === "/v1/logistics/requests" ? 200 : 201, {}], path).toMatchObject([status, {}]);
  return json.id;
}

const own = (unitCode: string, category: string, value: string) =>
  created(records, {
    name: `Own ${category}`,
    unit_id: unit(unitCode),
    tag: "simple",
    activity_categories: [category],
    factors: [{ gas_type: "co2e", value }],
  });

const SECTION = { transport_type: "road", travel_method: "truck", kms_manual: 200 };

// Quantity times factor, by hand; the method is the supplier-specific one of the Technical Guidance, categories 4 to 11.
it.each<[path: string, body: () => object, unit: string, category: string, factor: string, co2e: number]>([
  [
    "/v1/hotel-stays",
    () => ({ check_in_date: "2025-03-01", check_out_date: "2025-03-04", country: "AD", rooms: 2 }),
    "room_night",
    "hotel_stays",
    "4.5",
    27,
  ],
  [
    "/v1/business-travels",
    () => ({
      travel_date: "2025-03-01",
      transport_type: "aircraft",
      distance_km: 500,
      flight_type: "short_haul_international",
      round_trip: true,
    }),
    "pkm",
    "business_travels",
    "0.0875",
    87.5,
  ],
  [
    "/v1/transports",
    () => ({
      transport_date: "2025-03-01",
      quantity_transported: 10,
      unit_id: unit("t"),
      transport_direction: "upstream",
      sections: [SECTION, SECTION],
    }),
    "tkm",
    "logistics",
    "0.06",
    240,
  ],
  [
    "/v1/logistics/requests",
    () => ({ toc: "artic_truck_diesel", load: 5000, distance_km: 203 }),
    "tkm",
    "logistics",
    "0.06",
    60.9,
  ],
])(
  "an own factor prices a record of %s, as the figure of the supplier",
  async (path, body, code, category, factor, co2e) => {
    const customEfRecordId = await own(code, category, factor);
    const id = await created(path, { ...body(), custom_ef_record_id: customEfRecordId });
    const get = async (url: string) => (await backend.call("GET", url, { as })).json;
    const record = await until(`the calculation of ${path}/${id}`, async () => {
      const json = await get(`${path}/${id}`);
      return json.calculation_status !== "pending" && json;
    });
    expect(record).toMatchObject({ co2e, custom_ef_record_id: customEfRecordId, fitness: [] });
  },
);
