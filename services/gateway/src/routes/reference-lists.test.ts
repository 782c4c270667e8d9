import { PlaceKind, PlaceSchema, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { describe, expect, it } from "vitest";
import { as, EMAIL, keys, lookUpsIn, OURS, SESSION, USER } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { sample } from "../../test/samples.ts";

const BARCELONA = sample(PlaceSchema, {
  name: "Josep Tarradellas Barcelona-El Prat Airport",
  kind: PlaceKind.AIRPORT,
  code: "BCN",
  latitude: "41.2971",
  longitude: "2.07846",
});

const { app, tokens, calls } = await gateway({ samples: [BARCELONA] });
const get = (url: string, headers: Record<string, string> = as("viewer")) => app.inject({ url, headers });
const said = async (url: string, headers: Record<string, string>) => {
  const answer = await get(url, headers);
  return [answer.statusCode, answer.json().code ?? answer.json().detail?.[0]?.type];
};
const token = async () => ({
  authorization: `Bearer ${await tokens.issue!({ userId: USER, email: EMAIL, sessionId: SESSION })}`,
});

describe("GET /v1/vehicle-fuels", () => {
  const url = "/v1/vehicle-fuels";

  it.each(Object.keys(keys) as (keyof typeof keys)[])("needs only a key, such as that of %s", async (who) => {
    const answer = await get(url, { "x-api-key": keys[who].key });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      [
        {
          id: OURS,
          fuel: "diesel",
          country: "ES",
          fuel_units: [],
          created_at: "2026-01-31T10:00:00.000Z",
          updated_at: null,
        },
      ],
    ]);
  });

  it.each([
    ["no header at all", {}, 401, "AUTH_REQUIRED"],
    ["an empty key", { "x-api-key": "" }, 401, "AUTH_REQUIRED"],
    ["an organization without a key", { "x-organization-id": OURS }, 401, "AUTH_REQUIRED"],
    ["an unknown key", { "x-api-key": "nobody" }, 401, "INVALID_API_KEY"],
    ["a very long key", { "x-api-key": "x".repeat(5000) }, 401, "INVALID_API_KEY"],
    [
      "an unknown key with an organization",
      { "x-api-key": "nobody", "x-organization-id": OURS },
      401,
      "INVALID_API_KEY",
    ],
    ["a token that is none", { authorization: "Bearer x.y.z" }, 401, "INVALID_TOKEN"],
    ["a wrong key beside a token", { "x-api-key": "nobody", authorization: "Bearer x.y.z" }, 401, "INVALID_API_KEY"],
    ["the key of a leaver", { "x-api-key": "key-of-a-leaver" }, 403, "LOGGED_USER_NOT_MEMBER"],
  ])("refuses %s", async (_what, headers: Record<string, string>, status, code) => {
    expect(await said(url, headers)).toEqual([status, code]);
  });

  it.each([
    ["that is no uuid", "1"],
    ["of somebody else", keys.stranger.organization],
  ])("ignores an organization %s", async (_what, organization) => {
    const answer = await get(url, { "x-api-key": keys.viewer.key, "x-organization-id": organization });
    expect(answer.statusCode).toBe(200);
  });

  it("accepts a valid token instead of a key", async () => {
    expect((await get(url, await token())).statusCode).toBe(200);
  });

  it("caches the key, separately from its use with an organization, until access changes", async () => {
    const { app, calls, members } = await gateway();
    const ask = () => app.inject({ url, headers: { "x-api-key": keys.viewer.key } });
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(lookUpsIn(calls)).toBe(1);
    await app.inject({ url: "/v1/countries", headers: as("viewer") });
    expect(lookUpsIn(calls)).toBe(2);
    members.drop(OURS);
    await ask();
    expect(lookUpsIn(calls)).toBe(3);
  });

  it("limits addresses that guess, but no right keys there", async () => {
    const { app } = await gateway({ failedLoginsPerMinute: 5 });
    const ask = async (key: string) => (await app.inject({ url, headers: { "x-api-key": key } })).statusCode;
    expect(await ask(keys.viewer.key)).toBe(200);
    for (let n = 0; n < 5; n++) expect(await ask(`guess-${n}`)).toBe(401);
    expect(await ask("guess-5")).toBe(429);
    expect(await ask(keys.viewer.key)).toBe(200);
    // Its first use.
    expect(await ask(keys.editor.key)).toBe(200);
  });
});

