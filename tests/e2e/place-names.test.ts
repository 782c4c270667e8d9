import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { importer, importForm } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia");
});

const send = (method: string, path: string, body?: unknown) => backend.call(method, path, { as: us, body });

const TRIPS = [
  "Fecha;Medio;Origen;Destino;Clase;Nombre",
  "14/03/2025;avión;Madrid;Londres;economy;London",
  "14/03/2025;avión;Madrid, ES;London, GB;economy;London with its country",
  "15/03/2025;avión;Madrid;Ginebra;economy;Geneva",
  "16/03/2025;avión;Madrid;Atenas;economy;Athens",
  "18/03/2025;coche;Madrid, ES;Vitoria;;Vitoria",
  "19/03/2025;tren;Madrid;Guadalajara;;Guadalajara",
].join("\r\n");

const MAPPING = {
  Fecha: "travel_date",
  Medio: "transport_type",
  Origen: "origin",
  Destino: "destination",
  Clase: "cabin_class",
  Nombre: "name",
};

it("trips of a Spanish file have their places in Europe, and the preview says which were chosen among several", async () => {
  const form = importForm(
    { template_id: "business_travels", numeric_locale: "es_ES", date_locale: "es_ES" },
    { name: "viajes.csv", content: TRIPS },
  );
  const { json: created } = await backend.call("POST", "/v2/imports/sessions", { as: us, ...form });
  const session = `/v2/imports/${created.import_id}`;
  const { json: validated } = await send("POST", `${session}/validate`, { mapping: MAPPING });
  expect(validated).toMatchObject({ valid_rows: 6, error_rows: 0 });
  expect(validated.rows[5].notices.destination).toMatchObject([
    { code: "place_chosen", message: 'read as "Guadalajara, ES", one of several places of the name' },
  ]);
  expect(validated.rows[1].notices).toEqual({});

  const { json: submitted } = await send("POST", `${session}/submit`, {});
  expect(await finished(backend, us, submitted.processing_job_id)).toMatchObject({ succeeded_items: 6 });
  const { items } = await until("all trips", async () => {
    const { json } = await send("GET", `/v1/business-travels?file_id[]=${submitted.file_id}`);
    return json.total === 6 && json;
  });
  const byName = new Map<string, Record<string, number> & { journey: Record<string, unknown> }>(
    items.map((item: { name: string }) => [item.name, item]),
  );
  const kg = (name: string) => byName.get(name)!.co2e!;
  expect(kg("London")).toBe(kg("London with its country"));
  expect(kg("London")).toBeCloseTo(158.91, 2);
  // 1022.8 km at 0.10916 kg: DESNZ 2025, international, to/from non-UK, economy.
  expect(kg("Geneva")).toBeCloseTo(111.65, 2);
  expect(kg("Vitoria")).toBeGreaterThan(60);
  expect(kg("Vitoria")).toBeLessThan(80);
  expect(kg("Guadalajara")).toBeCloseTo(2, 0);
  expect(byName.get("Guadalajara")!.journey).toMatchObject({
    destination: { country: "ES" },
    chosen_places: ["origin", "destination"],
    explanation: expect.stringContaining('"Guadalajara" was read as "Guadalajara, ES", and not as'),
  });
});

it.each([
  ["Zaragoza", "Londres", 749.49, 1557.7],
  ["Zaragoza", "London, GB", 749.49, 1557.7],
  ["Madrid", "Vitoria", 190, null],
  ["Madrid", "Marsella", 558.28, null],
])("5 t by lorry from %s to %s are %d kg", async (origin, destination, kg, km) => {
  const leg = { toc: "artic_truck_diesel", load: 5000, load_unit: "kg", shipment_date: "2025-03-14" };
  const { status, json } = await send("POST", "/v1/logistics/requests", { ...leg, origin, destination });
  expect([status, json.error_messages]).toEqual([200, []]);
  if (km === null) expect(Math.abs(json.kgco2e / kg - 1)).toBeLessThan(0.03);
  else expect([json.kgco2e.toFixed(2), json.distance_km]).toEqual([kg.toFixed(2), km]);
  expect(json.estimated_data).toContain("distance_km");
});

it.each([
  ["car", "Madrid", "New York"],
  ["train", "Barcelona", "Palma de Mallorca"],
  ["bus", "Algeciras", "Tánger"],
])("a trip by %s from %s to %s needs the distance with the ferry", async (transport_type, origin, destination) => {
  const trip = { travel_date: "2025-03-14", transport_type };
  const refused = await send("POST", "/v1/business-travels", { ...trip, origin, destination });
  expect([refused.status, refused.json.detail]).toMatchObject([
    422,
    [{ loc: ["body", "distance_km"], type: "value_error.no_land_route" }],
  ]);
  expect((await send("POST", "/v1/business-travels", { ...trip, distance_km: 700 })).status).toBe(201);
});

it.each([
  ["TXL", "2019-05-06", 1853.7],
  ["BER", "2021-05-06", 1850.9],
  ["IST", "2019-04-05", 2713.3],
  ["IST", "2019-04-06", 2702.2],
  ["KIV", "2023-06-01", 2687.7],
  ["RMO", "2024-06-01", 2687.7],
])("a flight from Madrid to %s on %s is %d km", async (destination, travel_date, kilometres) => {
  const trip = { travel_date, transport_type: "aircraft", origin: "MAD", destination };
  const { status, json } = await send("POST", "/v1/business-travels", trip);
  expect([status, json.kilometres, json.journey?.destination.code]).toEqual([201, kilometres, destination]);
});

it("a flight after the last day of a code is refused with the code of that day", async () => {
  const trip = { travel_date: "2021-03-01", transport_type: "aircraft", origin: "MAD", destination: "TXL" };
  const { status, json } = await send("POST", "/v1/business-travels", trip);
  const error = {
    type: "value_error.place_not_in_use",
    msg: expect.stringContaining('until 8 November 2020. Since then, write "BER"'),
  };
  expect([status, json.detail]).toMatchObject([422, [{ loc: ["body", "destination"], ...error }]]);
});

it("rows of a file are refused at the validation by the days of a code", async () => {
  const { upload, validate } = importer(backend, us);
  const rows = ["Fecha,Medio,Origen,Destino", "2019-05-06,avión,MAD,TXL", "2023-05-06,avión,MAD,TXL"];
  const mapping = { Fecha: "travel_date", Medio: "transport_type", Origen: "origin", Destino: "destination" };
  const validated = await validate(await upload("business_travels", rows), mapping);
  expect(validated).toMatchObject({ valid_rows: 1, error_rows: 1 });
  expect(validated.rows.map(({ errors }: { errors: object }) => errors)).toEqual([
    {},
    {
      destination: [
        {
          code: "value_error.place_not_in_use",
          message: expect.stringContaining('until 8 November 2020. Since then, write "BER"'),
        },
      ],
    },
  ]);
});

it("the list of places has the days of a code", async () => {
  const { json } = await send("GET", "/v1/places?search=tegel&kind=airport");
  expect(json.items).toMatchObject([{ code: "TXL", text: "TXL", valid_from: null, valid_to: "2020-11-08" }]);
});

it("a site in Kosovo is recorded", async () => {
  const site = { name: `Prishtina ${Date.now()}`, type: "factory", country: "XK" };
  const { status, json } = await send("POST", "/v1/facilities", site);
  expect([status, json.country]).toEqual([201, "XK"]);
});
