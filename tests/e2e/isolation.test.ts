import type { Route } from "@emissions/gateway/rest/route-spec";
import { routeTable } from "@emissions/gateway/routes/table";
import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Backend, type Caller, calculated, finished, unitIds } from "../support/backend.ts";
import { importForm } from "../support/imports.ts";
import { addNotification, addWebhook } from "../support/notify-samples.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const unused = () => Promise.reject(new Error("not used"));
const all = routeTable({ verify: unused, issue: unused });
const routes = all.filter(({ spec }) => spec.auth === "pair");
const sessionRoutes = all.filter(({ spec }) => spec.auth === "session");

/** Part of every text of our records. Must never appear in their responses. */
const MARK = "Xk7-our-secret-mark";

/** One of our records for each collection, and a change that they attempt. A new collection needs its own. */
interface Specimen {
  /** Its ids, by the names of path parameters. */
  ids: Record<string, string>;
  change: object;
  /** Bodies of routes that take other fields than `change`. */
  bodies?: Record<string, object>;
  /** Path of the record. */
  path: string;
  /** Its routes need a person who has signed in. */
  signedIn?: true;
  /** Part of our record that stays; by default MARK. */
  text?: string;
}

let backend: Backend;
let us: Caller;
let them: Caller;
/** Headers of signed-in admins. */
let signedInAs: Record<"iberia" | "outsider", Record<string, string>>;
let unit: (code: string) => string;
const specimens = new Map<string, Specimen>();

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia", "admin");
  them = backend.caller("outsider", "admin");
  signedInAs = { iberia: await signIn("iberia", us), outsider: await signIn("outsider", them) };
  unit = await unitIds(backend, us);
  const supplier = await create("/v1/suppliers", { business_name: `${MARK} Ltd`, country: "US" });
  const purchase = await create("/v1/purchases", purchaseOf(supplier.id));
  await calculated(backend, us, purchase.id);
  specimen("/v1/folders", (await create("/v1/folders", { name: MARK })).id, { name: "Taken over" });
  specimen("/v1/files", (await upload(`${MARK}.txt`)).id, { folder_id: null });
  await addReading();
  await addImport();
  specimen("/v1/suppliers", supplier.id, { business_name: "Taken over" });
  specimen("/v1/purchases", purchase.id, { description: "Taken over" });
  await addAuditEvent(purchase.id);
  const facility = await addFacility();
  specimens.set("/v1/facilities", { ...facility, change: { name: "Taken over" } });
  const { id: waste_id } = await create("/v1/wastes", wasteOf(facility.ids.facility_id));
  specimens.set("/v1/wastes", {
    ids: { waste_id },
    change: { description: "Taken over" },
    path: `/v1/wastes/${waste_id}`,
  });
  const { id: invoiceId } = await create("/v1/invoices", invoiceOf(facility.ids.facility_id));
  specimen("/v1/invoices", invoiceId, { cups: "Taken over" });
  specimen("/v3/invoices", invoiceId, {});
  await addCertificate(invoiceId);
  const water = await create("/v1/waste-water-treatments", treatmentOf(facility.ids.facility_id));
  specimen("/v1/waste-water-treatments", water.id, { description: "Taken over" });
  await addHotelStay();
  await addVehicle();
  await addPerson();
  await addBusinessTravel();
  await addEmployee();
  await addSoldProduct();
  await addSurvey();
  await addRechargeAndHub();
  await addTransportRoute();
  await addLogisticsRequest();
  await addPackage();
  await addIngestJob();
  await addCustomRecord();
  await addCustomGroup();
  const webhook = await addWebhook(backend, us, MARK);
  const bodies = { "POST /v2/webhook-endpoints/{endpoint_id}/deliveries/retry": { since: "2026-01-01T00:00:00Z" } };
  specimens.set("/v2/webhook-endpoints", { ...webhook, change: { description: "Taken over" }, bodies });
  const organization = us["x-organization-id"];
  specimens.set("/v2/organizations", {
    ids: { id: organization },
    change: { gwp_set: "AR4" },
    bodies: { "PUT /v2/organizations/{id}/shares": { shares: [] } },
    path: `/v2/organizations/${organization}`,
    text: '"gwp_set":"AR5"',
  });
  await addAccess();
  const days = { start_date: "1999-05-05", end_date: "1999-05-06" };
  specimen("/v2/periods/locks", (await create("/v2/periods/lock", { ...days, note: MARK })).id, { note: "Taken over" });
  await addTraining();
  await addRecalculation();
  await addRestatement();
  specimens.set("/v1/notifications", { ...(await addNotification(backend, us, MARK)), change: { read: true } });
});

const ORGANIZATIONS = "/v2/organizations";
const CHILDREN = `${ORGANIZATIONS}/children`;

const purchaseOf = (supplierId: string) => ({
  product_name: `${MARK} product`,
  sector: "541511",
  quantity: "98765.4321",
  unit_id: unit("USD"),
  purchase_date: "2025-05-05",
  expense_type: "opex",
  supplier_id: supplierId,
});

const wasteOf = (facility_id: string) => ({
  facility_id,
  identification_name: `${MARK} waste`,
  start_date: "2025-05-05",
  end_date: "2025-05-06",
  base_quantity: 7,
  ler_code_id: catalogueId("ler", "150101"),
  waste_rd_code_id: catalogueId("rd", "R03"),
});

