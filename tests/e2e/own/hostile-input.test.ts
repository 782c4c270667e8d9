import { createTokens } from "@emissions/gateway/identity/tokens";
import { routeTable } from "@emissions/gateway/routes/table";
import { type Attack, attacks, complaint, exampleOf } from "@emissions/gateway/test/hostile-requests";
import { newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { SERVICES } from "@emissions/testkit/roles";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FULL_RUN } from "../../fault/batches.ts";
import { type Caller, type OwnBackend, startBackend } from "../../support/backend.ts";
import { importForm } from "../../support/imports.ts";
import { addNotification, addWebhook, UNREACHABLE_URL } from "../../support/notify-samples.ts";

let backend: OwnBackend;
let us: Caller;

beforeAll(async () => {
  backend = await startBackend();
  us = backend.caller("outsider", "admin");
});
afterAll(() => backend.stop());

const routes = routeTable(createTokens({ secrets: fixedSecrets("only the table matters here") }));

const DATABASES = "/v1/emission-factors/custom-databases";
const VERSIONS = `${DATABASES}/{database_id}/versions`;
const RECORDS = `${VERSIONS}/{source_id}/records`;
const WATER = "/v1/waste-water-treatments";
const GROUPS = "/v1/custom-emission-groups";
const COMMUTING = "/v1/employee-historic";
const IMPORT = "/v2/imports/{import_id}";
const CHILDREN = "/v2/organizations/children";
const TRAININGS = "/v1/own_workforce_trainings";

const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nproof\r\n--x--\r\n';
const form = { "content-type": "multipart/form-data; boundary=x" };

const SIDE_BY_SIDE = 16;
/** The gateway's own test sends more values to every field. Here each field gets one of so many, in turns. */
const EACH = FULL_RUN ? 5 : 384;
/** For some ten thousand requests on a busy machine. */
const LIMIT_MS = 600_000;
const ERRORS_SHOWN = 10;

const example = (http: string) => exampleOf(routes.find(({ verb, path }) => `${verb} ${path}` === http)!);

/** Creates the record of the example in the API description, which must be valid. */
async function create(path: string, ids: Record<string, string> = {}, created = 201, more = {}): Promise<string> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const { status, json, text } = await backend.call("POST", url, {
    as: us,
    body: { ...example(`POST ${path}`), ...more },
  });
  expect([path, status, text]).toMatchObject([path, created, expect.any(String)]);
  return json.id;
}

/** A session of two rows. */
async function addImport(): Promise<string> {
  const content = "Residuo;Cantidad\nPapel;1.250,5\nVidrio;mucho";
  const form = importForm({ template_id: "wastes" }, { name: "attacked.csv", content });
  const { status, json } = await backend.call("POST", "/v2/imports/sessions", { as: us, ...form });
  expect(status).toBe(201);
  return json.import_id;
}

