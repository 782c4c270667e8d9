import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { checkLedger, csvRows } from "../support/ledger.ts";
import {
  downloaded,
  importedTable,
  type Row,
  sent,
  type TableFile,
  IMPORT_WAIT_MS as WAIT_MS,
} from "../support/round-trip.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** Lists by template. Records of the others name those of the owners. */
const OWNERS = {
  facilities: "/v1/facilities",
  vehicles: "/v1/vehicles",
  employees: "/v1/employees",
  own_workforces: "/v1/own_workforces",
};
const RECORDS = {
  purchases: "/v1/purchases",
  wastes: "/v1/wastes",
  invoices: "/v1/invoices",
  waste_water_treatments: "/v1/waste-water-treatments",
  vehicle_consumptions: "/v2/vehicle_consumptions",
  transports: "/v1/transports",
  logistics_requests: "/v1/logistics/requests",
  logistics_recharges: "/v1/logistics/recharges",
  hotel_stays: "/v1/hotel-stays",
  business_travels: "/v1/business-travels",
  employee_historic: "/v1/employee-historic",
  own_workforce_trainings: "/v1/own_workforce_trainings",
  sold_products: "/v1/sold-products/country-sales",
};
const ANSWERS = "/v2/employees/survey-answers";
const SURVEY_YEAR = 2025;
/** The others are exported as csv. */
const AS_XLSX = ["vehicles", "wastes", "transports"];
/** Exports that one caller may have at once. */
const AT_ONCE = 2;
const LIMIT_MS = 600_000;

let backend: Backend;
/** Both are in Spain, so that the same records have the same factors. */
let ours: Caller;
let theirs: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  [ours, theirs] = [backend.caller("holding"), backend.caller("iberia")];
  for (const as of [ours, theirs]) await addOwners(as);
});

const call = (as: Caller, method: string, path: string, body?: object) => sent(backend, as)(method, path, body);
const download = (as: Caller, path: string, name: string) => downloaded(backend, as, path, name);

/** Imports a file whose records are all calculated. Returns the values of its rows by column key. */
async function imported(as: Caller, template: string, file: TableFile): Promise<Row[]> {
  const { rows, job } = await importedTable(backend, as, template, file);
  expect([template, job]).toMatchObject([template, { failed_items: 0, succeeded_items: job.total_items }]);
  return rows;
}

/** Owners of records that no template creates. */
async function addOwners(as: Caller): Promise<void> {
  const use = {
    lifetime_years: 10,
    uses_per_year: 200,
    energy_per_use: { quantity: 0.8, unit_id: unitId("kWh"), energy_type: "electricity" },
  };
  await call(as, "POST", "/v1/sold-products", { product_name: "Kettle", ...use });
  const days = { start_date: `${SURVEY_YEAR}-01-01`, end_date: `${SURVEY_YEAR}-12-31` };
  await call(as, "POST", "/v1/surveys", { name: "Commuting", ...days, languages: ["en"] });
  await call(as, "POST", "/v1/suppliers", { business_name: "Paper mill", country: "ES" });
  const group = await call(as, "POST", "/v1/custom-emission-groups", { name: "Own paper", category: "purchases" });
  const perKilogram = {
    name: "By weight",
    unit_id: unitId("kg"),
    tag: "simple",
    gases: [{ gas_type: "co2e", value: "2.5" }],
  };
  await call(as, "POST", `/v1/custom-emission-groups/${group.id}/factors`, perKilogram);
}

/** Records that name entities which the example files do not have. */
async function addRecords(as: Caller): Promise<void> {
  const year = new Date().getUTCFullYear();
  const [supplier] = (await call(as, "GET", "/v1/suppliers")).items;
  const [group] = (await call(as, "GET", "/v1/custom-emission-groups")).items;
  const [facility] = (await call(as, "GET", "/v1/facilities")).items;
  const bought = { product_name: "Paper", sector: "17.12", purchase_date: `${year}-03-14`, expense_type: "opex" };
  const used = {
    facility_id: facility.id,
    start_date: `${year}-03-01`,
    end_date: `${year}-03-31`,
    unit_id: unitId("kWh"),
  };
  const leg = { shipment_date: `${year}-02-10`, category: "road", load: "1234.567", load_unit: "kg" };
  const section = { transport_type: "road", travel_method: "truck", origin: "Madrid, ES", destination: "Paris, FR" };
  const route = {
    transport_date: `${year}-02-11`,
    transport_direction: "upstream",
    quantity_transported: "2.5",
    unit_id: unitId("t"),
  };
  const unknownMode = { transport_type: "do_not_know", origin: "Lyon, FR", destination: "Barcelona, ES" };
  const batches = {
    // The service completes distances, loads, vehicles and tonne-kilometres.
    "/v2/logistics/requests/bulk": [
      { ...leg, distance_km: "203.12345", movement_id: "ODD-1" },
      {
        ...leg,
        origin: "Madrid, ES",
        destination: "Lyon, FR",
        load: "0.33333",
        load_unit: "pallets",
        load_factor: "0.77777",
      },
      { ...leg, category: "air", origin: "MAD", destination: "JFK" },
      { shipment_date: leg.shipment_date, toc: "van_diesel", tkm: "17.54321" },
      { ...leg, toc: "van_diesel", category: undefined, load: undefined, load_unit: "ton", distance_km: "12.3" },
      { ...leg, tkm: "5", distance_km: "12.3" },
    ],
    "/v2/transports": [
      { ...route, name: "Section", sections: [section] },
      { ...route, name: "Sections", sections: [section, unknownMode] },
    ],
    "/v2/purchases": [
      { ...bought, quantity: "12.34", unit_id: unitId("EUR"), supplier_id: supplier.id },
      {
        ...bought,
        non_currency_quantity: "10.5",
        non_currency_unit_id: unitId("kg"),
        custom_emission_factor_id: group.id,
      },
    ],
    "/v2/invoices": [
      {
        ...used,
        type: "electricity",
        base_quantity: "100.25",
        supplier_id: catalogueId("energy_supplier", "ES/endesa_energia"),
      },
      {
        ...used,
        type: "heat",
        base_quantity: "70.5",
        facility_fuel_id: catalogueId("facility_fuel", "fuels/natural_gas"),
        calorific_basis: "net",
      },
    ],
  };
  for (const [path, records] of Object.entries(batches)) {
    const { id, job_id: job = id } = await call(as, "POST", path, { records });
    expect([path, await finished(backend, as, job, WAIT_MS)]).toMatchObject([
      path,
      { failed_items: 0, succeeded_items: records.length },
    ]);
  }
}

