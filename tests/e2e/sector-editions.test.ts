import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, calculated, unitIds } from "../support/backend.ts";
import { importer } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});

/** Wholesale of fuels in NACE Rev. 2, and of motor vehicles in NACE Rev. 2.1. */
const AMBIGUOUS = "46.71";

const PURCHASE = { product_name: "Vans", sector: AMBIGUOUS, quantity: "100", purchase_date: "2025-03-14" };
const purchase = (body: object) => ({ ...PURCHASE, expense_type: "opex", unit_id: unit("USD"), ...body });

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
async function stored(body: object) {
  const { json } = await backend.call("POST", "/v1/purchases", { as: us, body: purchase(body) });
  return calculated(backend, us, json.id);
}
const codeOf = async (body: object) => (await stored(body)).calculation_error_code;
async function reasonOf(body: object): Promise<string> {
  const { id } = await stored(body);
  return (await get(`/v1/purchases/${id}/calculation`)).candidates[0].reason;
}

describe("a sector whose code has another meaning in each edition of NACE", () => {
  it("is asked for, and calculated after the purchase states the edition", async () => {
    const failed = await stored({});
    expect(failed).toMatchObject({ calculation_error_code: "SECTOR_AMBIGUOUS", sector_edition: null, co2e: null });
    const path = `/v1/purchases/${failed.id}`;
    await backend.call("PATCH", path, { as: us, body: { sector_edition: "nace_rev2_1" } });
    const priced = await until("a price", async () => {
      const now = await calculated(backend, us, failed.id);
      return now.calculation_status === "calculated" && now;
    });
    expect(priced).toMatchObject({ calculation_error_code: null, sector_edition: "nace_rev2_1" });
  });

  it("is read by the edition of the purchase, of the text, and of the supplier", async () => {
    const supplier = { business_name: "Vehículos del Norte", country: "ES", code_type: "cnae", code: "4671" };
    const add = async (body: object) => (await backend.call("POST", "/v1/suppliers", { as: us, body })).json;
    const [inReview, stated] = [await add(supplier), await add({ ...supplier, sector_edition: "nace_rev2_1" })];
    expect([inReview.status, stated.status, stated.sector_edition]).toEqual(["in_review", "active", "nace_rev2_1"]);
    const later = "NACE 45, broader for NACE Rev. 2.1 46.71";
    expect(await reasonOf({ sector_edition: "nace_rev2_1" })).toContain(later);
    expect(await reasonOf({ sector: "CNAE 2025 4671" })).toContain(later);
    expect(await reasonOf({ supplier_id: stated.id })).toContain(later);
    // By spend, fuels have no factor.
    expect(await codeOf({ sector_edition: "nace_rev2", supplier_id: stated.id })).toBe("FACTOR_NOT_FOUND");
    expect(await codeOf({ sector: "NACE Rev. 2 46.71", supplier_id: stated.id })).toBe("FACTOR_NOT_FOUND");
    expect(await codeOf({ supplier_id: inReview.id })).toBe("SECTOR_AMBIGUOUS");
  });

  it("is refused with Prefer: handling=strict, and nothing is stored", async () => {
    const before = (await get("/v1/purchases")).total;
    const headers = { prefer: "handling=strict" };
    const refused = await backend.call("POST", "/v1/purchases", { as: us, body: purchase({}), headers });
    expect([refused.status, refused.json.detail[0].type]).toEqual([422, "SECTOR_AMBIGUOUS"]);
    expect((await get("/v1/purchases")).total).toBe(before);
  });

  it("is an error of the row of a file, with both readings, until the file states the edition", async () => {
    const { upload, validate } = importer(backend, us);
    const supplier = { business_name: `Vans ${newId()}`, country: "ES", code_type: "cnae", code: "4671" };
    await backend.call("POST", "/v1/suppliers", { as: us, body: supplier });
    const rows = [
      "Vans;46.71;;100;USD;2025-03-14;opex;",
      "Vans;46.71;nace_rev2_1;100;USD;2025-03-14;opex;",
      "Vans;CNAE 2025 4671;;100;USD;2025-03-14;opex;",
      "Rest;38.21;;100;USD;2025-03-14;opex;",
      "Rest;3832;;100;USD;2025-03-14;opex;",
      "Shop;47.91;;100;USD;2025-03-14;opex;",
      `Vans;no code;;100;USD;2025-03-14;opex;${supplier.business_name}`,
    ];
    const columns = "product_name sector sector_edition quantity unit_id purchase_date expense_type supplier_id".split(
      " ",
    );
    const session = await upload("purchases", [columns.join(";"), ...rows]);
    const mapping = Object.fromEntries(columns.map((column) => [column, column]));
    const { rows: validated } = await validate(session, mapping);
    const errorsOf = ({ errors }: { errors: Record<string, { code: string; message: string }[]> }) =>
      Object.entries(errors).flatMap(([column, found]) => found.map(({ code }) => `${column} ${code}`));
    const asked = ["sector SECTOR_AMBIGUOUS"];
    expect(validated.map(errorsOf)).toEqual([asked, [], [], asked, asked, asked, asked]);
    expect(validated[0].errors.sector[0].message).toMatch(
      /^46\.71 is NACE Rev\. 2 46\.71 "Wholesale of solid.*" or NACE Rev\. 2\.1 46\.71 "Wholesale of motor/,
    );
    expect(validated[6].errors.sector[0].message).toMatch(/^The supplier's code 4671 is /);
  });

  it("is listed with each edition, as a purchase can name it", async () => {
    const { items } = await get(`/v1/sectors?search=${AMBIGUOUS}`);
    const listed = items.filter((one: Record<string, string>) => one.code === AMBIGUOUS);
    expect(listed.map((one: Record<string, string>) => [one.scheme, one.unambiguous_code])).toEqual([
      ["nace", "NACE Rev. 2 46.71"],
      ["sic", "UK SIC 46.71"],
      ["nace_rev2_1", "NACE Rev. 2.1 46.71"],
    ]);
  });
});

describe("a code of one edition alone", () => {
  it.each([
    ["62.10", "NACE 62, broader for NACE Rev. 2.1 62.10"],
    ["4681", undefined],
    ["513210", "NAICS 511210 for NAICS 2022 513210"],
  ])("%s is calculated without a statement", async (sector, label) => {
    if (label === undefined) expect(await codeOf({ sector })).toBe("FACTOR_NOT_FOUND");
    else expect(await reasonOf({ sector })).toContain(label);
  });
});
