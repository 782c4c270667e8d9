import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin } from "../notify.fixture.ts";
import { HOSTILE_NAMES, HOSTILE_URLS, NEVER_HOSTS } from "../outbound/hostile.fixture.ts";
import { type NameServer, startNameServer } from "../outbound/name-server.fixture.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { startSentinel } from "../outbound/sockets.fixture.ts";
import { type Deliveries, startDeliveries } from "./delivery.fixture.ts";

const PUBLIC = "93.184.216.34";

let names: NameServer;
let sentinel: Awaited<ReturnType<typeof startSentinel>>;
/** As in production. */
let strict: Deliveries;
/** As on one's own machine. */
let local: Deliveries;
const ways: Outbound[] = [];

beforeAll(async () => {
  names = await startNameServer();
  sentinel = await startSentinel();
  const start = (allowPrivateAddresses: boolean) => {
    const outbound = createOutbound({ allowPrivateAddresses, dnsServers: [names.address] });
    ways.push(outbound);
    return startDeliveries({ outbound, schedule: [0] });
  };
  [strict, local] = await Promise.all([start(false), start(true)]);
});
beforeEach(() => {
  names.answer = (_name, type) => (type === "A" ? [PUBLIC] : []);
  sentinel.connections = 0;
});
afterEach(() => Promise.all([strict.stopSenders(), local.stopSenders()]));
afterAll(async () => {
  for (const way of ways) way.close();
  names.close();
  await Promise.all([sentinel.close(), strict.drop(), local.drop()]);
});

const endpoints = (notify: Deliveries, by: Principal) => notify.as(by, WebhookEndpointService);
const add = async (notify: Deliveries, by: Principal, url: string) => {
  const eventTypes = [WebhookEventType.INGEST_JOB_FINISHED];
  return (await endpoints(notify, by).createWebhookEndpoint({ url, eventTypes })).endpoint!;
};
const move = (notify: Deliveries, by: Principal, endpointId: string, url: string) =>
  endpoints(notify, by).updateWebhookEndpoint({ endpointId, url, updateMask: { paths: ["url"] } });
const refused = (fault: string) => ({ violations: [`body.url value_error.url.${fault}`] });

/** What becomes of a delivery to an address that stands in the table, however it came there. */
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

describe("an address where nobody may go", () => {
  it("is refused when an endpoint is made and when it is changed, and nothing is stored", async () => {
    const us = admin();
    const { id, url: before } = await add(strict, us, "https://receiver.example/");
    // Half a character does not travel: it is refused before it gets here.
    for (const { url, fault } of HOSTILE_URLS.filter(({ url }) => url.isWellFormed())) {
      expect(await refusalOf(add(strict, us, url)), url).toMatchObject(refused(fault));
      expect(await refusalOf(move(strict, us, id, url)), url).toMatchObject(refused(fault));
    }
    expect(await strict.table(us, "webhook_endpoints")).toMatchObject([{ url: before }]);
  });

  it("is refused at the delivery, should it stand in the table all the same", async () => {
    strict.send();
    const storable = HOSTILE_URLS.filter(({ url, fault }) => fault === "host" && url.length < 200);
    for (const { url } of storable) expect(await deliveredTo(strict, admin(), url), url).toMatchObject(nothingSent);
  }, 120_000);

  it("is not connected to on one's own machine either, unless it is private", async () => {
    local.send();
    const us = admin();
    const { id } = await add(local, us, `https://127.0.0.1:${sentinel.port}/`);
    for (const host of NEVER_HOSTS) {
      const url = `https://${host}:${sentinel.port}/`;
      expect(await refusalOf(add(local, us, url)), url).toMatchObject(refused("host"));
      expect(await refusalOf(move(local, us, id, url)), url).toMatchObject(refused("host"));
      expect(await deliveredTo(local, admin(), url), url).toMatchObject(nothingSent);
    }
    expect(sentinel.connections).toBe(0);
  }, 120_000);
});

describe("a name that leads where nobody may go", () => {
  it.each(HOSTILE_NAMES)("$name", async ({ name, A, AAAA }) => {
    strict.send();
    const us = admin();
    const url = `https://${name}:8443/`;
    const { id } = await add(strict, us, url);
    names.answer = (_name, type) => (type === "A" ? A : AAAA);
    expect(await refusalOf(add(strict, us, url))).toMatchObject(refused("host"));
    expect(await refusalOf(move(strict, us, id, url))).toMatchObject(refused("host"));
    // It was public when it was looked at.
    await strict.finish(us);
    expect(await strict.ended(us)).toMatchObject([nothingSent]);
  });
});
