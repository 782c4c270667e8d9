import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { FACTOR_ID } from "../../test/library.ts";

const { app } = await gateway();
const LIBRARY = "/v1/emission-factors/library";
const get = (path: string, who: Parameters<typeof as>[0] = "viewer") => app.inject({ url: path, headers: as(who) });

describe("GET /v1/emission-factors/library", () => {
  it("shows a page of factors with exact values, absent gases as null", async () => {
    const answer = await get(LIBRARY);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ total: 51, page: 1, size: 50, pages: 2 });
    expect(answer.body).toContain(
      '"values":{"co2e":0.18296,"co2":null,"ch4":0.00000001,"n2o":null,"biogenic_co2":null}',
    );
    expect(answer.json().items[0]).toMatchObject({
      id: FACTOR_ID,
      unit: "kWh",
      method: "average_data",
      group: "Fuels > Gaseous fuels",
      source_key: "",
      uncertainty_percent: 2.5,
    });
  });

  it("passes on every filter", async () => {
    const filter = { search: "gás", category: "fuels", region: "GB", year: "2025", source: "UK", unit: "kWh" };
    const query = new URLSearchParams({ ...filter, page: "2", size: "100" });
    const { items, page, size } = (await get(`${LIBRARY}?${query}`)).json();
    expect(JSON.parse(items[0].note)).toEqual({ ...filter, year: 2025, page: 2, size: 100 });
    expect([page, size]).toEqual([2, 100]);
  });

  it.each([
    ["year=recent", "query.year type_error.integer"],
    ["year=2025.0", "query.year type_error.integer"],
    ["year=", "query.year type_error.integer"],
    ["year=0", "query.year value_error.number.not_ge"],
    ["year=20255", "query.year value_error.number.not_le"],
    ["year=2024&year=2025", "query.year type_error.string"],
    ["size=101", "query.size value_error.number.not_le"],
    ["page=0", "query.page value_error.number.not_ge"],
    ["search=%00", "query.search value_error.any_str.nul"],
    [`search=${"x".repeat(256)}`, "query.search value_error.any_str.max_length"],
  ])("refuses %s", async (query, expected) => {
    const answer = await get(`${LIBRARY}?${query}`);
    const problems = answer
      .json()
      .detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);
    expect([answer.statusCode, problems]).toEqual([422, [expected]]);
  });

  it("is refused for roles without read access", async () => {
    const paths = [LIBRARY, `${LIBRARY}/${FACTOR_ID}`, `${LIBRARY}-categories`];
    const answers = await Promise.all(paths.map((path) => get(path, "humanResources")));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  });
});

describe("GET /v1/emission-factors/library/{id}", () => {
  it("shows the factor with its revisions and editions", async () => {
    const answer = await get(`${LIBRARY}/${FACTOR_ID.toUpperCase()}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      factor: { id: FACTOR_ID, revision: 2 },
      retired: true,
      revisions: [{ revision: 2, retired: true, created_at: "2026-01-31T10:00:00.000Z" }],
      editions: [{ id: FACTOR_ID }],
    });
  });

  it("answers 404 for an unknown factor and 422 for a malformed id", async () => {
    const missing = await get(`${LIBRARY}/0190f3a0-0000-7000-8000-0000000000ff`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
    expect((await get(`${LIBRARY}/natural_gas`)).statusCode).toBe(422);
  });
});

describe("GET /v1/emission-factors/editions", () => {
  const EDITIONS = "/v1/emission-factors/editions";

  it("shows a page of editions, and passes on every filter", async () => {
    const { items, ...page } = (await get(`${EDITIONS}?publisher=DESNZ&dataset=defra-2026&current=true&page=2`)).json();
    expect(page).toEqual({ total: 51, page: 2, size: 50, pages: 2 });
    const filter = { publisher: "DESNZ", dataset: "defra-2026", current: true, page: 2, size: 50 };
    expect(JSON.parse(items[0].title)).toEqual(filter);
    expect(items[0]).toMatchObject({ id: "desnz-2026", bytes: 4_000_000_000, reading: "program", printed_on: null });
  });

  it.each([
    ["page=0", "query.page value_error.number.not_ge"],
    ["size=101", "query.size value_error.number.not_le"],
    ["current=perhaps", "query.current type_error.boolean"],
    [`dataset=${"x".repeat(65)}`, "query.dataset value_error.any_str.max_length"],
  ])("refuses %s", async (query, expected) => {
    const answer = await get(`${EDITIONS}?${query}`);
    const [{ loc, type }] = answer.json().detail;
    expect([answer.statusCode, `${loc.join(".")} ${type}`]).toEqual([422, expected]);
  });

  it("shows one edition, and answers 404 for an unknown one", async () => {
    expect((await get(`${EDITIONS}/desnz-2026`)).json()).toMatchObject({ id: "desnz-2026", follows: "desnz-2025" });
    for (const path of ["/desnz-1999", "/desnz-1999/changes"]) {
      const missing = await get(`${EDITIONS}${path}`);
      expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("shows changes of some kinds, the edition before and the recalculation", async () => {
    const answer = await get(`${EDITIONS}/desnz-2026/changes?change[]=changed&change[]=removed`);
    expect(answer.json()).toMatchObject({
      items: [{ change: "changed", before: null, after: { id: FACTOR_ID }, ratio: null }],
      ...{ total: 1, page: 1, size: 50, pages: 1 },
      compared_with: "desnz-2025",
      recalculation: { path: "/v2/recalculations", sources: ["UK conversion factors"] },
    });
    expect((await get(`${EDITIONS}/desnz-2026/changes?change=moved`)).statusCode).toBe(422);
    expect((await get(`${EDITIONS}/desnz-2026/changes?page=none`)).statusCode).toBe(422);
  });
});

it("GET /v1/emission-factors/library-categories lists categories with their numbers", async () => {
  expect((await get(`${LIBRARY}-categories`)).json()).toEqual([{ category: "fuels", count: 3 }]);
});