describe("GET /v1/hotel-stays/available-countries", () => {
  const url = "/v1/hotel-stays/available-countries";

  it("is a bare list of codes", async () => {
    expect((await get(url)).json()).toEqual(["ES", "FR"]);
    expect((await get(url, { ...(await token()), "x-organization-id": OURS })).statusCode).toBe(200);
  });

  it.each([
    ["nothing", {}, 422, "value_error.missing"],
    ["a key without an organization", { "x-api-key": keys.viewer.key }, 422, "value_error.missing"],
    ["a wrong key without an organization", { "x-api-key": "nobody" }, 422, "value_error.missing"],
    ["an organization that is no uuid", { "x-organization-id": "1" }, 422, "type_error.uuid"],
    ["an organization without credentials", { "x-organization-id": OURS }, 401, "CREDENTIALS_REQUIRED"],
    ["an empty key", { "x-organization-id": OURS, "x-api-key": "" }, 401, "CREDENTIALS_REQUIRED"],
    ["another scheme", { "x-organization-id": OURS, authorization: "Basic abc" }, 401, "CREDENTIALS_REQUIRED"],
    ["a wrong key", { "x-organization-id": OURS, "x-api-key": "nobody" }, 401, "INVALID_API_KEY"],
    ["a stranger's key", { "x-organization-id": OURS, "x-api-key": keys.stranger.key }, 401, "INVALID_API_KEY"],
    ["a token that is none", { "x-organization-id": OURS, authorization: "Bearer x.y.z" }, 401, "INVALID_TOKEN"],
    ["a leaver", { "x-organization-id": OURS, "x-api-key": "key-of-a-leaver" }, 403, "LOGGED_USER_NOT_MEMBER"],
  ])("refuses %s", async (_what, headers: Record<string, string>, status, code) => {
    expect(await said(url, headers)).toEqual([status, code]);
  });
});

describe("GET /v1/energy-suppliers", () => {
  const url = "/v1/energy-suppliers";

  it("is a bare list with a filter by country", async () => {
    const all = (await get(url)).json();
    expect(all).toEqual([{ id: OURS, name: "Iberia Power", country: "ES", type: "electricity" }]);
    expect((await get(`${url}?country=ES`)).json()).toEqual(all);
    expect((await get(`${url}?country=FR`)).json()).toEqual([]);
    expect(await said(`${url}?country=Spain`, as("viewer"))).toEqual([422, "value_error.country"]);
  });
});

describe("GET /v2/grid-zones", () => {
  const url = "/v2/grid-zones";

  it("is a page of zones with a filter by country", async () => {
    const zone = { grid_zone: "camx", name: "WECC California", country: "US", figures: "direct" };
    expect((await get(`${url}?country=US`)).json()).toMatchObject({ items: [zone], total: 1, page: 1, size: 50 });
    expect((await get(`${url}?country=ES`)).json()).toMatchObject({ items: [] });
    expect(await said(`${url}?country=Spain`, as("viewer"))).toEqual([422, "value_error.country"]);
  });
});

describe("GET /v1/places", () => {
  it("is a page of places with exact coordinates, and passes on every filter", async () => {
    const answer = await get("/v1/places?search=bcn&kind=airport&country=ES&page=2&size=10");
    expect(answer.json()).toMatchObject({ page: 2, size: 10, items: [{ kind: "airport", code: "BCN" }] });
    expect(answer.body).toContain('"latitude":41.2971,"longitude":2.07846');
    expect(calls.lastRequest(PlaceService.method.listPlaces)).toMatchObject({
      search: "bcn",
      kind: PlaceKind.AIRPORT,
      country: "ES",
      page: 2,
      size: 10,
    });
  });

  it.each([
    ["kind=village", "type_error.enum"],
    ["country=Spain", "value_error.country"],
    ["search=%00", "value_error.any_str.nul"],
    ["town=x", "value_error.extra"],
  ])("refuses ?%s", async (query, type) => {
    expect(await said(`/v1/places?${query}`, as("viewer"))).toEqual([422, type]);
  });
});

