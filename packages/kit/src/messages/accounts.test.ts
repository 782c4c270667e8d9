import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@emissions/testkit/infra";
import { type AccountNats, natsWithAccounts } from "@emissions/testkit/nats-accounts";
import { until } from "@emissions/testkit/poll";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection, RequestError } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsConfig } from "./accounts.ts";
import { readDeclarations } from "./declared-events.ts";
import { connectionOptions } from "./nats.ts";

const SERVICES = ["gateway", "factors", "activity", "calc", "imports", "notify"] as const;
type Service = (typeof SERVICES)[number];

const API = "$JS.API";
const NOBODY: Service[] = [];
const STREAMS: Record<string, Service> = {
  EVENTS_ACTIVITY: "activity",
  EVENTS_CALC: "calc",
  EVENTS_FACTORS: "factors",
  EVENTS_IMPORTS: "imports",
  EVENTS_NOTIFY: "notify",
};
/** Each has another one for the bulk lane. */
const CONSUMERS: [stream: string, name: string, service: Service][] = [
  ["EVENTS_ACTIVITY", "calc_RecordsStored", "calc"],
  ["EVENTS_ACTIVITY", "calc_RecordsDeleted", "calc"],
  ["EVENTS_ACTIVITY", "calc_PeriodLockChanged", "calc"],
  ["EVENTS_ACTIVITY", "calc_RecalculationAccepted", "calc"],
  ["EVENTS_ACTIVITY", "calc_ProjectDeleted", "calc"],
  ["EVENTS_ACTIVITY", "factors_CustomRecordsNamed", "factors"],
  ["EVENTS_ACTIVITY", "activity_SupplierCorrected", "activity"],
  ["EVENTS_ACTIVITY", "activity_FacilityRelocated", "activity"],
  ["EVENTS_ACTIVITY", "activity_VehicleChanged", "activity"],
  ["EVENTS_ACTIVITY", "activity_FreightRunChanged", "activity"],
  ["EVENTS_ACTIVITY", "activity_SoldProductChanged", "activity"],
  ["EVENTS_ACTIVITY", "notify_IngestJobFinished", "notify"],
  ["EVENTS_CALC", "activity_RecordsCalculated", "activity"],
  ["EVENTS_CALC", "activity_RecordsDelayed", "activity"],
  ["EVENTS_CALC", "activity_DeletionsApplied", "activity"],
  ["EVENTS_CALC", "activity_PeriodLockApplied", "activity"],
  ["EVENTS_CALC", "activity_RecalculationSettled", "activity"],
  ["EVENTS_CALC", "activity_AuditRecorded", "activity"],
  ["EVENTS_CALC", "activity_DashboardWidgetsChanged", "activity"],
  ["EVENTS_FACTORS", "activity_AuditRecorded", "activity"],
  ["EVENTS_IMPORTS", "activity_AuditRecorded", "activity"],
  ["EVENTS_NOTIFY", "activity_AuditRecorded", "activity"],
  ["EVENTS_FACTORS", "activity_FactorsChanged", "activity"],
  ["EVENTS_IMPORTS", "activity_FileDeleted", "activity"],
  ["EVENTS_IMPORTS", "activity_ReadingDeleted", "activity"],
  ["EVENTS_IMPORTS", "factors_FileDeleted", "factors"],
];
const LANES = CONSUMERS.flatMap(([stream, name, service]): typeof CONSUMERS => [
  [stream, name, service],
  [stream, `${name}_bulk`, service],
]);

