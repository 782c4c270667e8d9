import { rm } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { METRICS } from "../../services/calc/src/widget/metrics.ts";
import { type OwnBackend, startBackend } from "../../tests/support/backend.ts";
import { FACILITY_IDS, fillTotals, LAST_DAY } from "./fill-totals.ts";
import { startFloor } from "./floors.ts";
import { percentiles, send } from "./load.ts";

/**
 * Measures a dashboard of 40 widgets over two years: by one request for all figures, and by one for each widget, over six
 * connections. `node scripts/boot.mjs scripts/bench/widgets.ts [records] [rounds]`, by default 1000000 and 200. Half of
 * the widgets have a series for each of five facilities. The floors send as many requests in turn with it: to the gateway
 * for the templates of dashboards, which need no database, and to a server that does nothing.
 */
const [records = 1_000_000, rounds = 200] = process.argv.slice(2).map(Number);
const WARM_UP_ROUNDS = 20;
const CONNECTIONS = 6;
const FACILITIES = 5;
/** Cuts a month, so that totals of days are read, too. */
const PERIODS = [{ start_date: "2023-01-10", end_date: LAST_DAY }];

const CATEGORIES = ["purchases", "capital_goods", "wastes", "electricity", "water"];
const GHG = ["purchased_goods_and_services", "capital_goods", "waste_generated_in_operations", "purchased_electricity"];
const IDS = [
  ...["emissions", "emissions_scope_1", "emissions_scope_2", "emissions_scope_3"],
  ...CATEGORIES.map((category) => `emissions_${category}`),
  ...GHG.map((category) => `emissions_ghg_${category}`),
  ...["wastes", "electricity", "water"].flatMap((category) => [`amount_${category}`, `intensity_${category}`]),
  "emissions_ghg_business_travel",
];

const log = (line: string) => process.stderr.write(`${line}\n`);
const folder = testFolder();
const dataDir = join(folder, "postgres");
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: true });
const backend = await startBackend({ postgresUrl: postgres.url, env: { LOG_LEVEL: "warn" } });
const floors = await startFloor(backend.adminUrl);
const headers = backend.caller("holding", "editor");
try {
  const organization = backend.organizations.get("holding")!.id;
  const series = await fillTotals(backend.adminUrl, { organization, records }, log);
  const paths = await createDashboard(backend, organization);
  await requireEqualTotals(paths);
  log(`measuring ${rounds} rounds`);
  process.stdout.write(`${JSON.stringify({ records, series, widgets: paths.length, ...(await measure(paths)) })}\n`);
} finally {
  await floors.stop();
  await backend.stop();
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

/** The paths of the figures of its widgets. */
async function createDashboard({ call, users }: OwnBackend, organization: string): Promise<string[]> {
  const { email, password } = users.find((user) => user.organization === "holding" && user.role === "admin")!;
  const { access_token } = (await call("POST", "/auth/login", { body: { email, password } })).json;
  const signedIn = { authorization: `Bearer ${access_token}`, "x-organization-id": organization };
  const { items } = (await call("GET", "/v1/members", { headers: signedIn })).json;
  const create = async (path: string, body: object, method = "POST") => {
    const { status, json, text } = await call(method, path, { as: headers, body });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return json;
  };
  const { id: project_id } = await create("/v1/projects", { name: "Bench", responsible_user_id: items[0].user_id });
  const { id } = await create("/v2/dashboard", { project_id });
  const widgets = [false, true].flatMap((bySite) => IDS.map((metric) => widget(metric, organization, bySite)));
  await create(`/v2/dashboard/${id}`, { widgets }, "PATCH");
  return widgets.map((one) => `/v2/dashboard/${id}/widgets/${one.id}/data`);
}

function widget(id: string, organization: string, bySite: boolean) {
  const { category, units } = METRICS.find((metric) => metric.id === id)!;
  const facilities = bySite && { facilities: FACILITY_IDS.slice(0, FACILITIES).map((facility) => ({ id: facility })) };
  const aggregation = { organizations: [{ id: organization }], ...facilities };
  const config = { metrics: [{ id, category, aggregation }], periodicity: "month", periods: PERIODS, unit: units[0] };
  return { id: `${id}${bySite ? "-by-site" : ""}`, name: id, config };
}

/** Figures from totals by series equal those from totals by category, and are not zero. */
async function requireEqualTotals(paths: readonly string[]): Promise<void> {
  const valuesOf = async (id: string) => {
    const path = paths.find((one) => one.endsWith(`/${id}/data`))!;
    const { json } = await backend.call("GET", path, { as: headers });
    return JSON.stringify(json.series[0].points);
  };
  const [byCategory, bySeries] = await Promise.all(
    ["emissions_wastes", "emissions_ghg_waste_generated_in_operations"].map(valuesOf),
  );
  if (byCategory !== bySeries || byCategory!.includes('"value":0,'))
    throw new Error(`${byCategory} is not ${bySeries}`);
}

async function measure(paths: readonly string[]) {
  const { gateway } = backend.urls;
  const times: Record<"dashboard" | "widget_by_widget" | "widget" | "floor_gateway" | "floor_nothing", number[]> = {
    dashboard: [],
    widget_by_widget: [],
    widget: [],
    floor_gateway: [],
    floor_nothing: [],
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const all = async (urls: readonly string[], each: number[] = []) => {
    const begun = performance.now();
    await Promise.all(
      urls.map(async (url) => {
        const { status, body } = await send(agent, { method: "GET", url, headers });
        if (status !== 200) throw new Error(`GET ${url} answered ${status}: ${body.slice(0, 300)}`);
        each.push(performance.now() - begun);
      }),
    );
    return performance.now() - begun;
  };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const each: number[] = [];
    const dashboard = await all([gateway + paths[0]!.replace(/\/widgets\/.*/, "/data")]);
    const byWidget = await all(
      paths.map((path) => gateway + path),
      each,
    );
    const ofGateway = await all(paths.map(() => `${gateway}/v2/dashboard/templates`));
    const ofNothing = await all(paths.map(() => floors.nothingUrl));
    if (round < 0) continue;
    times.dashboard.push(dashboard);
    times.widget_by_widget.push(byWidget);
    times.widget.push(...each);
    times.floor_gateway.push(ofGateway);
    times.floor_nothing.push(ofNothing);
  }
  agent.destroy();
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, percentiles(ms)]));
}
