import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const { app } = await gateway();
const get = (url: string, headers: Record<string, string> = as("viewer")) => app.inject({ url, headers });

describe("GET /v2/units", () => {
  it("says of a currency whether it has exchange rates and since when, and nothing of other units", async () => {
    const [currency] = (await get("/v2/units")).json();
    expect(currency).toMatchObject({
      type: "fiat_currency",
      has_exchange_rates: true,
      exchange_rates_from: "1999-01-01",
      exchange_rates_to: null,
    });
    expect((await get("/v2/units?type=solid")).json()).toEqual([
      {
        id: expect.any(String),
        name: "kilogram_(kg)",
        type: "solid",
        has_exchange_rates: null,
        exchange_rates_from: null,
        exchange_rates_to: null,
      },
    ]);
  });
});

describe("a list that can be searched and paged", () => {
  const lists = [
    "/v2/units",
    "/v1/vehicle-fuels",
    "/v1/energy-suppliers",
    "/v1/sectors",
    "/v2/grid-zones",
    "/v1/places",
    `/v1/facilities/${SAMPLE_ID}/fuels`,
  ];

  it.each(["/v2/units", "/v1/vehicle-fuels", "/v1/energy-suppliers"])(
    "%s stays a bare array, with the number of matches in a header",
    async (url) => {
      for (const query of ["", "?search=a", "?page=1", "?page=2&size=10&search=a"]) {
        const answer = await get(url + query);
        expect([query, answer.statusCode, Array.isArray(answer.json())]).toEqual([query, 200, true]);
        expect(answer.headers["x-total-count"]).toMatch(/^\d+$/);
      }
    },
  );

  it("passes on search and page, and none if none is requested", async () => {
    const asked = async (query: string) => (await get(`/v2/units?${query}`)).json()[0].name;
    expect(await asked("search=dollar&page=2&size=10")).toBe("dollar_(USD) dollar/2/10");
    expect(await asked("")).toBe("dollar_(USD) /0/0");
  });

  it.each(lists)("%s refuses other pages and sizes, and long searches", async (url) => {
    for (const query of ["page=0", "page=x", "page=", "size=0", "size=101", "size=1.5", `search=${"x".repeat(256)}`]) {
      const answer = await get(`${url}?${query}`);
      const [name] = query.split("=");
      expect([query, answer.statusCode, answer.json().detail[0]?.loc]).toEqual([query, 422, ["query", name]]);
    }
  });
});

describe("GET /v1/sectors", () => {
  it("is a page of sectors with scheme, code and name", async () => {
    const answer = await get("/v1/sectors?search=paper&scheme=nace&size=20");
    expect(answer.json()).toEqual({
      items: [
        {
          scheme: "nace",
          code: "17.12",
          name: "Manufacture of paper",
          level: "class",
          unambiguous_code: "17.12",
        },
      ],
      total: 21,
      page: 1,
      size: 20,
      pages: 2,
    });
  });

  it("refuses an unknown scheme, and callers without credentials", async () => {
    const unknown = await get("/v1/sectors?scheme=isic");
    expect([unknown.statusCode, unknown.json().detail[0].type]).toEqual([422, "type_error.enum"]);
    const anonymous = await get("/v1/sectors", { "x-organization-id": OURS });
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "AUTH_REQUIRED"]);
  });
});