/** The services that reach a subject. They are written out, and not derived from the code of the permissions. */
const MATRIX: [subject: string, reachedBy: Service[]][] = [
  ["events.activity.RecordsStored.7", ["activity"]],
  ["events.activity.RecordsStored.bulk.7", ["activity"]],
  ["events.calc.RecordsCalculated.7", ["calc"]],
  ["events.calc.RecordsCalculated.bulk.7", ["calc"]],
  ["events.factors.FactorsChanged.7", ["factors"]],
  ["events.imports.FileDeleted.7", ["imports"]],
  ["events.notify.Sent.7", ["notify"]],
  ["events.factors.AuditRecorded.7", ["factors"]],
  ["events.gateway.Asked.7", NOBODY],
  [`${API}.INFO`, [...SERVICES]],
  [`${API}.STREAM.INFO.EVENTS_ACTIVITY`, ["factors", "activity", "calc", "notify"]],
  [`${API}.STREAM.INFO.EVENTS_CALC`, ["activity", "calc"]],
  [`${API}.STREAM.INFO.EVENTS_FACTORS`, ["factors", "activity"]],
  [`${API}.STREAM.INFO.EVENTS_IMPORTS`, ["factors", "activity", "imports"]],
  [`${API}.STREAM.INFO.EVENTS_NOTIFY`, ["activity", "notify"]],
  ["checks.streams.activity", ["factors", "activity", "calc", "notify"]],
  ["checks.streams.calc", ["activity", "calc"]],
  ["checks.streams.factors", ["factors", "activity"]],
  ["checks.streams.imports", ["factors", "activity", "imports"]],
  ["checks.streams.notify", ["activity", "notify"]],
  [`${API}.STREAM.NAMES`, NOBODY],
  [`${API}.STREAM.LIST`, NOBODY],
  [`${API}.STREAM.CREATE.SPY`, NOBODY],
  ["$SYS.REQ.SERVER.PING", NOBODY],
  ...Object.entries(STREAMS).flatMap(([stream, owner]): typeof MATRIX => [
    ...["PURGE", "DELETE", "MSG.GET"].map((own): [string, Service[]] => [`${API}.STREAM.${own}.${stream}`, [owner]]),
    [`${API}.CONSUMER.LIST.${stream}`, [owner]],
    ...["CREATE", "UPDATE", "MSG.DELETE", "SNAPSHOT", "RESTORE"].map((never): [string, Service[]] => [
      `${API}.STREAM.${never}.${stream}`,
      NOBODY,
    ]),
    [`${API}.DIRECT.GET.${stream}`, NOBODY],
    [`${API}.CONSUMER.NAMES.${stream}`, NOBODY],
    [`${API}.CONSUMER.CREATE.${stream}`, NOBODY],
    [`${API}.CONSUMER.DURABLE.CREATE.${stream}.spy`, NOBODY],
  ]),
  ...LANES.flatMap(([stream, name, service]): typeof MATRIX => [
    [`${API}.CONSUMER.INFO.${stream}.${name}`, [service]],
    [`${API}.CONSUMER.MSG.NEXT.${stream}.${name}`, [service]],
    [`$JS.ACK.${stream}.${name}.1.1.1.1.0`, [service]],
    [`${API}.CONSUMER.CREATE.${stream}.${name}`, NOBODY],
    [`${API}.CONSUMER.DELETE.${stream}.${name}`, NOBODY],
  ]),
];

const REQUEST_TIMEOUT_MS = 5_000;
/** A pull that does not wait. Other requests of the API answer that the body is wrong. */
const BODY = '{"batch":1,"no_wait":true}';

let folder: string;
let nats: AccountNats;
const clients = new Map<Service, NatsConnection>();
const as = (service: Service) => clients.get(service)!;

beforeAll(async () => {
  folder = testFolder();
  nats = await natsWithAccounts({ storeDir: join(folder, "nats"), log: join(folder, "nats.log") });
  for (const service of SERVICES) {
    clients.set(service, await connect(connectionOptions({ url: nats.urls.of(service), name: service })));
  }
});
afterAll(async () => {
  await Promise.all([...clients.values()].map((client) => client.close()));
  await nats.remove();
  await rm(folder, { recursive: true });
});

async function reaches(service: Service, subject: string): Promise<boolean> {
  try {
    // A pulled message keeps its own subject, by which shared inboxes do not find the request.
    await as(service).request(subject, BODY, { timeout: REQUEST_TIMEOUT_MS, noMux: true });
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.isNoResponders()) return false;
    throw new Error(`${service} asked ${subject}`, { cause: error });
  }
}

async function asOperator<R>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<R>): Promise<R> {
  const operator = await connect(connectionOptions({ url: nats.urls.streams, name: "operator" }));
  try {
    return await work(await jetstreamManager(operator));
  } finally {
    await operator.close();
  }
}

