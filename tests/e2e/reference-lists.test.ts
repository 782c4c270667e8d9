import { catalogueId } from "@emissions/quantity/catalogue-id";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;
beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia", "viewer");
  unit = await unitIds(backend, us);
});

const get = async (path: string, headers: Record<string, string> = us) => {
  const { status, json } = await backend.call("GET", path, { headers });
  return { status, json, said: [status, json.code ?? json.detail?.[0]?.type] };
};

it("vehicle fuels are listed for any valid key or token of any organization", async () => {
  const path = "/v1/vehicle-fuels";
  const { json } = await get(path, { "x-api-key": us["x-api-key"] });
  expect(json.length).toBeGreaterThan(50);
  const diesel = json.find(
    (fuel: { fuel: string; country: string }) => fuel.fuel === "diesel" && fuel.country === "ES",
  );
  expect(diesel.fuel_units).toContainEqual({ id: unit("l"), name: "litre_(l)", type: "liquid" });

  const [{ email, password }] = backend.users as [Backend["users"][number]];
  const login = await backend.call("POST", "/auth/login", { body: { email, password } });
  const others: Record<string, string>[] = [
    { "x-api-key": backend.caller("outsider", "admin")["x-api-key"], "x-organization-id": "no uuid" },
    { authorization: `Bearer ${login.json.access_token}` },
  ];
  for (const headers of others) expect((await get(path, headers)).json).toEqual(json);

  expect((await get(path, {})).said).toEqual([401, "AUTH_REQUIRED"]);
  expect((await get(path, { "x-organization-id": us["x-organization-id"] })).said).toEqual([401, "AUTH_REQUIRED"]);
  const wrong = `${us["x-api-key"].slice(0, -1)}_`;
  expect((await get(path, { ...us, "x-api-key": wrong })).said).toEqual([401, "INVALID_API_KEY"]);
});

it("hotel countries are the same for every organization, and refused in the order of the contract", async () => {
  const path = "/v1/hotel-stays/available-countries";
  const { json } = await get(path);
  expect(json).toEqual(expect.arrayContaining(["ES", "GB", "US"]));
  expect((await get(path, backend.caller("outsider", "admin"))).json).toEqual(json);
  expect((await get(path, {})).said).toEqual([422, "value_error.missing"]);
  expect((await get(path, { "x-api-key": "wrong" })).said).toEqual([422, "value_error.missing"]);
  const keyless = { "x-organization-id": us["x-organization-id"] };
  expect((await get(path, keyless)).said).toEqual([401, "CREDENTIALS_REQUIRED"]);
  expect((await get(path, { ...keyless, "x-api-key": "wrong" })).said).toEqual([401, "INVALID_API_KEY"]);
});

it("places are listed with their coordinates, under stable ids", async () => {
  const { json } = await get("/v1/places?search=barajas&kind=airport");
  expect(json).toMatchObject({
    total: 1,
    items: [{ id: catalogueId("place/airport", "MAD"), code: "MAD", country: "ES", latitude: 40.47193, text: "MAD" }],
  });
  expect((await get("/v1/places?kind=village")).said).toEqual([422, "type_error.enum"]);
});

it("energy suppliers are listed by country, under stable ids", async () => {
  const { json } = await get("/v1/energy-suppliers?country=ES");
  expect(json.length).toBeGreaterThan(400);
  const iberdrola = json.find(
    ({ id }: { id: string }) => id === catalogueId("energy_supplier", "ES/iberdrola_clientes"),
  );
  expect(iberdrola).toMatchObject({ country: "ES", type: "electricity" });
  expect(Object.keys(iberdrola)).toEqual(["id", "name", "country", "type"]);
  expect((await get("/v1/energy-suppliers?country=FR")).json).toEqual([]);
  expect((await get("/v1/energy-suppliers?country=Spain")).said).toEqual([422, "value_error.country"]);
});

it("a waste code leads to its treatments, and these to their factors", async () => {
  const [paper] = (await get("/v1/wastes/ler-codes?search=15+01+01")).json;
  expect(paper).toMatchObject({ code: "15 01 01", hazardous: false });
  expect((await get("/v1/wastes/rd-codes")).json).toHaveLength(29);
  const treatments = (await get(`/v1/wastes/rd-codes?ler_code_id=${paper.id}`)).json;
  const { items } = (await get("/v1/waste-efs?region=GLO&low_code=150101")).json;
  const codes = treatments.map(({ code }: { code: string }) => code);
  expect(codes).toContain("R03");
  expect(items.map(({ rd_code }: { rd_code: string }) => rd_code)).toEqual(codes);
  const factor = (await get(`/v1/emission-factors/library/${items[0].id}`)).json.factor;
  expect(factor).toMatchObject({ category: "waste", key: `150101/${codes[0]}`, region: "GLO" });
});

it("quantities are converted exactly", async () => {
  const path = `/v2/units/conversion?quantity=12&from_unit_id=${unit("short_ton")}&to_unit_id=`;
  expect((await get(path + unit("t"))).json).toMatchObject({
    quantity: 12,
    from_unit: { name: "short_ton_(short_ton)" },
    result: 10.88621688,
    to_unit: { name: "tonne_(t)" },
    formula: "12 * 907.18474 / 1000",
  });
  expect((await get(path + unit("kWh"))).said).toEqual([422, "UNIT_NOT_CONVERTIBLE"]);
});