const invoiceOf = (facility_id: string) => ({
  type: "electricity",
  facility_id,
  start_date: "2025-05-05",
  end_date: "2025-05-06",
  base_quantity: 7,
  unit_id: unit("kWh"),
  cups: MARK,
});

const treatmentOf = (facility_id: string) => ({
  facility_id,
  name: `${MARK} treatment`,
  start_date: "2025-05-05",
  end_date: "2025-05-06",
  quantity: 7,
});

const vehicleOf = (name: string) => ({
  name,
  type: "passenger",
  ownership: "owned",
  license_plate: name,
  unknown_vehicle_id: catalogueId("unknown_vehicle", "car"),
  country: "ES",
  vehicle_fuel_id: catalogueId("vehicle_fuel", "ES:diesel"),
});

async function create(path: string, body: object, created = 201) {
  const { status, json } = await backend.call("POST", path, { as: us, body });
  expect(status).toBe(created);
  return json;
}

function specimen(collection: string, id: string, change: object) {
  specimens.set(collection, { ids: { id }, change, path: `${collection}/${id}` });
}

/** A key, a member, an organization below and both kinds of invitations, made by a signed-in admin. */
async function addProject(responsible_user_id: string, organization_id: string) {
  const { id } = await create("/v1/projects", { name: MARK, responsible_user_id });
  const invitation = { organization_id, allowed_views: ["wastes"] };
  await create(`/v1/projects/${id}/invitations`, invitation);
  const links = { entity_type: "invoices", entity_ids: [newId()] };
  const byFilters = { entity_type: "invoices", filter_hash: "a3f1c2e4b5d6a7b8" };
  specimens.set("/v1/projects", {
    ids: { id, organization_id },
    change: { name: "Taken over" },
    bodies: {
      "POST /v1/projects/{id}/links": links,
      "POST /v1/projects/{id}/links/by-filters": byFilters,
      "POST /v1/projects/{id}/links/delete": links,
      "POST /v1/projects/{id}/invitations": invitation,
    },
    path: `/v1/projects/${id}`,
  });
  await addDashboard(id);
}

async function addDashboard(project_id: string) {
  const all = "/v2/dashboard";
  const { id } = await create(all, { project_id });
  const path = `${all}/${id}`;
  const body = { widgets: [{ id: MARK, name: MARK, config: {} }] };
  expect((await backend.call("PATCH", path, { as: us, body })).status).toBe(200);
  const comment = { text: "Taken over" };
  const { id: comment_id } = await create(`${path}/widgets/${MARK}/comments`, { text: MARK });
  const bodies = { [`POST ${all}/{id}/widgets/{widget_id}/comments`]: comment };
  specimens.set(all, { ids: { id, widget_id: MARK, comment_id }, change: { widgets: [] }, bodies, path });
}

async function addAuditEvent(entityId: string) {
  const { json } = await backend.call("GET", `/v2/audit-events?entity_id=${entityId}`, { as: us });
  const { id } = json.items[0];
  specimens.set("/v2/audit-events", { ids: { id }, change: {}, path: `/v2/audit-events/${id}`, text: id });
}

const adminOf = (name: string) =>
  backend.users.find(({ organization, role }) => organization === name && role === "admin")!;

async function signIn(name: string, { "x-organization-id": organization }: Caller) {
  const { email, password } = adminOf(name);
  const { json } = await backend.call("POST", "/auth/login", { body: { email, password } });
  return { authorization: `Bearer ${json.access_token}`, "x-organization-id": organization };
}

async function addAccess() {
  const headers = signedInAs.iberia;
  const { email } = adminOf("iberia");
  const add = async (path: string, body: object) => {
    const answer = await backend.call("POST", path, { headers, body });
    expect(answer.status).toBe(201);
    return answer.json.id;
  };
  specimen("/v1/api-keys", await add("/v1/api-keys", { name: MARK }), { overlap_seconds: 0 });
  const { items } = (await backend.call("GET", "/v1/members", { headers })).json;
  const { user_id } = items.find((member: { email: string }) => member.email !== email);
  const path = `/v1/members/${user_id}`;
  const member = { ids: { user_id }, path, text: user_id, signedIn: true } as const;
  specimens.set("/v1/members", { ...member, change: { role: "viewer" } });
  specimens.set("/v2/members", { ...member, change: {} });
  const person = await add("/v1/members", { email: `${newId()}@example.com`, first_name: MARK, role: "viewer" });
  const invited = "/v1/members/invitations";
  specimens.set(invited, { ids: { id: person }, change: {}, path: invited });
  const child = await add(CHILDREN, { name: MARK, country: "ES" });
  specimen(CHILDREN, child, { name: "Taken over" });
  await addProject(user_id, child);
  const note = await add(`${ORGANIZATIONS}/invitations`, { note: MARK });
  specimens.set(`${ORGANIZATIONS}/invitations`, {
    ids: { id: note },
    change: {},
    path: `${ORGANIZATIONS}/invitations`,
  });
}

async function addFacility() {
  const { items } = await create("/v2/facilities", {
    records: [{ name: `${MARK} plant`, type: "plant", country: "ES", address: MARK, external_id: MARK }],
  });
  const facility_id: string = items[0].id;
  return { ids: { facility_id }, path: `/v1/facilities/${facility_id}` };
}

