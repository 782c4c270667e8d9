import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin } from "../notify.fixture.ts";
import { type NameServer, startNameServer } from "../outbound/name-server.fixture.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { startCountingServer } from "../outbound/sockets.fixture.ts";
import { FORBIDDEN_HOSTS, FORBIDDEN_NAMES, FORBIDDEN_URLS } from "../outbound/ssrf.fixture.ts";
import { type Deliveries, startDeliveries } from "./delivery.fixture.ts";

const PUBLIC = "93.184.216.34";

let names: NameServer;
let counter: Awaited<ReturnType<typeof startCountingServer>>;
/** Configured as in production. */
let strict: Deliveries;
/** Allows private addresses, as in local use. */
let local: Deliveries;
const clients: Outbound[] = [];

beforeAll(async () => {
  names = await startNameServer();
  counter = await startCountingServer();
  const start = (allowPrivateAddresses: boolean) => {
    const outbound = createOutbound({ allowPrivateAddresses, dnsServers: [names.address] });
    clients.push(outbound);
    return startDeliveries({ outbound, schedule: [0] });
  };
  [strict, local] = await Promise.all([start(false), start(true)]);
});
beforeEach(() => {
  names.answer = (_name, type) => (type === "A" ? [PUBLIC] : []);
  counter.connections = 0;
});
afterEach(() => Promise.all([strict.stopSenders(), local.stopSenders()]));
afterAll(async () => {
  for (const client of clients) client.close();
  names.close();
  await Promise.all([counter.close(), strict.drop(), local.drop()]);
});

const endpoints = (notify: Deliveries, by: Principal) => notify.as(by, WebhookEndpointService);
const add = async (notify: Deliveries, by: Principal, url: string) => {
  const eventTypes = [WebhookEventType.INGEST_JOB_FINISHED];
  return (await endpoints(notify, by).createWebhookEndpoint({ url, eventTypes })).endpoint!;
};
const move = (notify: Deliveries, by: Principal, endpointId: string, url: string) =>
  endpoints(notify, by).updateWebhookEndpoint({ endpointId, url, updateMask: { paths: ["url"] } });
const refused = (fault: string) => ({ violations: [`body.url value_error.url.${fault}`] });

/** Bypasses the check of the endpoint: writes the URL into the table and returns the finished delivery. */
async function deliveredTo(notify: Deliveries, by: Principal, url: string) {
  const { id } = await add(notify, by, `https://${newId()}.example/`);
  await notify.db.asService(
    by.organizationId,
    ({ tx }) => tx`update webhook_endpoints set url = ${url} where id = ${id}`,
  );
  await notify.finish(by);
  const [delivery] = await notify.ended(by);
  return delivery;
}
const nothingSent = { status: "failed", lastErrorCode: "ADDRESS_NOT_PUBLIC", lastResponseStatus: null };

describe("a forbidden URL", () => {
  it("is refused on create and update, and not stored", async () => {
    const us = admin();
    const { id, url: before } = await add(strict, us, "https://receiver.example/");
    // Protobuf cannot encode lone surrogates.
    for (const { url, fault } of FORBIDDEN_URLS.filter(({ url }) => url.isWellFormed())) {
      expect(await refusalOf(add(strict, us, url)), url).toMatchObject(refused(fault));
      expect(await refusalOf(move(strict, us, id, url)), url).toMatchObject(refused(fault));
    }
    expect(await strict.table(us, "webhook_endpoints")).toMatchObject([{ url: before }]);
  });

  it("is refused at the delivery if the table contains it", async () => {
    strict.send();
    const storable = FORBIDDEN_URLS.filter(({ url, fault }) => fault === "host" && url.length < 200);
    for (const { url } of storable) expect(await deliveredTo(strict, admin(), url), url).toMatchObject(nothingSent);
  });

  it("is also refused where private addresses are allowed, unless it is private", async () => {
    local.send();
    const us = admin();
    const { id } = await add(local, us, `https://127.0.0.1:${counter.port}/`);
    for (const host of FORBIDDEN_HOSTS) {
      const url = `https://${host}:${counter.port}/`;
      expect(await refusalOf(add(local, us, url)), url).toMatchObject(refused("host"));
      expect(await refusalOf(move(local, us, id, url)), url).toMatchObject(refused("host"));
      expect(await deliveredTo(local, admin(), url), url).toMatchObject(nothingSent);
    }
    expect(counter.connections).toBe(0);
  });
});

describe("a name that resolves to a forbidden address", () => {
  it.each(FORBIDDEN_NAMES)("$name", async ({ name, A, AAAA }) => {
    strict.send();
    const us = admin();
    const url = `https://${name}:8443/`;
    const { id } = await add(strict, us, url);
    names.answer = (_name, type) => (type === "A" ? A : AAAA);
    expect(await refusalOf(add(strict, us, url))).toMatchObject(refused("host"));
    expect(await refusalOf(move(strict, us, id, url))).toMatchObject(refused("host"));
    // The address was public when the endpoint was created.
    await strict.finish(us);
    expect(await strict.ended(us)).toMatchObject([nothingSent]);
  });
});