describe("GET /v1/wastes/rd-codes", () => {
  it("is a bare list with a filter by LER code", async () => {
    const all = (await get("/v1/wastes/rd-codes")).json();
    expect(all).toEqual([{ id: expect.any(String), code: "R03", name: "organic_recycling", description: null }]);
    expect((await get(`/v1/wastes/rd-codes?ler_code_id=${OURS.toUpperCase()}`)).json()).toEqual(all);
    expect((await get(`/v1/wastes/rd-codes?ler_code_id=${keys.stranger.organization}`)).json()).toEqual([]);
  });

  it.each(["", "150101", "15 01 01"])('refuses "%s" as an id', async (value) => {
    const answer = await get(`/v1/wastes/rd-codes?ler_code_id=${encodeURIComponent(value)}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { detail: [{ loc: ["query", "ler_code_id"], msg: expect.any(String), type: "type_error.uuid" }] },
    ]);
  });
});

describe("GET /v1/wastes/ler-codes", () => {
  it.each([
    ["search=papel&hazardous=true", ["papel", "true"]],
    ["hazardous=0", ["", "false"]],
    ["", ["", "undefined"]],
  ])("passes on ?%s", async (query, [name, description]) => {
    const [code] = (await get(`/v1/wastes/ler-codes?${query}`)).json();
    expect(code).toMatchObject({ code: "15 01 01", name, description, hazardous: false });
  });

  it("accepts no other boolean values", async () => {
    expect((await get("/v1/wastes/ler-codes?hazardous=yes")).json().detail[0].type).toBe("type_error.boolean");
  });
});

describe("GET /v1/waste-efs", () => {
  it("is a page of pairs", async () => {
    expect((await get("/v1/waste-efs?region=GLO&low_code=150101&rd_code=R3&page=2")).json()).toEqual({
      items: [
        {
          id: OURS,
          low_code: "15 01 01",
          low_name: "Paper",
          low_description: "50",
          rd_code: null,
          rd_name: null,
          rd_description: null,
          region: "GLO",
        },
      ],
      total: 51,
      page: 2,
      size: 50,
      pages: 2,
    });
  });

  it.each(["region=Europe", "low_code=15", "rd_code=X1", "size=101", "page=0"])("refuses ?%s", async (query) => {
    expect((await get(`/v1/waste-efs?${query}`)).statusCode).toBe(422);
  });
});

it("GET /v1/unknown-vehicles is a bare list", async () => {
  expect((await get("/v1/unknown-vehicles")).json()).toEqual([
    { id: OURS, type: "car", country: null, created_at: "2026-01-31T10:00:00.000Z", updated_at: null },
  ]);
});

describe("GET /v2/units/conversion", () => {
  const convert = (query: Record<string, string>) =>
    get(`/v2/units/conversion?${new URLSearchParams({ from_unit_id: OURS, to_unit_id: OURS, ...query })}`);

  it("shows the conversion with all its digits", async () => {
    const answer = await convert({ quantity: "0.12345678901234567890123456789" });
    expect(answer.body).toContain('"result":0.12345678901234567890123456789');
    expect(answer.json()).toMatchObject({ from_unit: { name: "kilogram_(kg)" }, formula: "" });
  });

  it.each([
    [{}, "quantity", "value_error.missing"],
    [{ quantity: "NaN" }, "quantity", "type_error.decimal"],
    [{ quantity: "1".repeat(40) }, "quantity", "value_error.decimal.max_digits"],
    [{ quantity: "1", to_unit_id: "kg" }, "to_unit_id", "type_error.uuid"],
    [{ quantity: "1", date: "2026-02-30" }, "date", "value_error.date"],
  ])("refuses %o", async (query: Record<string, string>, field, type) => {
    const answer = await convert(query);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      [{ loc: ["query", field], msg: expect.any(String), type }],
    ]);
  });

  it("passes on the code when the quantity cannot be converted", async () => {
    const answer = await convert({ quantity: "1", date: "2000-01-01" });
    expect([answer.statusCode, answer.json().code]).toEqual([422, "EXCHANGE_RATE_MISSING"]);
  });
});

it("the description shows the credentials of each list", async () => {
  const { paths } = (await get("/openapi.json")).json();
  const of = (path: string) => paths[path].get;
  expect(of("/v1/vehicle-fuels").security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  expect(of("/v1/unknown-vehicles").security).toEqual([
    { apiKey: [], organization: [] },
    { bearer: [], organization: [] },
  ]);
  expect(of("/v1/hotel-stays/available-countries").responses["401"].description).toContain("CREDENTIALS_REQUIRED");
});