async function addCertificate(invoiceId: string) {
  const days = { production_start_date: "2025-05-05", production_end_date: "2025-05-06" };
  const values = { type: "guarantee_of_origin", technology: "wind", mwh: 1, country: "ES", external_id: MARK };
  const { id } = await create("/v2/certificates", { ...values, ...days });
  const path = `/v2/certificates/${id}`;
  const { matches } = await create(`${path}/matches`, { invoice_ids: [invoiceId] });
  const bodies = { "POST /v2/certificates/{id}/matches": { invoice_ids: [invoiceId] } };
  const ids = { id, match_id: matches[0].id };
  specimens.set("/v2/certificates", { ids, change: { external_id: "Taken over" }, bodies, path });
}

async function addHotelStay() {
  const stay = { name: `${MARK} fair`, check_in_date: "2024-05-05", check_out_date: "2024-05-06", country: "GB" };
  const { id: hotel_stay_id } = await create("/v1/hotel-stays", stay);
  const path = `/v1/hotel-stays/${hotel_stay_id}`;
  specimens.set("/v1/hotel-stays", { ids: { hotel_stay_id }, change: { name: "Taken over" }, path });
}

async function addRecalculation() {
  const { json } = await backend.call("POST", "/v2/recalculations", { as: us, body: { sources: [MARK] } });
  specimens.set("/v2/recalculations", { ids: { id: json.id }, change: {}, path: `/v2/recalculations/${json.id}` });
}

