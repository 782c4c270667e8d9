import { createTokens } from "@emissions/gateway/identity/tokens";
import { routeTable } from "@emissions/gateway/routes/table";
import { type Attack, attacks, complaint, exampleOf } from "@emissions/gateway/test/hostile-requests";
import { SERVICES } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend } from "../../support/backend.ts";
import { addNotification, addWebhook, UNREACHABLE_URL } from "../../support/notify-samples.ts";

let backend: OwnBackend;
let us: Caller;

beforeAll(async () => {
  backend = await startBackend();
  us = backend.caller("outsider", "admin");
});
afterAll(() => backend.stop());

const routes = routeTable(createTokens({ secret: "only the table matters here" }));

const DATABASES = "/v1/emission-factors/custom-databases";
const VERSIONS = `${DATABASES}/{database_id}/versions`;
const RECORDS = `${VERSIONS}/{source_id}/records`;
const WATER = "/v1/waste-water-treatments";
const GROUPS = "/v1/custom-emission-groups";

const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nproof\r\n--x--\r\n';
const form = { "content-type": "multipart/form-data; boundary=x" };

const SIDE_BY_SIDE = 16;
/** The gateway's own test sends all values to every field. Here each field gets one of so many, in turns. */
const EACH = 5;
/** For some ten thousand requests on a busy machine. */
const LIMIT_MS = 600_000;
const ERRORS_SHOWN = 10;

const example = (http: string) => exampleOf(routes.find(({ verb, path }) => `${verb} ${path}` === http)!);

/** Creates the record of the example in the API description, which must be valid. */
async function create(path: string, ids: Record<string, string> = {}, created = 201): Promise<string> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const { status, json, text } = await backend.call("POST", url, { as: us, body: example(`POST ${path}`) });
  expect([path, status, text]).toMatchObject([path, created, expect.any(String)]);
  return json.id;
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
    const consumptions = example("POST /v2/vehicle-consumptions").records as object[];
    const certificateId = await create("/v2/certificates");
    const business_travel_id = await create("/v1/business-travels");
    const recharge = { as: us, body: example("POST /v1/logistics/recharges") };
    const recharge_id = (await backend.call("POST", "/v1/logistics/recharges", recharge)).json.id;
    const logistic_hub_id = await create("/v1/logistic-hubs");
    const transport_route_id = await create("/v1/transports");
    const requestId = await create("/v1/logistics/requests", {}, 200);
    const leg = { toc: "van_diesel", load: 7, distance_km: 7, package_key: "P-1" };
    const { package_id } = (await backend.call("POST", "/v1/logistics/requests", { as: us, body: leg })).json;
    expect(package_id).toEqual(expect.any(String));
    const deletion = { as: us, body: example("POST /v2/facilities/delete") };
    const job_id = (await backend.call("POST", "/v2/facilities/delete", deletion)).json.id;
    const run = { as: us, body: example("POST /v2/recalculations") };
    const runId = (await backend.call("POST", "/v2/recalculations", run)).json.id;
    const webhook = await addWebhook(backend, us, "Attacked");
    const notification = await addNotification(backend, us, "attacked");
    const custom = {
      database_id,
      source_id,
      record_id,
      factor_id,
      facility_id,
      waste_id,
      hotel_stay_id,
      vehicle_id,
      consumption_id,
      business_travel_id,
      recharge_id,
      logistic_hub_id,
      transport_route_id,
      package_id,
      job_id,
      ...webhook.ids,
      ...notification.ids,
    };
    const idOf: Record<string, string> = {
      "/v1/suppliers": supplierId,
      [GROUPS]: groupId,
      "/v1/files": fileId,
      "/v1/invoices": invoiceId,
      "/v3/invoices": invoiceId,
      [WATER]: waterId,
      "/v1/logistics/requests": requestId,
      "/v2/recalculations": runId,
      "/v2/certificates": certificateId,
    };
    const saneOf: Record<string, Record<string, unknown>> = {
      "POST /v1/wastes": waste,
      "POST /v2/webhook-endpoints": { ...example("POST /v2/webhook-endpoints"), url: UNREACHABLE_URL },
      "POST /v2/wastes": { records: [waste] },
      "POST /v2/vehicle-consumptions": { records: consumptions.map((one) => ({ ...one, vehicle_id })) },
      "POST /v1/invoices": invoice,
      [`POST ${WATER}`]: water,
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
