import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ACCEPTED, admin } from "../notify.fixture.ts";
import { type Deliveries, failing, jobOf, startDeliveries } from "./delivery.fixture.ts";
import { deliveryRetention } from "./retention.ts";

const DAYS = 30;
let notify: Deliveries;
let us: Principal;

beforeAll(async () => {
  notify = await startDeliveries({ deliveryRetentionDays: DAYS });
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});
afterEach(() => notify.stopSenders());

const sweep = () => deliveryRetention(notify.context).work(new AbortController().signal, 1n);
const count = async (table: string, by = us) => (await notify.table(by, table)).length;
/** Moves all events and deliveries into the past. */
const age = (days: number, by = us) =>
  notify.db.asService(by.organizationId, async ({ tx, org }) => {
    const past = tx`- make_interval(days => ${days})`;
    await tx`update webhook_events set created_at = created_at ${past} where organization_id = ${org}`;
    await tx`
      update webhook_deliveries set created_at = created_at ${past}, finished_at = finished_at ${past}
      where organization_id = ${org}`;
  });
const many = (size: number, by = us) => Array.from({ length: size }, () => jobOf(by.organizationId));

it("removes expired deliveries with attempts and events, of all organizations", async () => {
  const them = admin();
  for (const by of [us, them]) await notify.endpoint(by);
  notify.send();
  for (const by of [us, them]) {
    await notify.finish(by, many(3, by));
    await notify.ended(by);
    await age(DAYS + 1, by);
  }
  await notify.finish(us, many(2));
  await notify.ended(us);
  await sweep();
  for (const table of ["webhook_deliveries", "webhook_attempts", "webhook_events"]) {
    expect([table, await count(table), await count(table, them)]).toEqual([table, 2, 0]);
  }
});

it("keeps pending deliveries and those that have not expired", async () => {
  const { url } = await notify.endpoint(us, () => failing());
  await notify.finish(us);
  await age(DAYS * 2);
  await sweep();
  expect([await count("webhook_deliveries"), await count("webhook_events")]).toEqual([1, 1]);
  notify.answer(url, () => ACCEPTED);
  notify.send();
  await notify.ended(us);
  await age(DAYS - 1);
  await sweep();
  expect([await count("webhook_deliveries"), await count("webhook_events")]).toEqual([1, 1]);
});

it("removes expired events of deleted endpoints", async () => {
  const { id: endpointId } = await notify.endpoint(us);
  await notify.finish(us, many(2));
  await notify.as(us, WebhookEndpointService).deleteWebhookEndpoint({ endpointId });
  await sweep();
  expect([await count("webhook_deliveries"), await count("webhook_events")]).toEqual([0, 2]);
  await age(DAYS + 1);
  await sweep();
  expect(await count("webhook_events")).toBe(0);
});