/** A change within a period that is not locked any more. */
async function addRestatement() {
  const [org, id] = [us["x-organization-id"], newId()];
  const sql = postgres(backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.restatements (organization_id, id, period_lock_id, start_date, end_date, entity_type, record_id,
      revision, action, reason, merged_at)
    values (${org}, ${id}, ${newId()}, '1999-05-07', '1999-05-07', 'purchases', ${newId()}, 1, 'changed', ${MARK}, now())`;
  await sql.end();
  specimens.set("/v2/restatements", { ids: { id }, change: {}, path: `/v2/restatements/${id}` });
}

/** A person without contracts, and a training with a custom column. */
async function addTraining() {
  const [org, person] = [us["x-organization-id"], newId()];
  const sql = postgres(backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
    values (${org}, ${person}, ${`${MARK} person`}, '1990-01-31', 'F', false)`;
  await sql.end();
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const training = { own_workforce_id: person, type: "safety", description: `${MARK} drill`, hours: 7, ...days };
  const all = "/v1/own_workforce_trainings";
  const { id: training_id } = await create(all, training);
  const { id: column_id } = await create(`${all}/custom-columns`, { key: "mark", label: MARK, type: "text" });
  specimens.set(all, { ids: { training_id }, change: { description: "Taken over" }, path: `${all}/${training_id}` });
  const columns = `${all}/custom-columns`;
  specimens.set(columns, { ids: { column_id }, change: { label: "Taken over" }, path: columns });
}

async function addVehicle() {
  const { id: vehicle_id } = await create("/v1/vehicles", vehicleOf(MARK));
  const path = `/v1/vehicles/${vehicle_id}`;
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const consumption = { quantity: 7, unit_id: unit("l"), ...days, custom_id: MARK };
  const { id: consumption_id } = await create(`${path}/consumptions`, consumption);
  const all = "/v1/vehicles/{vehicle_id}/consumptions";
  const bodies = {
    [`POST ${all}`]: { ...consumption, custom_id: "Taken over" },
    [`PATCH ${all}/{consumption_id}`]: { custom_id: "Taken over" },
    [`POST ${all}/bulk-delete`]: { consumption_ids: [consumption_id] },
  };
  specimens.set("/v1/vehicles", { ids: { vehicle_id, consumption_id }, change: { name: "Taken over" }, bodies, path });
  specimens.set("/v2/vehicle_consumptions", { ids: {}, change: {}, path: `${path}/consumptions/${consumption_id}` });
}

const personOf = (external_employee_id: string) => ({
  external_employee_id,
  birth_date: "1988-02-29",
  gender: "F",
  disabled_employee: false,
  contracts: [
    {
      ...{ contract_type: "permanent", start_date: "2020-01-01", country: "ES", working_hours_ratio: 1 },
      job_category: `${MARK} engineer`,
      remunerations: [{ amount: 30000, currency: "EUR", start_date: "2020-01-01" }],
    },
  ],
});

async function addPerson() {
  const { id } = await create("/v1/own_workforces", personOf(MARK));
  specimen("/v1/own_workforces", id, { external_employee_id: "Taken over" });
}

/** A reading of an invoice without values. */
async function addReading(): Promise<void> {
  const { id: file_id } = await upload(`${MARK}-invoice.txt`);
  const body = { event_type: "PROCESS_DOCUMENT", detail: { file_id } };
  await backend.call("POST", "/v1/files/send-event", { as: us, body });
  const { json } = await backend.call("GET", `/v1/files/readings?file_id=${file_id}`, { as: us });
  const file_reading_id = json.items[0].reading.id;
  const change = { content: { items: [{ invoice_number: "Taken over" }] } };
  specimens.set("/v1/files/readings", {
    ids: { file_reading_id },
    change,
    path: `/v1/files/readings/${file_reading_id}`,
    text: file_id,
  });
}

/** A session whose rows have the mark. */
async function addImport(): Promise<void> {
  const content = `Residuo;Fecha\n${MARK};01/02/2025`;
  const form = importForm({ template_id: "wastes" }, { name: `${MARK}.csv`, content });
  const { status, json } = await backend.call("POST", "/v2/imports/sessions", { as: us, ...form });
  expect(status).toBe(201);
  const one = "/v2/imports/{import_id}";
  const mapped = { mapping: { Residuo: "Taken over" } };
  const bodies = {
    [`POST ${one}/mapping`]: mapped,
    [`POST ${one}/unique-values`]: mapped,
    [`POST ${one}/validate`]: mapped,
    [`PATCH ${one}/rows`]: { corrections: [{ row_index: 0, column: "identification_name", value: "Taken over" }] },
    [`POST ${one}/rows/delete`]: { row_indices: [0] },
  };
  const path = `/v2/imports/${json.import_id}/rows`;
  specimens.set("/v2/imports", { ids: { import_id: json.import_id }, change: {}, bodies, path });
}

async function addBusinessTravel() {
  const travel = { name: `${MARK} fair`, travel_date: "2024-05-05", transport_type: "train", distance_km: 621 };
  const { id: business_travel_id } = await create("/v1/business-travels", travel);
  const path = `/v1/business-travels/${business_travel_id}`;
  specimens.set("/v1/business-travels", { ids: { business_travel_id }, change: { name: "Taken over" }, path });
}

async function addEmployee() {
  const person = { name: `${MARK} person`, situation: "active", status: "uploaded" };
  const { id: employee_id } = await create("/v1/employees", person);
  specimen("/v1/employees", employee_id, { name: "Taken over" });
  const period = { employee_id, start_date: "2024-05-05", end_date: "2024-05-06", origin: `${MARK} street` };
  const how = { transport_type: "bus", total_km: 7, weekly_travels: [0] };
  specimen("/v1/employee-historic", (await create("/v1/employee-historic", { ...period, ...how })).id, {
    destination: "Taken over",
  });
}

async function addSoldProduct() {
  const all = "/v1/sold-products";
  const energy_per_year = { quantity: 7, unit_id: unit("kWh"), energy_type: "electricity" };
  const { product_id } = await create(all, { product_name: `${MARK} product`, lifetime_years: 1, energy_per_year });
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const { period_id } = await create(`${all}/${product_id}/periods`, days);
  const sale = { product_id, ...days, country: "GB", quantity: 7, external_id: MARK };
  const { id: country_sale_id } = await create(`${all}/country-sales`, sale);
  const path = `${all}/${product_id}`;
  const bodies = { [`POST ${all}/{product_id}/periods`]: { start_date: "2024-06-05", end_date: "2024-06-06" } };
  specimens.set(all, { ids: { product_id }, change: { product_name: "Taken over" }, bodies, path });
  const [periods, sales] = [`${all}/periods`, `${all}/country-sales`];
  const change = { end_date: "2024-05-07" };
  specimens.set(periods, { ids: { period_id }, change, path: `${periods}/${period_id}`, text: "2024-05-06" });
  const taken = { external_id: "Taken over" };
  specimens.set(sales, { ids: { country_sale_id }, change: taken, path: `${sales}/${country_sale_id}` });
}

async function addSurvey() {
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const { id } = await create("/v1/surveys", { name: `${MARK} survey`, ...days, languages: ["en"] });
  const path = `/v1/surveys/${id}`;
  const { row_ids } = await create(`${path}/rows`, { anonymous: 1 });
  const { id: link_id } = await create(`${path}/links`, {});
  const bodies = {
    "POST /v1/surveys/{id}/rows": { anonymous: 1 },
    "POST /v1/surveys/{id}/links": {},
    "POST /v1/surveys/{id}/row-links": { row_ids },
  };
  specimens.set("/v1/surveys", { ids: { id, link_id }, change: { name: "Taken over" }, bodies, path });
  const rows = "/v2/employees/survey-rows";
  specimens.set(rows, { ids: { id: row_ids[0] }, change: { commutes: [] }, path: `${rows}/${row_ids[0]}` });
}

async function addRechargeAndHub() {
  const all = "/v1/logistics/recharges";
  const fuel_id = "f51a1645-c201-43da-9dcd-6408be3cb517";
  const body = { fuel_id, country: "ES", date: "2024-05-05", quantity: 7, vehicle_license_plate: MARK };
  const { json: recharge } = await backend.call("POST", all, { as: us, body });
  specimens.set(all, { ids: { recharge_id: recharge.id }, change: {}, path: `${all}/${recharge.id}` });
  const { id: logistic_hub_id } = await create("/v1/logistic-hubs", { name: `${MARK} hub`, type: "subcontracted" });
  const path = `/v1/logistic-hubs/${logistic_hub_id}`;
  specimens.set("/v1/logistic-hubs", { ids: { logistic_hub_id }, change: { name: "Taken over" }, path });
}

async function addTransportRoute() {
  const sections = [{ transport_type: "air", kms_manual: 203 }];
  const load = { quantity_transported: 5, unit_id: unit("kg"), transport_direction: "upstream", sections };
  const { id: transport_route_id } = await create("/v1/transports", {
    ...{ name: `${MARK} goods`, transport_date: "2024-05-05", ...load },
  });
  const path = `/v1/transports/${transport_route_id}`;
  specimens.set("/v1/transports", { ids: { transport_route_id }, change: { name: "Taken over" }, path });
}

/** A leg is changed by a repeat with the same shipment, which is another one in their organization. */
async function addLogisticsRequest() {
  const leg = { toc: "van_diesel", load: 5, distance_km: 203, movement_id: MARK };
  const { id } = await create("/v1/logistics/requests", leg, 200);
  const taken = { ...leg, client: "Taken over" };
  const bodies = { "POST /v1/logistics/requests": taken, "POST /v2/logistics/requests": taken };
  specimens.set("/v1/logistics/requests", { ids: { id }, change: {}, bodies, path: `/v1/logistics/requests/${id}` });
}

async function addPackage() {
  const leg = { toc: "van_diesel", load: 5, distance_km: 203, package_key: MARK, client: MARK };
  const { package_id } = await create("/v1/logistics/requests", leg, 200);
  const path = `/v1/logistics/packages/${package_id}`;
  specimens.set("/v1/logistics/packages", { ids: { package_id }, change: {}, path });
}

/** Rows of a bulk request, with the mark as its idempotency key. */
async function addIngestJob() {
  const [org, job_id] = [us["x-organization-id"], newId()];
  const sql = postgres(backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.ingest_jobs (organization_id, id, entity_type, operation, source, total_items, idempotency_key)
    values (${org}, ${job_id}, 'facilities', 'create', 'api_bulk', 1, ${MARK})`;
  await sql`
    insert into activity.ingest_job_items (organization_id, job_id, index, external_id)
    values (${org}, ${job_id}, 0, ${MARK})`;
  await sql.end();
  specimens.set("/v2/ingest-jobs", { ids: { job_id }, change: {}, path: `/v2/ingest-jobs/${job_id}` });
}

async function addCustomRecord() {
  const all = "/v1/emission-factors/custom-databases";
  const { id: database_id } = await create(all, { name: `${MARK} database` });
  const { id: source_id } = await create(`${all}/${database_id}/versions`, { name: `${MARK} version` });
  const records = `${all}/${database_id}/versions/${source_id}/records`;
  const { id: record_id } = await create(records, {
    name: `${MARK} record`,
    unit_id: unit("kg"),
    tag: "simple",
    activity_categories: ["wastes"],
    factors: [{ gas_type: "co2e", value: "1" }],
  });
  const { id: file_id } = await upload(`${MARK}.csv`);
  const path = `${records}/${record_id}`;
  expect((await backend.call("POST", `${path}/evidence`, { as: us, body: { file_ids: [file_id] } })).status).toBe(200);
  specimens.set(all, { ids: { database_id, source_id, record_id, file_id }, change: { name: "Taken over" }, path });
}

const GROUPS = "/v1/custom-emission-groups";

async function addCustomGroup() {
  const factor = {
    name: `${MARK} factor`,
    unit_id: unit("kg"),
    tag: "simple",
    gases: [{ gas_type: "co2e", value: "1" }],
  };
  const { id } = await create(GROUPS, { name: `${MARK} group`, category: "purchases" });
  const path = `${GROUPS}/${id}`;
  const { id: factor_id } = await create(`${path}/factors`, factor);
  const { id: file_id } = await upload(`${MARK} group.csv`);
  const evidence = { file_ids: [file_id] };
  expect((await backend.call("POST", `${path}/evidence`, { as: us, body: evidence })).status).toBe(200);
  const bodies = {
    [`POST ${GROUPS}/{id}/factors`]: { ...factor, name: "Taken over" },
    [`POST ${GROUPS}/{id}/evidence`]: evidence,
  };
  specimens.set(GROUPS, { ids: { id, factor_id, file_id }, change: { name: "Taken over" }, bodies, path });
}

async function upload(name: string) {
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${MARK}\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const { status, json } = await backend.call("POST", "/v1/files", { as: us, body, headers });
  expect(status).toBe(201);
  return json;
}

function specimenFor({ path }: Route): Specimen {
  const specimen = specimens.get(path.slice(0, path.indexOf("/{")));
  if (specimen === undefined) throw new Error(`${path} has no specimen: add one to the test`);
  return specimen;
}

const filled = ({ path }: Route, id: (name: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => id(name));

/** Status and body, without the request id and the requested id, which differ each time. */
const comparable = ({ status, text }: Answer) => ({
  status,
  text: text.replace(/"request_id":"[0-9a-f-]{36}"/, "").replace(/UUID\('[0-9a-f-]{36}'\)/, ""),
});

/** Published factors belong to no organization. */
const LIBRARY = "/v1/emission-factors/library";
/** Templates of imports and their catalogues are the same for all organizations. */
const TEMPLATES = /^\/v2\/imports\/(templates|options)\//;
const withId = routes.filter(({ path }) => path.includes("{") && path !== `${LIBRARY}/{id}` && !TEMPLATES.test(path));
const without = routes.filter(({ path }) => !path.includes("{"));
const named = (list: Route[]) => list.map((route) => ({ http: `${route.verb} ${route.path}`, route }));

describe.each(named(withId))("$http", ({ route }) => {
  it("gives the same error for our record as for a missing one", async () => {
    const { ids, change, bodies, signedIn } = specimenFor(route);
    const attempt = (which: (name: string) => string) =>
      backend.call(route.verb, filled(route, which), {
        ...(signedIn ? { headers: signedInAs.outsider } : { as: them }),
        ...(route.spec.body !== undefined && { body: bodies?.[`${route.verb} ${route.path}`] ?? change }),
      });
    const [ours, missing] = [await attempt((name) => ids[name]!), await attempt(() => newId())];
    expect(comparable(ours)).toEqual(comparable(missing));
    expect(ours.status).toBe(404);
  });
});

/** The parameters of the route that could show our data. */
function widestQuery({ spec }: Route): URLSearchParams {
  const values = {
    ...{ start_date: "2025-01-01", end_date: "2025-12-31", include_children: "true", search: MARK },
    ...{ currency: "EUR", date: "2025-05-05", field: "file_id" },
    ...{ quantity: "1", from_unit_id: unit("USD"), to_unit_id: unit("EUR") },
  };
  const shape = spec.query?.shape ?? {};
  // Routes that take a day or a period refuse both together.
  const isSent = (name: string) => name in shape && !(name === "date" && "start_date" in shape);
  return new URLSearchParams(Object.entries(values).filter(([name]) => isSent(name)));
}

describe.each(named(without.filter(({ verb }) => verb === "GET")))("$http", ({ route }) => {
  it("shows none of our data to them", async () => {
    const read = async (more = "") => {
      const { status, text } = await backend.call("GET", `${route.path}?${widestQuery(route)}${more}`, { as: them });
      expect(status).toBe(200);
      return text;
    };
    const text = await read();
    const exported = route.spec.exports === undefined ? "" : await read("&format=csv");
    const ours = [MARK, us["x-organization-id"], ...[...specimens.values()].flatMap(({ ids }) => Object.values(ids))];
    for (const secret of ours) expect(text + exported).not.toContain(secret);
    if (route.path === "/v1/total-impacts") expect(text).toContain('"total_co2e":0');
  });
});

/** One id for all routes: the limit of failed logins counts different ids, and is lower than the number of routes. */
const missingOrganization = newId();

describe.each(named(routes))("$http", ({ route }) => {
  it("refuses our key for their organization, and their key for ours, with one error", async () => {
    const path = filled(route, () => newId());
    const mixed = [
      { ...us, "x-organization-id": them["x-organization-id"] },
      { ...them, "x-organization-id": us["x-organization-id"] },
      { ...them, "x-organization-id": missingOrganization },
    ];
    const answers = await Promise.all(mixed.map((as) => backend.call(route.verb, path, { as })));
    if (route.spec.namesMissingOrganization) {
      const { status, json } = answers.pop()!;
      expect([status, json.code]).toEqual([404, "ORGANIZATION_NOT_FOUND"]);
    }
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ code: "INVALID_API_KEY" });
    }
  });
});

it("shows and ends no session of another person, and shows no organization of others", async () => {
  const routesOfSessions = [
    "GET /v2/account",
    "GET /v2/sessions",
    "DELETE /v2/sessions/{id}",
    "DELETE /v2/sessions",
    "POST /auth/password",
    ...["GET /auth/totp", "POST /auth/totp", "POST /auth/totp/confirm", "DELETE /auth/totp"],
  ];
  expect(sessionRoutes.map(({ verb, path }) => `${verb} ${path}`).toSorted()).toEqual(routesOfSessions.toSorted());
  const call = (verb: string, path: string, headers: Record<string, string>) => backend.call(verb, path, { headers });
  const own = (await call("GET", "/v2/sessions", signedInAs.iberia)).json as { id: string }[];
  expect(own.length).toBeGreaterThan(0);
  const account = await call("GET", "/v2/account", signedInAs.outsider);
  expect(account.json.organizations.map(({ id }: { id: string }) => id)).toEqual([them["x-organization-id"]]);
  const theirs = await call("GET", "/v2/sessions", signedInAs.outsider);
  for (const { id } of own) expect(theirs.text).not.toContain(id);
  const end = (id: string) => call("DELETE", `/v2/sessions/${id}`, signedInAs.outsider);
  const [ours, missing] = [await end(own[0]!.id), await end(newId())];
  expect(comparable(ours)).toEqual(comparable(missing));
  expect(ours.status).toBe(404);
  const other = await signIn("outsider", them);
  expect((await call("DELETE", "/v2/sessions", other)).status).toBe(204);
  expect((await call("GET", "/v2/sessions", signedInAs.iberia)).json).toEqual(own);
});

it("shows the same published factors to every organization", async () => {
  const get = (path: string, as: Caller) => backend.call("GET", path, { as });
  const path = `${LIBRARY}?search=natural+gas&category=fuels&region=GB&year=2025&unit=kWh`;
  const [ours, theirs] = [await get(path, us), await get(path, them)];
  expect(comparable(ours)).toEqual(comparable(theirs));
  expect(ours.json.items[0]).toMatchObject({ key: "natural_gas", values: { co2e: 0.18296, co2: 0.18259 } });
  const one = `${LIBRARY}/${ours.json.items[0].id}`;
  expect((await get(one, us)).json.factor).toEqual(ours.json.items[0]);
  expect(comparable(await get(one, us))).toEqual(comparable(await get(one, them)));
});

it("lists the light groups of the organization in the header, with any key", async () => {
  const light = (organization: Caller, key: Caller) =>
    backend.call("GET", "/custom_emission_groups/light", {
      headers: { "x-organization-id": organization["x-organization-id"], "x-api-key": key["x-api-key"] },
    });
  const { id } = specimens.get(GROUPS)!.ids;
  expect((await light(us, them)).json).toMatchObject([{ id, parent: null }]);
  for (const key of [us, them]) expect((await light(them, key)).text).toBe("[]");
});

it("deletes none of our purchases, and reports ours like missing ones", async () => {
  const { id } = specimens.get("/v1/purchases")!.ids;
  const missing = newId();
  const body = { purchase_ids: [id, missing] };
  const { status, json } = await backend.call("POST", "/v1/purchases/bulk-delete", { as: them, body });
  expect([status, json.success_ids, json.failed_ids]).toEqual([200, [], [id, missing]]);
});

it("refuses a reference to our supplier like one to a missing supplier", async () => {
  const { id } = specimens.get("/v1/suppliers")!.ids;
  const attempt = (supplierId: string) =>
    backend.call("POST", "/v1/purchases", { as: them, body: purchaseOf(supplierId) });
  const [ours, missing] = [await attempt(id!), await attempt(newId())];
  expect(comparable(ours)).toEqual(comparable(missing));
  expect(ours.status).toBe(422);
});

it("accepts the deletion of our facility like that of a missing one, without effect", async () => {
  const ours = specimens.get("/v1/facilities")!.ids.facility_id!;
  for (const facility_ids of [[ours], [newId()]]) {
    const path = "/v2/facilities/delete";
    const { status, json } = await backend.call("POST", path, { as: them, body: { facility_ids } });
    expect(status).toBe(202);
    expect(await finished(backend, them, json.id)).toMatchObject({ status: "completed", succeeded_items: 1 });
  }
});

it("deletes none of our wastes and invoices by id, and reports them like missing ones", async () => {
  const waste = specimens.get("/v1/wastes")!.ids.waste_id!;
  const job = await backend.call("POST", "/v2/wastes/delete", { as: them, body: { waste_ids: [waste] } });
  await until("the end of their deletion", async () => {
    const { json } = await backend.call("GET", `/v2/ingest-jobs/${job.json.id}`, { as: them });
    return json.status === "completed" && json.succeeded_items === 1;
  });
  const { json } = await backend.call("POST", "/v1/waste/bulk-delete", { as: them, body: { waste_ids: [waste] } });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [waste] });
  const invoice = specimens.get("/v1/invoices")!.ids.id!;
  const bulk = { as: them, body: { invoice_ids: [invoice] } };
  const deleted = await backend.call("POST", "/v1/invoices/bulk-delete", bulk);
  expect(deleted.json).toMatchObject({ success_count: 0, failed_ids: [invoice] });
  const again = { as: them, body: { invoice_ids: [invoice], activity_categories: ["electricity"] } };
  const recalculated = await backend.call("POST", "/v1/invoices/recalculate", again);
  expect([recalculated.status, recalculated.json]).toEqual([
    202,
    { invoice_ids: [], count: 0, processing_job_ids: [] },
  ]);
});

it("deletes none of our treatments, and reports them like missing ones", async () => {
  const { id } = specimens.get("/v1/waste-water-treatments")!.ids;
  const body = { waste_water_treatment_ids: [id] };
  const { json } = await backend.call("POST", "/v1/waste-water-treatments/bulk-delete", { as: them, body });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [id] });
});

it("deletes none of our hotel stays, and reports them like missing ones", async () => {
  const { hotel_stay_id } = specimens.get("/v1/hotel-stays")!.ids;
  const body = { hotel_stay_ids: [hotel_stay_id] };
  const { json } = await backend.call("POST", "/v1/hotel-stays/bulk-delete", { as: them, body });
  expect(json).toEqual({ deleted: [], failed: [hotel_stay_id] });
});

it("deletes none of our vehicles, and gives our license plate to them", async () => {
  const { vehicle_id } = specimens.get("/v1/vehicles")!.ids;
  const { json } = await backend.call("POST", "/v1/vehicles/bulk-delete", {
    as: them,
    body: { vehicle_ids: [vehicle_id] },
  });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [vehicle_id] });
  const added = await backend.call("POST", "/v1/vehicles", {
    as: them,
    body: { ...vehicleOf("Theirs"), license_plate: MARK },
  });
  expect(added.status).toBe(201);
  expect((await backend.call("DELETE", `/v1/vehicles/${added.json.id}`, { as: them })).status).toBe(204);
});

it("deletes nobody of our workforce, and gives the external id to them", async () => {
  const { id } = specimens.get("/v1/own_workforces")!.ids;
  const body = { own_workforce_ids: [id] };
  const { json } = await backend.call("POST", "/v1/own_workforces/bulk-delete", { as: them, body });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [id] });
  const added = await backend.call("POST", "/v1/own_workforces", { as: them, body: personOf(MARK) });
  expect(added.status).toBe(201);
  expect((await backend.call("DELETE", `/v1/own_workforces/${added.json.id}`, { as: them })).status).toBe(204);
});

it("deletes none of our vehicle consumptions, and reports them like missing ones", async () => {
  const { consumption_id } = specimens.get("/v1/vehicles")!.ids;
  const body = { consumption_ids: [consumption_id] };
  const { json } = await backend.call("POST", "/v2/vehicle_consumptions/bulk-delete", { as: them, body });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [consumption_id] });
});

it("deletes none of our business travels, and reports them like missing ones", async () => {
  const { business_travel_id } = specimens.get("/v1/business-travels")!.ids;
  const body = { business_travel_ids: [business_travel_id] };
  const { json } = await backend.call("POST", "/v1/business-travels/bulk-delete", { as: them, body });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [business_travel_id] });
});

it("deletes none of our transport routes, and reports them like missing ones", async () => {
  const { transport_route_id } = specimens.get("/v1/transports")!.ids;
  const body = { transport_route_ids: [transport_route_id] };
  const { json } = await backend.call("POST", "/v1/transports/bulk-delete", { as: them, body });
  expect(json).toMatchObject({ success_count: 0, failed_ids: [transport_route_id] });
});

it("deletes none of our logistics requests, and stores a repeat of one as theirs", async () => {
  const { id } = specimens.get("/v1/logistics/requests")!.ids;
  const deletion = { as: them, body: { request_ids: [id] } };
  const answer = await backend.call("POST", "/v1/logistics/requests/batch-delete", deletion);
  expect([answer.status, answer.json.code]).toEqual([404, "NOT_FOUND"]);
  const body = { toc: "van_diesel", load: 1, distance_km: 1, movement_id: MARK };
  const own = await backend.call("POST", "/v1/logistics/requests", { as: them, body });
  expect(own.json.id).not.toBe(id);
  expect((await backend.call("DELETE", `/v1/logistics/requests/${own.json.id}`, { as: them })).status).toBe(204);
});

it("leaves our records unchanged after all these attempts", async () => {
  for (const { path, text: ours = MARK } of specimens.values()) {
    const { status, text } = await backend.call("GET", path, { as: us });
    expect(status).toBe(200);
    expect(text).toContain(ours);
    expect(text).not.toContain("Taken over");
  }
});

it("includes subsidiaries in the totals of a holding, and only itself in those of a subsidiary", async () => {
  const total = async (as: Caller, children: boolean) => {
    const path = `/v1/total-impacts?start_date=2025-05-01&end_date=2025-05-31&include_children=${children}`;
    return (await backend.call("GET", path, { as })).json.total_co2e as number;
  };
  const own = await total(us, false);
  expect(own).toBeGreaterThan(0);
  expect(await total(backend.caller("holding"), true)).toBe(own);
  expect(await total(backend.caller("holding"), false)).toBe(0);
  expect(await total(backend.caller("nordics"), true)).toBe(0);
});

// `npm run statements` switches it off.
it.skipIf(process.env.STATEMENTS !== undefined)(
  "every table with an organization column has forced row-level security and a policy",
  async () => {
    const sql = postgres(backend.adminUrl, { max: 1 });
    const open = await sql`
    select c.relnamespace::regnamespace || '.' || c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('gateway', 'factors', 'activity', 'calc', 'imports', 'notify')
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`;
    await sql.end();
    expect(open).toEqual([]);
  },
);

const changed = routes.filter(({ spec, verb }) => spec.versioned && verb !== "DELETE");
const deleted = routes.filter(({ spec, verb }) => spec.versioned && verb === "DELETE");

describe.each(named(deleted))("$http with If-Match", ({ route }) => {
  it("deletes no other version", async () => {
    const { ids, signedIn } = specimenFor(route);
    const path = filled(route, (name) => ids[name]!);
    const as = signedIn ? signedInAs.iberia : us;
    const answer = await backend.call("DELETE", path, { headers: { ...as, "if-match": '"1.a"' } });
    // Some of them are in use, which is the first refusal.
    expect([409, 412]).toContain(answer.status);
    const { status, headers } = await backend.call("GET", path, { headers: as });
    expect([status, headers.get("etag")]).toEqual([200, expect.stringMatching(/^"[\w-]+\.[\w-]+"$/)]);
  });
});

describe.each(named(changed))("$http with If-Match", ({ route }) => {
  it("of two changes that expect one version, one is made", async () => {
    const { ids, change, bodies, signedIn } = specimenFor(route);
    const path = filled(route, (name) => ids[name]!);
    const as = signedIn ? signedInAs.iberia : us;
    const { headers } = await backend.call("GET", path, { headers: as });
    const body = bodies?.[`${route.verb} ${route.path}`] ?? change;
    const attempt = () =>
      backend.call(route.verb, path, { headers: { ...as, "if-match": headers.get("etag")! }, body });
    const answers = await Promise.all([attempt(), attempt()]);
    expect(answers.map(({ status, json }) => json.code ?? status).toSorted()).toEqual([200, "PRECONDITION_FAILED"]);
    const version = (of: Headers) => of.get("etag")?.split(".")[0];
    const now = answers.find(({ status }) => status === 200)!;
    expect(version(now.headers)).not.toBe(version(headers));
    expect(version((await backend.call("GET", path, { headers: as })).headers)).toBe(version(now.headers));
  });
});
