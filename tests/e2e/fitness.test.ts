import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, calculated, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const PURCHASES = "/v1/purchases";
const STAYS = "/v1/hotel-stays";
const STRICT = { prefer: "handling=strict" };

let backend: Backend;
let us: Caller;
let british: object;
let spanish: object;

const get = (path: string) => backend.call("GET", path, { as: us });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });

/** A tonne of concrete, whose published figure is British. */
async function concreteFrom(country: string) {
  const supplier = await post("/v1/suppliers", { business_name: `Concrete ${country} ${newId()}`, country });
  return {
    product_name: "Concrete",
    sector: "Concrete",
    non_currency_quantity: 1000,
    non_currency_unit_id: (await unitIds(backend, us))("kg"),
    purchase_date: "2025-02-01",
    expense_type: "opex",
    supplier_id: supplier.json.id,
  };
}

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  [british, spanish] = [await concreteFrom("GB"), await concreteFrom("ES")];
});

/** The marks that the record shows when it is calculated. */
async function marksOf(purchase: object): Promise<string[]> {
  const { json } = await post(PURCHASES, purchase);
  const { fitness, calculation_status } = await calculated(backend, us, json.id);
  expect([json.fitness, calculation_status]).toEqual([null, "calculated"]);
  return fitness;
}

describe("a strict purchase", () => {
  it("with a figure of another country is refused with the marks that it would show, and not stored", async () => {
    const marks = await marksOf(spanish);
    expect(marks).toContain("proxy");
    const { total } = (await get(PURCHASES)).json;
    const refused = await post(PURCHASES, spanish, STRICT);
    expect([refused.status, refused.headers.get("preference-applied")]).toEqual([422, "handling=strict"]);
    expect(refused.json.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type])).toEqual(
      marks.map((mark) => [["body"], `value_error.fitness.${mark}`]),
    );
    expect((await get(PURCHASES)).json.total).toBe(total);
  });

  it("with a figure of its country and year is refused for its earlier warming potentials alone", async () => {
    const refused = await post(PURCHASES, british, STRICT);
    expect(refused.json.detail.map(({ type }: { type: string }) => type)).toEqual([
      "value_error.fitness.basis_differs",
    ]);
  });

  it("without a factor is refused with the code of its failure", async () => {
    const refused = await post(PURCHASES, { ...british, sector: "no such material", product_name: "Dust" }, STRICT);
    expect(refused.status).toBe(422);
    const [{ type }, ...others] = refused.json.detail;
    expect([type, others]).toEqual(["FACTOR_NOT_FOUND", []]);
  });

  it("in a batch is refused at its place, and the whole batch is not stored", async () => {
    const { total } = (await get(PURCHASES)).json;
    const batch = (records: object[]) => post("/v2/purchases", { records }, { ...STRICT, "idempotency-key": newId() });
    const refused = await batch([british, spanish]);
    expect([refused.status, refused.json.code]).toEqual([422, "BULK_RECORDS_REJECTED"]);
    expect(refused.json.errors).toContainEqual(
      expect.objectContaining({ loc: ["body", "records", 1], type: "value_error.fitness.proxy" }),
    );
    expect((await get(PURCHASES)).json.total).toBe(total);
  });
});

it("a strict hotel stay with a figure of its country and year is stored without marks, in a batch too", async () => {
  const stay = { check_in_date: "2025-08-10", check_out_date: "2025-08-12", country: "GB", rooms: 1 };
  const { status, headers, json } = await post(STAYS, stay, STRICT);
  expect([status, headers.get("preference-applied")]).toEqual([201, "handling=strict"]);
  const shown = await until("the calculation", async () => {
    const { json: now } = await get(`${STAYS}/${json.id}`);
    return now.status !== "pending" && now;
  });
  expect([shown.status, shown.fitness]).toEqual(["active", []]);
  const records = { records: [stay, stay] };
  expect((await post("/v2/hotel-stays", records, { ...STRICT, "idempotency-key": newId() })).status).toBe(202);
});

describe("the list of purchases", () => {
  it("finds the marked ones by fitness[], and counts the records of each mark", async () => {
    await marksOf(spanish);
    const { items, total } = (await get(`${PURCHASES}?fitness[]=proxy&search=concrete`)).json;
    expect(total).toBeGreaterThan(0);
    for (const { fitness, supplier } of items) {
      expect(fitness).toContain("proxy");
      expect(supplier.country).toBe("ES");
    }
    const { values } = (await get(`${PURCHASES}/unique-values?field=fitness`)).json;
    const all = (await get(`${PURCHASES}?fitness[]=proxy`)).json.total;
    expect(values).toContainEqual({ value: "proxy", label: null, count: all });
  });
});
