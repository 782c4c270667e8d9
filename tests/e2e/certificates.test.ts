import { spawnSync } from "node:child_process";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, unitIds } from "../support/backend.ts";
import { libraryFactor } from "../support/catalogue.ts";
import { fraction, plain, rounded, times } from "../support/fraction.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const VERIFIER = new URL("../../scripts/verify/verify.ts", import.meta.url).pathname;

const INVENTORY = "/v2/inventory?base_year=2019&start_date=2024-01-01&end_date=2024";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;
beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  unit = await unitIds(backend, us);
});

async function ok(method: string, path: string, body?: object) {
  const { status, json, text } = await backend.call(method, path, { as: us, ...(body && { body }) });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return json;
}

/** Market-based parts of an invoice by their quantities, when a revision is calculated, and the text of the explanation. */
async function explained(id: string, revision: number) {
  const explain = () => backend.call("GET", `/v1/invoices/${id}/calculation`, { as: us });
  await until(`revision ${revision} of invoice ${id}`, async () => (await explain()).json.revision === revision);
  const { text, json } = await explain();
  const { impacts } = json as { impacts: { part: string; co2e: number; ghg_category: string; beside: boolean }[] };
  const bought = impacts.filter(({ ghg_category, beside }) => ghg_category === "purchased_electricity" && !beside);
  return { text, parts: Object.fromEntries(bought.map(({ part, co2e }) => [part, co2e])) };
}

it("a certificate comes before the mix of the supplier, until it is used up, and is given back", async () => {
  const { items } = await ok("POST", "/v2/facilities", { records: [{ name: "Plant", type: "plant", country: "ES" }] });
  const { id } = await ok("POST", "/v1/invoices", {
    type: "electricity",
    facility_id: items[0].id,
    supplier_id: catalogueId("energy_supplier", "ES/endesa_energia"),
    base_quantity: 1250.5,
    unit_id: unit("kWh"),
    start_date: "2024-02-01",
    end_date: "2024-03-31",
  });
  const figure = { category: "electricity_supplier", key: "endesa_energia", unit: "kWh", year: 2024 };
  const kg = (kWh: string) => Number(plain(rounded(times(fraction(kWh), libraryFactor("miteco-v31", figure)), 12)));
  expect((await explained(id, 1)).parts).toEqual({ consumption: kg("1250.5") });

  const certificate = await ok("POST", "/v2/certificates", {
    type: "guarantee_of_origin",
    technology: "wind",
    mwh: 0.4005,
    country: "ES",
    production_start_date: "2024-06-01",
    production_end_date: "2024-06-30",
  });
  const matches = `/v2/certificates/${certificate.id}/matches`;
  const covered = await ok("POST", matches, { invoice_ids: [id] });
  expect(covered).toMatchObject({ certificate: { mwh_used: 0.4005, mwh_left: 0 }, matches: [{ invoice_id: id }] });
  const { parts, text } = await explained(id, 2);
  expect(parts).toEqual({ consumption: kg("850"), electricity_certificate_1: 0 });
  expect(spawnSync(process.execPath, [VERIFIER], { input: text, encoding: "utf8" }).stdout).toBe("equal\n");

  const [year, february] = [await ok("GET", `${INVENTORY}-12-31`), await ok("GET", `${INVENTORY}-02-29`)];
  expect(year).toMatchObject({ boundary: "operational", boundary_is_default: true, radiative_forcing: null });
  const instrument = {
    type: "guarantee_of_origin",
    technology: "wind",
    vintage: 2024,
    country: "ES",
    emission_rate: null,
  };
  expect(year.instruments).toEqual([{ ...instrument, registry: null, plant: null, mwh: 0.4005 }]);
  // 29 of the 60 days of the invoice.
  expect(february.instruments).toMatchObject([{ mwh: 0.193575 }]);
  expect(year.evidence).toEqual([{ entity_type: "invoices", with_file: 0, without_file: 1 }]);
  expect(year.comparatives).toMatchObject([
    { start_date: "2023-01-01", end_date: "2023-12-31", base_year: false, total_market_based: 0 },
    { start_date: "2019-01-01", base_year: true, change_location_based: year.total_location_based },
  ]);
  const usedUp = await backend.call("POST", matches, { as: us, body: { invoice_ids: [id] } });
  expect([usedUp.status, usedUp.json.code]).toEqual([422, "CERTIFICATE_USED_UP"]);
  await ok("DELETE", `${matches}/${covered.matches[0].id}`);
  expect((await explained(id, 3)).parts).toEqual({ consumption: kg("1250.5") });
  await ok("DELETE", `/v1/invoices/${id}`);
});