/** A person of the own workforce, without contracts. */
async function addPerson(): Promise<string> {
  const [org, id] = [us["x-organization-id"], newId()];
  const sql = postgres(backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
    values (${org}, ${id}, 'HR-attacked', '1990-01-31', 'F', false)`;
  await sql.end();
  return id;
}

it(
  "no request on any route leads to an internal error",
  async () => {
    const [purchaseId, supplierId] = [await create("/v1/purchases"), await create("/v1/suppliers")];
    const database_id = await create(DATABASES);
    const source_id = await create(VERSIONS, { database_id });
    const record_id = await create(RECORDS, { database_id, source_id });
    const groupId = await create(GROUPS);
    const factor_id = await create(`${GROUPS}/{id}/factors`, { id: groupId });
    const { id: fileId } = (await backend.call("POST", "/v1/files", { as: us, body: file, headers: form })).json;
    const folderId = await create("/v1/folders");
    const event = { event_type: "PROCESS_DOCUMENT", detail: { file_id: fileId } };
    await backend.call("POST", "/v1/files/send-event", { as: us, body: event });
    const readings = await backend.call("GET", "/v1/files/readings", { as: us });
    const file_reading_id = readings.json.items[0].reading.id;
    const import_id = await addImport();
    const facility_id = await create("/v1/facilities");
    const waste = { ...example("POST /v1/wastes"), facility_id };
    const waste_id = (await backend.call("POST", "/v1/wastes", { as: us, body: waste })).json.id;
    const invoice = { ...example("POST /v1/invoices"), facility_id };
    const invoiceId = (await backend.call("POST", "/v1/invoices", { as: us, body: invoice })).json.id;
    const water = { ...example(`POST ${WATER}`), facility_id };
    const waterId = (await backend.call("POST", WATER, { as: us, body: water })).json.id;
    const hotel_stay_id = await create("/v1/hotel-stays");
    const vehicle_id = await create("/v1/vehicles");
    const consumption_id = await create("/v1/vehicles/{vehicle_id}/consumptions", { vehicle_id });
    const personId = await create("/v1/own_workforces");
    const consumptions = example("POST /v2/vehicle-consumptions").records as object[];
    const certificateId = await create("/v2/certificates");
    const business_travel_id = await create("/v1/business-travels");
    const employee_id = await create("/v1/employees");
    const period = { ...example(`POST ${COMMUTING}`), employee_id };
    const periodId = (await backend.call("POST", COMMUTING, { as: us, body: period })).json.id;
    expect(periodId).toEqual(expect.any(String));
    const products = "/v1/sold-products";
    const product = { as: us, body: example(`POST ${products}`) };
    const { product_id } = (await backend.call("POST", products, product)).json;
    const year = { as: us, body: example(`POST ${products}/{product_id}/periods`) };
    const { period_id } = (await backend.call("POST", `${products}/${product_id}/periods`, year)).json;
    const sale = { ...example(`POST ${products}/country-sales`), product_id };
    const country_sale_id = (await backend.call("POST", `${products}/country-sales`, { as: us, body: sale })).json.id;
    expect([product_id, period_id, country_sale_id]).toEqual(Array(3).fill(expect.any(String)));
    const surveyId = await create("/v1/surveys");
    const survey = (path: string, body: object) =>
      backend.call("POST", `/v1/surveys/${surveyId}/${path}`, { as: us, body });
    const { row_ids } = (await survey("rows", { anonymous: 1 })).json;
    const { id: link_id, token } = (await survey("links", {})).json;
    const recharge = { as: us, body: example("POST /v1/logistics/recharges") };
    const recharge_id = (await backend.call("POST", "/v1/logistics/recharges", recharge)).json.id;
    const logistic_hub_id = await create("/v1/logistic-hubs");
    const transport_route_id = await create("/v1/transports");
    const training = { ...example(`POST ${TRAININGS}`), own_workforce_id: await addPerson(), custom_values: {} };
    Object.assign(training, { external_employee_id: undefined });
    const training_id = (await backend.call("POST", TRAININGS, { as: us, body: training })).json.id;
    expect(training_id).toEqual(expect.any(String));
    const column_id = await create(`${TRAININGS}/custom-columns`);
    const requestId = await create("/v1/logistics/requests", {}, 200);
    const leg = { toc: "van_diesel", load: 7, distance_km: 7, package_key: "P-1" };
    const { package_id } = (await backend.call("POST", "/v1/logistics/requests", { as: us, body: leg })).json;
    expect(package_id).toEqual(expect.any(String));
    const deletion = { as: us, body: example("POST /v2/facilities/delete") };
    const job_id = (await backend.call("POST", "/v2/facilities/delete", deletion)).json.id;
    const run = { as: us, body: example("POST /v2/recalculations") };
    const runId = (await backend.call("POST", "/v2/recalculations", run)).json.id;
    const childId = await create(CHILDREN);
    const members = (await backend.call("GET", "/v1/members", { as: us })).json.items;
    const { user_id } = members.find(({ role }: { role: string }) => role === "viewer");
    const projectId = await create("/v1/projects", {}, 201, { responsible_user_id: user_id });
    const dashboardId = await create("/v2/dashboard", {}, 201, { project_id: projectId });
    const board = { widgets: [{ id: "notes", name: "Notes", type: "text", config: {} }] };
    await backend.call("PATCH", `/v2/dashboard/${dashboardId}`, { as: us, body: board });
    await create("/v2/dashboard/{id}/widgets/{widget_id}/comments", { id: dashboardId, widget_id: "notes" });
    const webhook = await addWebhook(backend, us, "Attacked");
    const notification = await addNotification(backend, us, "attacked");
    const custom = {
      database_id,
      source_id,
      record_id,
      file_reading_id,
      factor_id,
      facility_id,
      waste_id,
      hotel_stay_id,
      vehicle_id,
      consumption_id,
      business_travel_id,
      product_id,
      period_id,
      country_sale_id,
      recharge_id,
      logistic_hub_id,
      transport_route_id,
      package_id,
      link_id,
      token,
      user_id,
      training_id,
      column_id,
      job_id,
      import_id,
      widget_id: "notes",
      edition_id: "desnz-2026",
      template_id: "wastes",
      source_key: "units",
      ...webhook.ids,
      ...notification.ids,
    };
    const idOf: Record<string, string> = {
      "/v1/suppliers": supplierId,
      "/v1/projects": projectId,
      "/v2/dashboard": dashboardId,
      "/v1/surveys": surveyId,
      "/v2/employees/survey-rows": row_ids[0],
      [GROUPS]: groupId,
      "/v1/files": fileId,
      "/v1/folders": folderId,
      "/v1/own_workforces": personId,
      "/v1/invoices": invoiceId,
      "/v3/invoices": invoiceId,
      [WATER]: waterId,
      "/v1/logistics/requests": requestId,
      "/v1/employees": employee_id,
      [COMMUTING]: periodId,
      "/v2/recalculations": runId,
      "/v2/certificates": certificateId,
      [CHILDREN]: childId,
    };
    const mapped = { mapping: { Residuo: "identification_name", Cantidad: "base_quantity" } };
    const saneOf: Record<string, Record<string, unknown>> = {
      "POST /v1/wastes": waste,
      "POST /v2/webhook-endpoints": { ...example("POST /v2/webhook-endpoints"), url: UNREACHABLE_URL },
      "POST /v2/wastes": { records: [waste] },
      "POST /v2/vehicle-consumptions": { records: consumptions.map((one) => ({ ...one, vehicle_id })) },
      [`POST ${COMMUTING}`]: period,
      "POST /v2/employee-historic": { records: [period] },
      [`POST ${products}/country-sales`]: sale,
      "POST /v1/invoices": invoice,
      [`POST ${WATER}`]: water,
      [`POST ${TRAININGS}`]: training,
      ...Object.fromEntries(["mapping", "unique-values", "validate"].map((step) => [`POST ${IMPORT}/${step}`, mapped])),
      [`PATCH ${IMPORT}/rows`]: { corrections: [{ row_index: 0, column: "identification_name", value: "Glass" }] },
      [`PATCH ${RECORDS}/{record_id}`]: example(`POST ${RECORDS}`),
      [`POST ${RECORDS}/{record_id}/evidence`]: { file_ids: [fileId] },
      [`PATCH ${GROUPS}/{id}/factors/{factor_id}`]: { gases: example(`POST ${GROUPS}/{id}/factors`).gases },
    };

    // Deletions would remove the records that the other attacks need.
    const all = routes
      .filter(({ verb }) => verb !== "DELETE")
      .flatMap((route) => {
        const id = idOf[route.path.slice(0, route.path.indexOf("/{"))] ?? purchaseId;
        const choice = { sane: saneOf[`${route.verb} ${route.path}`], each: EACH };
        return [...attacks(route, { ...custom, id }, choice)].filter(isSendable);
      });
    const complaints: string[] = [];
    while (all.length > 0) await Promise.all(all.splice(0, SIDE_BY_SIDE).map(attempt));
    expect([...complaints, ...errorsInLogs().slice(0, ERRORS_SHOWN)]).toEqual([]);

    async function attempt({ what, method, url, headers, payload }: Attack): Promise<void> {
      const {
        status,
        headers: answered,
        text: body,
      } = await backend.call(method, url, { as: us, body: payload, headers });
      const found = complaint({ status, requestId: answered.get("x-request-id") ?? "", body });
      if (found !== null) complaints.push(`${method} ${url.slice(0, 200)} ${what}: ${found}`);
    }
  },
  LIMIT_MS,
);

/** No request of a client may lead to an error in the log. */
const errorsInLogs = () =>
  SERVICES.flatMap((name) => backend.logs(name).split("\n")).filter((line) => line.includes('"level":"error"'));

/** fetch refuses to send the others; the test of the gateway covers them. */
const isSendable = ({ method, headers, payload }: Attack) =>
  !(method === "GET" && payload !== undefined) && Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value));