async function addAnswerOfTwoCommutes(as: Caller): Promise<void> {
  const [survey] = (await call(as, "GET", "/v1/surveys")).items;
  const [employee] = (await call(as, "GET", "/v1/employees")).items;
  const commutes = ["car", "bus"].map((transport_type) => ({
    transport_type,
    total_km: "7.5",
    weekly_travels: [1, 3],
  }));
  await call(as, "POST", ANSWERS, { records: [{ survey_id: survey.id, employee_id: employee.id, commutes }] });
}

/** The rows of the csv file of a list, by column key, in any order. */
async function listed(as: Caller, list: string): Promise<Row[]> {
  const { bytes } = await download(as, `${list}?format=csv`, "list.csv");
  return csvRows(bytes);
}

const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();

async function roundTrip([template, list]: [string, string]): Promise<void> {
  const example = `/v2/imports/templates/${template}/example.xlsx`;
  const values = await imported(ours, template, await download(ours, example, `${template}.xlsx`));
  const recorded = await listed(ours, list);
  const { columns } = await call(ours, "GET", `/v2/imports/templates/${template}`);
  // Entities have several names, so their columns are compared between the two lists only. The id of an answer at the
  // client is that of an item of the job, and no value of the answer.
  const keys = columns.flatMap(({ key, type }: Row) =>
    type === "reference" || (list === ANSWERS && key === "external_id") ? [] : [key],
  );
  expect([template, values.length]).toEqual([template, 3]);
  for (const row of values) {
    const written = keys.filter((key: string) => (row[key] ?? null) !== null);
    const fields = Object.fromEntries(written.map((key: string) => [key, row[key]]));
    expect([template, recorded]).toEqual([template, expect.arrayContaining([expect.objectContaining(fields)])]);
  }
  const format = AS_XLSX.includes(template) ? "xlsx" : "csv";
  await imported(theirs, template, await download(ours, `${list}?format=${format}`, `${template}.${format}`));
  expect([template, sorted(await listed(theirs, list))]).toEqual([template, sorted(recorded)]);
}

const areCalculated = async (as: Caller) =>
  (await call(as, "GET", "/v1/employee-historic?calculation_status=pending")).total === 0;

const totalsOf = async (as: Caller, year = new Date().getUTCFullYear()) => {
  const period = `start_date=${year}-01-01&end_date=${year}-12-31`;
  return (await call(as, "GET", `/v1/total-impacts?${period}&group_by=category`)).items;
};

/** The ledger sums to the totals, and has a row of each record that is in them. */
async function checkLedgerOfAllKinds(as: Caller): Promise<void> {
  const year = new Date().getUTCFullYear();
  const rows = await checkLedger(backend, as, `start_date=${year}-01-01&end_date=${year}-12-31`);
  const kinds = new Set(rows.map(({ entity_type }) => entity_type));
  expect([...kinds].sort()).toEqual([
    "business_travels",
    "commuting_periods",
    "hotel_stays",
    "invoices",
    "logistics_recharges",
    "logistics_requests",
    "purchases",
    "sold_product_sales",
    "transports",
    "vehicle_consumptions",
    "waste_water_treatments",
    "wastes",
  ]);
  expect(rows.every(({ factor_id, factor_revision }) => (factor_id === null) === (factor_revision === null))).toBe(
    true,
  );
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

it(
  "example files of all templates become records, and exports of these give another organization the same totals",
  async () => {
    await inTurns(Object.entries(OWNERS), roundTrip);
    await addRecords(ours);
    await inTurns(Object.entries(RECORDS), roundTrip);
    const totals = await totalsOf(ours);
    expect(totals.length).toBeGreaterThan(8);
    expect(await totalsOf(theirs)).toEqual(totals);
    for (const as of [ours, theirs]) await checkLedgerOfAllKinds(as);
    // After the totals: their commuting periods are in the list of these, too.
    await addAnswerOfTwoCommutes(ours);
    await roundTrip(["survey_answers", ANSWERS]);
    for (const as of [ours, theirs]) await until("answers are not calculated", () => areCalculated(as), WAIT_MS);
    const ofAnswers = await totalsOf(ours, SURVEY_YEAR);
    expect(ofAnswers).not.toEqual([]);
    expect(await totalsOf(theirs, SURVEY_YEAR)).toEqual(ofAnswers);
  },
  LIMIT_MS,
);
