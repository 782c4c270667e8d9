import { rm } from "node:fs/promises";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, calculated, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { runbookBlocks } from "../support/runbook-pages.ts";
import { FULL_RUN } from "./batches.ts";
import { type Fault, natsKilled, processKilled, totalsLocked } from "./faults.ts";
import { type Monitoring, startMonitoring } from "./prometheus.ts";
import { purchaseOf, SETTLE_MS, sendUntilAccepted } from "./purchases.ts";

const YEAR = "start_date=2025-01-01&end_date=2025-12-31";

let folder: string;
let backend: OwnBackend;
let as: Caller;
let unit: string;
let monitoring: Monitoring;
let bought = 0;
beforeAll(async () => {
  folder = testFolder();
  backend = await startBackend();
  as = backend.caller("outsider");
  unit = (await unitIds(backend, as))("EUR");
  const targets = Object.values(backend.system.opsUrls).map((url) => new URL(url).host);
  monitoring = await startMonitoring(folder, targets);
});
afterAll(async () => {
  await monitoring?.stop();
  await backend.stop();
  await rm(folder, { recursive: true, force: true });
});

const buy = async () =>
  (await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(bought++, unit))).json.id as string;
const readTotals = () => backend.call("GET", `/v1/total-impacts?${YEAR}&group_by=scope`, { as }).catch(() => null);

interface Walk {
  what: string;
  fault(): Fault;
  /** Before the fault. */
  before?(): Promise<unknown>;
  /** Requests of callers during the fault. */
  meanwhile(): Promise<unknown>;
  repeats?: boolean;
  /** The alerts, with what the queries of their pages show of the cause. */
  alerts: Record<string, () => RegExp[]>;
}

const WALKS: Walk[] = [
  {
    what: "NATS is away",
    fault: () => natsKilled(backend),
    meanwhile: buy,
    alerts: {
      EmissionsNatsDisconnected: () => [/"service_name":"activity".*"value":\[[\d.]+,"0"\]/],
      EmissionsOutboxOld: () => [/"service_name":"activity"/, /"schema":"activity","lane":"single","count":"[1-9]/],
    },
  },
  {
    what: "calc is killed",
    fault: () => processKilled(backend, "calc"),
    meanwhile: readTotals,
    repeats: true,
    alerts: {
      EmissionsProcessMissing: () => [new RegExp(`"__name__":"up","instance":"${opsHostOf("calc")}"`)],
      EmissionsAvailabilityBurnFast: () => [
        /"http_response_status_code":"503","http_route":"\/v1\/total-impacts"/,
        /"rpc_method":"[^"]*calc[^"]*","rpc_response_status_code":"UNAVAILABLE"/i,
      ],
    },
  },
  {
    what: "somebody holds rows of totals",
    fault: () => totalsLocked(backend, "outsider"),
    before: async () => calculated(backend, as, await buy()),
    meanwhile: buy,
    alerts: {
      EmissionsEventsDeferred: () => [
        new RegExp(`"schema":"calc","organization_id":"${as["x-organization-id"]}","consumer":"calc_RecordsStored"`),
        /"state":"idle in transaction".*_totals/,
      ],
    },
  },
];

const opsHostOf = (name: "calc") => new URL(backend.system.opsUrls[name]).host;

/** In every build one fault and one alert. */
const CHOSEN = FULL_RUN
  ? WALKS
  : [{ ...WALKS[0]!, alerts: { EmissionsNatsDisconnected: WALKS[0]!.alerts.EmissionsNatsDisconnected! } }];

/** The answers of the queries of a page, each as one line. */
async function answersOf(alert: string): Promise<string> {
  const blocks = runbookBlocks().filter((block) => block.alert === alert && block.language !== "sh");
  const answers = blocks.map(({ language, text }) =>
    language === "promql" ? monitoring.query(text) : asAdmin(backend.adminUrl, (sql) => sql.unsafe(text)),
  );
  return (await Promise.all(answers)).flatMap((rows) => [...rows].map((row) => JSON.stringify(row))).join("\n");
}

it.each(CHOSEN)(
  "$what: the alerts fire, the queries of their pages show the cause, and the alerts end with it",
  {
    timeout: 6 * SETTLE_MS,
  },
  async ({ fault: faultOf, before, meanwhile, repeats, alerts }) => {
    const names = Object.keys(alerts);
    for (const name of names) expect(await monitoring.alerts(name), name).toEqual([]);
    await before?.();
    const fault = faultOf();
    await fault.inject();
    await meanwhile();
    const firing = async (name: string) => {
      if (repeats) await meanwhile();
      return (await monitoring.alerts(name)).length > 0;
    };
    for (const name of names) {
      await until(`${name} in Alertmanager`, () => firing(name), SETTLE_MS);
      let seen = "";
      const shown = async () => {
        if (repeats) await meanwhile();
        seen = await answersOf(name);
        return alerts[name]!().every((cause) => cause.test(seen));
      };
      await until(`the cause of ${name}`, shown, SETTLE_MS).catch((error: Error) => {
        throw new Error(`${error.message}, but\n${seen}`);
      });
    }
    await fault.recover();
    for (const name of names) {
      await until(`the end of ${name}`, async () => (await monitoring.alerts(name)).length === 0, SETTLE_MS);
    }
  },
);
