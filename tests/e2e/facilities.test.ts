import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia");
});

const V1 = "/v1/facilities";
const V2 = "/v2/facilities";
const office = { name: "Oficina", type: "office", country: "ES" };
const batch = (count: number, country = "ES") => ({
  records: Array.from({ length: count }, (_, index) => ({
    ...office,
    name: `Batch ${String(count - index).padStart(4, "0")}`,
    type: `batch of ${count}`,
    country,
    external_id: `x-${index}`,
    cups_list: [`ES00219${index}`],
  })),
});
const get = async (path: string, as = us) => (await backend.call("GET", path, { as })).json;
const post = (path: string, body: object, key?: string, as = us) =>
  backend.call("POST", path, { as, body, ...(key !== undefined && { headers: { "idempotency-key": key } }) });

describe("POST /v2/facilities", () => {
  it("creates a thousand in the given order, and replays the same response", async () => {
    const key = newId();
    const [first, again] = [await post(V2, batch(1_000), key), await post(V2, batch(1_000), key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect([first.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(again.text).toBe(first.text);
    expect(first.json).toMatchObject({ total: 1_000, items: batch(1_000).records });
    expect(first.json.items[0]).toMatchObject({ logistic_factor: 0.8, status: "active", co2e: 0 });
    const list = await get(`${V1}?type=batch+of+1000`);
    expect([list.total, list.size, list.pages]).toEqual([1_000, 10, 100]);
    expect(list.items[0]).toEqual(first.json.items[999]);
  });

  it("creates nothing in a dry run", async () => {
    const { status, json } = await post(`${V2}?dry_run=true`, batch(7));
    expect([status, json]).toEqual([200, { dry_run: true, valid: true, total: 7 }]);
    expect((await get(`${V1}?type=batch+of+7`)).total).toBe(0);
  });

  it.each(["", "?dry_run=true"])("creates none when one is invalid, and names it%s", async (query) => {
    const { records } = batch(5);
    // The gateway finds some of these mistakes, the service the others.
    for (const wrong of [{ logistic_factor: 2 }, { country: "UK" }, { categories: ["heat", "heat"] }, { extra: 1 }]) {
      const [field] = Object.keys(wrong);
      const body = { records: records.map((record, index) => (index === 3 ? { ...record, ...wrong } : record)) };
      const { status, headers, json } = await post(`${V2}${query}`, body);
      expect([status, headers.get("content-type")]).toEqual([422, expect.stringContaining("application/problem+json")]);
      expect(json).toMatchObject({
        code: "BULK_RECORDS_REJECTED",
        detail: "1 of 5 records were rejected.",
        errors: [{ loc: ["body", "records", 3, field], type: "SCHEMA_INVALID" }],
      });
    }
    expect((await get(`${V1}?type=batch+of+5`)).total).toBe(0);
  });

  it("lists the errors of the gateway and of the service together", async () => {
    const { records } = batch(3);
    const body = { records: [{ ...records[0], country: null }, records[1], { ...records[2], country: "UK" }] };
    expect((await post(V2, body)).json).toMatchObject({
      detail: "2 of 3 records were rejected.",
      errors: [{ loc: ["body", "records", 0, "country"] }, { loc: ["body", "records", 2, "country"] }],
    });
  });

  it("refuses 1,001", async () => {
    const { status, json } = await post(V2, batch(1_001));
    expect([status, json]).toMatchObject([
      422,
      { code: "REQUEST_VALIDATION_FAILED", errors: [{ loc: ["body", "records"] }] },
    ]);
  });
});

describe("one facility", () => {
  it("is created, changed, found and deleted on the routes of v1", async () => {
    const made = await post(V1, { ...office, logistic_factor: "0.250" });
    expect([made.status, made.headers.get("deprecation")]).toEqual([201, "@1791504000"]);
    expect(made.headers.get("link")).toBe('</v2/facilities>; rel="successor-version"');
    const path = `${V1}/${made.json.id}`;
    expect(await get(path)).toEqual(made.json);

    const { json } = await backend.call("PATCH", path, { as: us, body: { name: "Fábrica", status: "archived" } });
    expect(json).toMatchObject({ ...office, name: "Fábrica", status: "archived", logistic_factor: 0.25 });
    expect((await get(`${V1}?name=FABRICA&status[]=archived`)).items).toEqual([json]);

    const gone = await backend.call("DELETE", path, { as: us });
    expect([gone.status, gone.text, gone.headers.get("deprecation")]).toEqual([204, "", "@1791504000"]);
    expect(await get(path)).toEqual({
      code: "NOT_FOUND",
      detail: `Facility with id=UUID('${made.json.id}') not found`,
    });
  });

  it.each([
    ["ES", "Gas natural"],
    ["GB", "Natural gas"],
    ["US", "Natural Gas"],
    ["BR", "Natural gas"],
  ])("in %s burns %s, and refills refrigerants", async (country, natural) => {
    const { json } = await post(V1, { ...office, country });
    const fuels = await get(`${V1}/${json.id}/fuels`);
    expect(fuels.find(({ fuel }: { fuel: string }) => fuel === natural)).toMatchObject({ category: "heat", country });
    const refrigerants = fuels.filter(({ category }: { category: string }) => category === "recharge");
    expect(refrigerants.length).toBeGreaterThan(50);
    expect(refrigerants[0].units.map(({ name }: { name: string }) => name)).toContain("kilogram_(kg)");
  });
});

it("a holding reads the facilities of its subsidiaries on request, and cannot change them", async () => {
  const holding = backend.caller("holding");
  const { json } = await post(V1, { ...office, type: "seen from above" });
  const path = `${V1}?type=seen+from+above`;
  const ids = async (query: string) =>
    (await get(`${path}${query}`, holding)).items.map(({ id }: { id: string }) => id);
  const [iberia, nordics] = ["iberia", "nordics"].map((slug) => backend.organizations.get(slug)!.id);
  expect(await ids("")).toEqual([]);
  expect(await ids("&include_children=true")).toEqual([json.id]);
  expect(await ids(`&include_children=true&organization_id[]=${iberia}`)).toEqual([json.id]);
  expect(await ids(`&include_children=true&organization_id[]=${nordics}`)).toEqual([]);
  const one = `${V1}/${json.id}`;
  for (const [verb, body] of [["GET"], ["PATCH", { name: "Ours" }], ["DELETE"]] as const) {
    expect((await backend.call(verb, one, { as: holding, body })).status).toBe(404);
  }
});

describe("POST /v2/facilities/delete", () => {
  it("deletes existing and unknown ones in one job, also for a repeated request", async () => {
    const { items } = (await post(V2, batch(20))).json as { items: { id: string }[] };
    const facility_ids = [...items.map(({ id }) => id), newId()];
    const tried = await post(`${V2}/delete?dry_run=true`, { facility_ids });
    const deleted_with = ["wastes", "invoices", "waste_water_treatments"].map((kind) => ({ kind, count: 0 }));
    expect([tried.status, tried.json]).toEqual([200, { dry_run: true, valid: true, total: 21, deleted_with }]);
    expect((await get(`${V1}?type=batch+of+20`)).total).toBe(20);
    const key = newId();
    const [first, again] = [
      await post(`${V2}/delete`, { facility_ids }, key),
      await post(`${V2}/delete`, { facility_ids }, key),
    ];
    expect([first.status, first.headers.get("location")]).toEqual([202, `/v2/ingest-jobs/${first.json.id}`]);
    expect(first.json).toMatchObject({ entity_type: "facilities", operation: "delete", source: "api_bulk" });
    expect(again.text).toBe(first.text);
    expect(await finished(backend, us, first.json.id)).toMatchObject({
      status: "completed",
      total_items: 21,
      succeeded_items: 21,
      failed_items: 0,
    });
    expect((await get(`${V1}?type=batch+of+20`)).total).toBe(0);
  });
});

describe("a facility with wastes", () => {
  const COUNT = 600;
  const waste = {
    identification_name: "Cardboard",
    start_date: "2025-03-01",
    end_date: "2025-03-31",
    base_quantity: 1000,
    unit_id: "61743a63-ff70-459c-9567-5eee8f7dfd5c",
    ler_code_id: catalogueId("ler", "150101"),
    waste_rd_code_id: catalogueId("rd", "R03"),
  };

  it("shows their sum, recalculates them for another country, and deletes them with itself", async () => {
    const depot = backend.caller("nordics-depot");
    const { json: plant } = await post(V1, office, undefined, depot);
    const records = Array(COUNT).fill({ ...waste, facility_id: plant.id });
    const { json: job } = await post("/v2/wastes", { records }, newId(), depot);
    expect(await finished(backend, depot, job.id)).toMatchObject({ status: "completed", succeeded_items: COUNT });

    /** Kilograms from three sources: the facility, its wastes, and the totals. And the country that selected the factor. */
    const emissions = async () => {
      const { items, total } = await get(`/v1/wastes?facility_id=${plant.id}&co2e_status=calculated&size=1`, depot);
      const { co2e } = await get(`${V1}/${plant.id}`, depot);
      const impacts = "/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31";
      const { total_co2e } = await get(impacts, depot);
      const calculation = items[0] && (await get(`/v1/wastes/${items[0].id}/calculation`, depot));
      const country = calculation?.input?.selector?.waste?.country;
      return { each: Number(items[0]?.co2e), total, co2e: Number(co2e), impacts: Number(total_co2e) * 1000, country };
    };
    const settled = (inCountry: string) =>
      until("the numbers to settle", async () => {
        const now = await emissions();
        const sum = now.each * COUNT;
        const agree = Math.abs(now.co2e - sum) < 1e-6 && Math.abs(now.impacts - sum) < 1e-6;
        return now.total === COUNT && now.country === inCountry && agree && now;
      });
    expect((await settled(office.country)).each).toBeGreaterThan(0);

    const moved = await backend.call("PATCH", `${V1}/${plant.id}`, { as: depot, body: { country: "US" } });
    expect([moved.status, moved.json.country]).toEqual([200, "US"]);
    expect((await settled("US")).each).toBeGreaterThan(0);

    const along = ["wastes", "invoices", "waste_water_treatments"].map((kind) => {
      return { kind, count: kind === "wastes" ? COUNT : 0 };
    });
    const single = await backend.call("DELETE", `${V1}/${plant.id}?dry_run=true`, { as: depot });
    const many = await post(`${V2}/delete?dry_run=true`, { facility_ids: [plant.id] }, undefined, depot);
    for (const { status, json } of [single, many]) {
      expect([status, json]).toEqual([200, { dry_run: true, valid: true, total: 1, deleted_with: along }]);
    }
    expect((await emissions()).total).toBe(COUNT);

    const { json: deletion } = await post(`${V2}/delete`, { facility_ids: [plant.id] }, undefined, depot);
    expect(await finished(backend, depot, deletion.id)).toMatchObject({ status: "completed", succeeded_items: 1 });
    expect((await get(`/v1/wastes?facility_id=${plant.id}`, depot)).total).toBe(0);
    await until("the emissions to leave the totals", async () => (await emissions()).impacts === 0);
  });
});