it("each service reaches its own subjects and those of its consumers, and no other subject", async () => {
  const answering = Object.values(STREAMS).map((owner) =>
    as(owner).subscribe(`checks.streams.${owner}`, { callback: (_, message) => void message.respond() }),
  );
  await Promise.all([...clients.values()].map((client) => client.flush()));
  const seen = await Promise.all(
    MATRIX.map(async ([subject]) => {
      const reached = await Promise.all(SERVICES.map((service) => reaches(service, subject)));
      return [subject, SERVICES.filter((_, index) => reached[index])];
    }),
  );
  expect(seen).toEqual(MATRIX.map(([subject, by]) => [subject, SERVICES.filter((service) => by.includes(service))]));
  for (const one of answering) one.unsubscribe();
});

it("deploy/nats-accounts.conf is up to date; if not, run `npm run docs`", () => {
  const file = new URL("../../../../deploy/nats-accounts.conf", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(accountsConfig(readDeclarations()));
});

it("has the consumers of the matrix, and no other", async () => {
  const names = await asOperator(async ({ consumers }) => {
    const all = await Promise.all(Object.keys(STREAMS).map((stream) => Array.fromAsync(consumers.list(stream))));
    return all.flat().map(({ stream_name, name }) => `${stream_name} ${name}`);
  });
  expect(names.sort()).toEqual(LANES.map(([stream, name]) => `${stream} ${name}`).sort());
});

it("a service hears the events that it subscribes to, and not those of others", async () => {
  const heard = new Map(SERVICES.map((service) => [service, new Set<string>()]));
  const listening = SERVICES.map((service) =>
    as(service).subscribe("events.>", { callback: (_, { subject }) => void heard.get(service)!.add(subject) }),
  );
  await Promise.all([...clients.values()].map((client) => client.flush()));
  const [access, stored, factors] = [
    "events.activity.AccessChanged.1",
    "events.activity.RecordsStored.1",
    "events.factors.FactorsChanged.1",
  ];
  await as("activity").request(stored, BODY);
  await as("activity").request(access, BODY);
  await as("factors").request(factors, BODY);
  await until("the subscribers to hear", () => heard.get("gateway")!.size + heard.get("calc")!.size >= 2);
  await Promise.all([...clients.values()].map((client) => client.flush()));
  expect(Object.fromEntries([...heard].map(([service, subjects]) => [service, [...subjects]]))).toEqual({
    gateway: [access],
    factors: [factors],
    activity: [stored, access],
    calc: [factors],
    imports: [],
    notify: [],
  });
  for (const one of listening) one.unsubscribe();
});

describe("a service that names a subject of others for the answer", () => {
  it("cannot let the server publish or purge there", async () => {
    await as("calc").request("events.calc.RecordsCalculated.1", BODY);
    const stateOf = () => asOperator(async ({ streams }) => (await streams.info("EVENTS_CALC")).state);
    const before = await stateOf();
    const client = as("notify");
    const targets = ["events.calc.RecordsCalculated.1", `${API}.STREAM.PURGE.EVENTS_CALC`];
    for (const reply of targets) {
      client.publish("events.notify.Sent.1", BODY, { reply });
      client.publish(`${API}.STREAM.INFO.EVENTS_NOTIFY`, "", { reply });
      client.publish(`${API}.CONSUMER.MSG.NEXT.EVENTS_ACTIVITY.notify_IngestJobFinished`, "1", { reply });
    }
    await as("activity").request("events.activity.IngestJobFinished.1", BODY);
    await reaches("notify", "events.notify.Sent.1");
    expect(await stateOf()).toEqual(before);
  });
});

it("refuses clients without a login, and with another service's password", async () => {
  const open = (url: string) => connect({ ...connectionOptions({ url, name: "stranger" }), reconnect: false });
  const { host, password } = new URL(nats.urls.of("notify"));
  await expect(open(`nats://${host}`)).rejects.toThrow(/authorization/i);
  await expect(open(`nats://calc:${password}@${host}`)).rejects.toThrow(/authorization/i);
});

it("makes a stream and its consumers again that its service has deleted", async () => {
  const { streams } = await jetstreamManager(as("calc"));
  const { created } = await streams.info("EVENTS_CALC");
  await streams.delete("EVENTS_CALC");
  const count = LANES.filter(([stream]) => stream === "EVENTS_CALC").length;
  const again = await until("the stream to exist again", async () => {
    const info = await streams.info("EVENTS_CALC").catch(() => null);
    return info?.state.consumer_count === count && info;
  });
  expect(again.created).not.toBe(created);
});
