import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Backend, type Caller, calculated, unitIds } from "../support/backend.ts";
import { checkedFetch } from "../support/conformance.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const ALL = "/v1/emission-factors/custom-databases";

let backend: Backend;
let owner: Caller;
let below: Caller;
let stranger: Caller;
let unit: (code: string) => string;
let database: string;
let records: string;

beforeAll(async () => {
  backend = await sharedBackend();
  owner = backend.caller("holding");
  below = backend.caller("nordics-depot");
  stranger = backend.caller("outsider");
  unit = await unitIds(backend, owner);
});

beforeEach(async () => {
  database = `${ALL}/${await created(ALL, { name: "Ours" })}`;
  records = `${database}/versions/${await created(`${database}/versions`, { name: "2025" })}/records`;
});

const send = (method: string, path: string, body: unknown, as = owner, headers = {}) =>
  backend.call(method, path, { as, body, headers });
const get = (path: string, as = owner) => backend.call("GET", path, { as });
const refusal = async (answer: ReturnType<typeof get>) => {
  const { status, json } = await answer;
  return [
    status,
    json.code ?? json.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`),
  ];
};

async function created(path: string, body: object): Promise<string> {
  const { status, json } = await send("POST", path, body);
  expect(status).toBe(201);
  return json.id;
}

const simple = (change: object = {}) => ({
  name: "Residual waste",
  unit_id: unit("kg"),
  tag: "simple",
  activity_categories: ["wastes"],
  factors: [{ gas_type: "co2e", value: "2.50" }],
  ...change,
});

describe("a custom record", () => {
  it("is stored, found, changed and disabled, with every digit of its values", async () => {
    const { json: record } = await send("POST", records, JSON.stringify(simple()).replace('"2.50"', "2.50"));
    expect(record).toMatchObject({
      name: "Residual waste",
      enabled: true,
      is_biogenic: false,
      renewable_percentage: null,
      uncertainty_grade: "0",
      additional_docs: null,
      evidence: [],
      factors: [
        {
          gas_type: "co2e",
          formula: "x * 2.50",
          from_unit_id: unit("kg"),
          to_unit_id: unit("kg_co2e"),
          start_date: "1970-01-01",
          end_date: null,
        },
      ],
    });
    const path = `${records}/${record.id}`;
    expect((await get(path)).json).toEqual(record);

    const change = { factors: [{ gas_type: "co2e", value: "3.10", start_date: "2025-01-01" }], enabled: false };
    const { json: after } = await send("PATCH", path, change);
    expect(after).toMatchObject({ revision: 2, enabled: false, factors: [{ id: record.factors[0].id }] });
    expect(after.factors[0]).toMatchObject({ formula: "x * 3.10", start_date: "2025-01-01" });
    expect((await send("PATCH", path, change)).json).toEqual(after);
    expect((await get(`${path}/revisions`)).json).toEqual({ items: [after, record], total: 2, offset: 0, limit: 50 });
    expect((await get(`${records}?search=RESÍDUAL`)).json).toEqual({ items: [after], total: 1, offset: 0, limit: 50 });
    expect((await get(`${database}/versions`)).json.items).toMatchObject([{ name: "2025", records_count: 1 }]);
  });

  it("returns each gas in its unit, and share and uncertainty in the format of the contract", async () => {
    const { json } = await send("POST", records, {
      ...simple({ unit_id: unit("kWh"), tag: "full", activity_categories: ["electricity"] }),
      factors: [
        { gas_type: "n2o", value: 0.03 },
        { gas_type: "ch4", value: "0.50" },
        { gas_type: "co2", value: 1e-5 },
        { gas_type: "co2e", value: "0.20", end_date: "2030-12-31" },
      ],
      renewable_percentage: 0.25,
      uncertainty_grade: 12.5,
    });
    expect(json).toMatchObject({ renewable_percentage: 0.25, uncertainty_grade: "12.5" });
    expect(json.factors.map((one: Record<string, string>) => [one.formula, one.to_unit_id])).toEqual([
      ["x * 0.20", unit("kg_co2e")],
      ["x * 0.00001", unit("kg_co2")],
      ["x * 0.50", unit("g_ch4")],
      ["x * 0.03", unit("g_n2o")],
    ]);
  });

  it("refuses a change of its unit once an activity refers to it, in a subsidiary too", async () => {
    const path = `${records}/${await created(records, simple())}`;
    expect((await send("PATCH", path, { unit_id: unit("t") })).status).toBe(200);
    expect((await send("PATCH", path, { unit_id: unit("kg") })).status).toBe(200);

    const plant = { name: "Depot", type: "depot", country: "SE" };
    const { json: plants } = await send("POST", "/v2/facilities", { records: [plant] }, below);
    const { status } = await send(
      "POST",
      "/v1/wastes",
      {
        facility_id: plants.items[0].id,
        identification_name: "Residual waste",
        start_date: "2025-03-01",
        end_date: "2025-03-31",
        base_quantity: 12,
        custom_ef_record_id: path.split("/").at(-1),
      },
      below,
    );
    expect(status).toBe(201);
    // The event about the reference arrives later. Each attempt changes the unit, as setting the same unit is no change.
    let [kept, other] = [unit("kg"), unit("t")];
    const locked = async () => {
      const answer = await send("PATCH", path, { unit_id: other });
      if (answer.status !== 200) return answer;
      [kept, other] = [other, kept];
      return null;
    };
    const refused = await until("the unit is locked", locked);
    expect([refused.status, refused.json.code]).toEqual([422, "CUSTOM_RECORD_UNIT_LOCKED"]);
    expect((await send("PATCH", path, { name: "Renamed", unit_id: kept })).json).toMatchObject({ name: "Renamed" });
  });

  it("is created once for repeated requests with one idempotency key", async () => {
    const key = { "idempotency-key": newId() };
    const [first, second] = await Promise.all([
      send("POST", records, simple(), owner, key),
      send("POST", records, simple(), owner, key),
    ]);
    expect(second.json.id).toBe(first.json.id);
    expect((await get(records)).json.total).toBe(1);
    expect(await refusal(send("POST", records, simple({ name: "Other" }), owner, key))).toEqual([
      422,
      "IDEMPOTENCY_KEY_REUSED",
    ]);
  });

  it("gets two revisions from two simultaneous changes", async () => {
    const path = `${records}/${await created(records, simple())}`;
    await Promise.all([send("PATCH", path, { name: "Renamed" }), send("PATCH", path, { enabled: false })]);
    expect((await get(path)).json).toMatchObject({ revision: 3, name: "Renamed", enabled: false });
  });
});

describe("a purchase", () => {
  const purchase = (customEfRecordId: string, change: object = {}) => ({
    product_name: "Paper",
    sector: "17.12",
    quantity: "10.1",
    unit_id: unit("EUR"),
    purchase_date: "2025-03-14",
    expense_type: "opex",
    recycled: 0.5,
    custom_ef_record_id: customEfRecordId,
    ...change,
  });
  const ours = (change: object = {}) => simple({ activity_categories: ["purchases"], ...change });
  const shown = async (id: string, as: Caller) => {
    await calculated(backend, as, id);
    return (await get(`/v1/purchases/${id}`, as)).json;
  };

  it("of a subsidiary is priced exactly with a record of the parent, in its revision of then", async () => {
    const perEuro = await created(records, ours({ unit_id: unit("EUR") }));
    const perKilogram = await created(records, ours({ factors: [{ gas_type: "co2e", value: "0.25" }] }));
    const weighed = { quantity: null, unit_id: null, non_currency_quantity: 8, non_currency_unit_id: unit("kg") };
    for (const [sent, co2e] of [
      [purchase(perEuro), 25.25],
      [purchase(perKilogram, weighed), 2],
    ] as const) {
      const { status, json } = await send("POST", "/v1/purchases", sent, below);
      expect([status, json.custom_ef_record_id, json.purchase_type]).toEqual([
        201,
        sent.custom_ef_record_id,
        "spend_based",
      ]);
      expect(await shown(json.id, below)).toMatchObject({ co2e, purchase_type: "supplier_specific" });
      await send("PATCH", `${records}/${sent.custom_ef_record_id}`, { factors: [{ gas_type: "co2e", value: "9" }] });
      await send("PATCH", `/v1/purchases/${json.id}`, { expense_type: "capex" }, below);
      expect(await shown(json.id, below)).toMatchObject({ co2e });
      const why = (await get(`/v1/purchases/${json.id}/calculation`, below)).json;
      expect(why.factor).toMatchObject({ category: "custom_record", revision: 1 });
    }
  });

  it("is refused with a record that it cannot see, one of another unit, or one that is disabled", async () => {
    const euros = await created(records, ours({ unit_id: unit("EUR") }));
    const kilograms = await created(records, ours());
    const disabled = await created(records, ours({ unit_id: unit("EUR"), enabled: false }));
    const attempt = (id: string, as = below) => refusal(send("POST", "/v1/purchases", purchase(id), as));
    const field = "body.custom_ef_record_id";
    expect(await attempt(euros, stranger)).toEqual([422, [`${field} value_error.not_found`]]);
    expect(await attempt(newId())).toEqual([422, [`${field} value_error.not_found`]]);
    expect(await attempt(kilograms)).toEqual([422, ["body.unit_id value_error.unit_not_allowed"]]);
    expect(await attempt(disabled)).toEqual([422, [`${field} value_error.record_disabled`]]);
  });
});

describe("refusals", () => {
  const co2 = [
    { gas_type: "co2", value: "1" },
    { gas_type: "ch4", value: "1" },
    { gas_type: "n2o", value: "1" },
  ];

  it.each([
    [{ activity_categories: ["wastes", "wind"] }, "CUSTOM_RECORD_INVALID_CATEGORIES"],
    [{ tag: "advanced" }, "CUSTOM_RECORD_INVALID_FACTORS"],
    [{ tag: "full", factors: co2 }, "CUSTOM_RECORD_INVALID_FACTORS"],
    [{ factors: [] }, "CUSTOM_RECORD_INVALID_FACTORS"],
    [{ is_biogenic: true }, "CUSTOM_RECORD_BIOGENIC_CATEGORY"],
    [{ is_biogenic: true, activity_categories: ["transport"] }, "CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2"],
    [{ renewable_percentage: 0.5 }, "CUSTOM_RECORD_RENEWABLE_CATEGORY"],
    [{ unit_id: newId() }, ["body.unit_id value_error.not_found"]],
    [
      { factors: [{ gas_type: "co2e", value: 1, start_date: "2025-02-01", end_date: "2025-01-31" }] },
      ["body.factors.0.end_date end_date_before_start_date"],
    ],
    [
      { factors: [{ gas_type: "co2e", value: "9".repeat(40) }] },
      ["body.factors.0.value value_error.decimal.max_digits"],
    ],
    [{ name: "" }, ["body.name value_error.any_str.min_length"]],
  ])("of %j", async (change, expected) => {
    expect(await refusal(send("POST", records, simple(change)))).toEqual([422, expected]);
    const path = `${records}/${await created(records, simple())}`;
    expect(await refusal(send("PATCH", path, change))).toEqual([422, expected]);
    expect((await get(path)).json.revision).toBe(1);
  });

  it("follow the order of the contract", async () => {
    const wrong = { colour: "red" };
    expect(await refusal(send("POST", records, wrong, stranger))).toEqual([404, "CUSTOM_DATABASE_NOT_FOUND"]);
    expect(await refusal(send("POST", records, wrong, below))).toEqual([403, "CUSTOM_DATABASE_NOT_OWNER"]);
    const elsewhere = `${database}/versions/${newId()}/records`;
    expect(await refusal(send("POST", elsewhere, wrong))).toEqual([404, "CUSTOM_VERSION_NOT_FOUND"]);
    expect((await refusal(send("POST", records, wrong)))[0]).toBe(422);
    expect(await refusal(get(`${records}/${newId()}`))).toEqual([404, "CUSTOM_RECORD_NOT_FOUND"]);
    expect(await refusal(backend.call("DELETE", database, { as: owner }))).toEqual([409, "CUSTOM_DATABASE_IN_USE"]);
  });
});

describe("subsidiaries", () => {
  it("read the databases of parent organizations, and cannot change them", async () => {
    const path = `${records}/${await created(records, simple())}`;
    const seen = (await get(database, below)).json;
    expect(seen).toMatchObject({ is_owner: false, parent: { id: owner["x-organization-id"] } });
    expect((await get(database)).json).toMatchObject({ is_owner: true, parent: null });
    expect((await get(path, below)).json).toEqual((await get(path)).json);
    expect((await get(ALL, below)).json.items).toContainEqual(seen);
    for (const answer of [
      send("PATCH", database, { name: "Theirs" }, below),
      backend.call("DELETE", database, { as: below }),
      send("POST", `${database}/versions`, { name: "2026" }, below),
      send("POST", records, simple(), below),
      send("PATCH", path, { enabled: false }, below),
      send("POST", `${path}/evidence`, { file_ids: [newId()] }, below),
      backend.call("DELETE", `${path}/evidence/${newId()}`, { as: below }),
    ]) {
      expect(await refusal(answer)).toEqual([403, "CUSTOM_DATABASE_NOT_OWNER"]);
    }
  });

  it("hide their own databases from parent organizations", async () => {
    const { json } = await send("POST", ALL, { name: "Of the depot" }, below);
    expect(await refusal(get(`${ALL}/${json.id}`))).toEqual([404, "CUSTOM_DATABASE_NOT_FOUND"]);
  });
});

describe("evidence", () => {
  async function upload(name: string, as = owner): Promise<string> {
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nproof\r\n--x--\r\n`;
    const { json } = await send("POST", "/v1/files", body, as, { "content-type": "multipart/form-data; boundary=x" });
    return json.id;
  }

  it("is a file of the organization, is downloaded from the URL in the record, and keeps the file from deletion", async () => {
    const path = `${records}/${await created(records, simple())}`;
    const [one, two] = [await upload("one.txt"), await upload("two.txt")];
    const { status, json } = await send("POST", `${path}/evidence`, { file_ids: [two, one] });
    expect([status, json.evidence.map((each: { file_id: string }) => each.file_id)]).toEqual([200, [two, one]]);
    expect(json.evidence[0]).toMatchObject({ file_name: "two.txt", size_kb: 1, file_url: json.additional_docs });
    expect(await (await checkedFetch(json.additional_docs, { headers: owner })).text()).toBe("proof");

    const foreign = await upload("theirs.txt", stranger);
    const strange = [422, ["body.file_ids.1 value_error.not_found"]];
    expect(await refusal(send("POST", `${path}/evidence`, { file_ids: [one, foreign] }))).toEqual(strange);
    expect(await refusal(send("POST", `${path}/evidence`, { file_ids: [one, newId()] }))).toEqual(strange);

    expect((await backend.call("DELETE", `${path}/evidence/${one}`, { as: owner })).status).toBe(204);
    expect(await refusal(backend.call("DELETE", `/v1/files/${two}`, { as: owner }))).toEqual([409, "FILE_IN_USE"]);
    expect((await backend.call("DELETE", `${path}/evidence/${two}`, { as: owner })).status).toBe(204);
    expect((await backend.call("DELETE", `/v1/files/${two}`, { as: owner })).status).toBe(204);
    expect((await get(path)).json.additional_docs).toBeNull();
  });

  it("of a group is shown to subsidiaries, too, and is taken off", async () => {
    const path = `/v1/custom-emission-groups/${await created("/v1/custom-emission-groups", { name: "Paper", category: "purchases" })}`;
    const file = await upload("mill.txt");
    const { json } = await send("POST", `${path}/evidence`, { file_ids: [file] });
    expect(json.evidence).toMatchObject([{ file_id: file, file_name: "mill.txt", file_url: json.additional_docs }]);
    expect(await (await checkedFetch(json.additional_docs, { headers: owner })).text()).toBe("proof");
    expect((await get(path)).json).toEqual(json);
    expect((await get(path, below)).json.evidence).toEqual(json.evidence);
    expect((await backend.call("DELETE", `${path}/evidence/${file}`, { as: owner })).status).toBe(204);
    expect((await get(path)).json).toMatchObject({ additional_docs: null, evidence: [] });
  });
});
