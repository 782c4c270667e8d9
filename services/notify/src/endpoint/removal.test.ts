import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { admin, type Notify, startNotify } from "../notify.fixture.ts";
import { BATCH_ROWS_MAX, endpointRemoval } from "./removal.ts";

let notify: Notify;
let us: Principal;

beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});

const endpoints = (by = us) => notify.as(by, WebhookEndpointService);
const hook = { url: "https://example.com/", eventTypes: [WebhookEventType.INGEST_JOB_FINISHED] };
const add = async (by = us) => (await endpoints(by).createWebhookEndpoint(hook)).endpoint!.id;
const deliveries = (by = us) => notify.rows<{ endpointId: string; status: string }>(by, "webhook_deliveries");
const sweep = () => endpointRemoval(notify.context).work(new AbortController().signal, 1n);

/** Inserts finished deliveries, each with an attempt. */
const addFinished = (endpointId: string, count: number) =>
  notify.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
    with events as (
      insert into webhook_events (organization_id, id, type, body)
      select ${org}, gen_random_uuid(), 'ingest_job.finished', '{}' from generate_series(1, ${count}) returning id),
    deliveries as (
      insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, status, finished_at)
      select ${org}, gen_random_uuid(), ${endpointId}, id, 'ingest_job.finished', 'succeeded', now() from events
      returning id)
    insert into webhook_attempts (organization_id, delivery_id, number, at, duration_ms)
    select ${org}, id, 1, now(), 1 from deliveries`,
  );

it("an endpoint with few deliveries is removed with them at once", async () => {
  const endpointId = await add();
  await endpoints().sendTestEvent({ endpointId });
  await endpoints().deleteWebhookEndpoint({ endpointId });
  expect([await deliveries(), await notify.rows(us, "webhook_endpoints")]).toEqual([[], []]);
});

it("a dry run counts the deliveries that go along, and removes none", async () => {
  const endpointId = await add();
  await addFinished(endpointId, BATCH_ROWS_MAX + 1);
  const dry = notify.as(us, WebhookEndpointService, { "dry-run": "true" });
  const { deletedWith } = await dry.deleteWebhookEndpoint({ endpointId });
  expect(deletedWith).toMatchObject([{ kind: "deliveries", count: BATCH_ROWS_MAX + 1 }]);
  expect(await deliveries()).toHaveLength(BATCH_ROWS_MAX + 1);
  expect((await endpoints().getWebhookEndpoint({ endpointId })).endpoint).toMatchObject({ id: endpointId });
});

it("an endpoint with many deliveries is hidden from clients at once, and nothing more is sent", async () => {
  const endpointId = await add();
  await endpoints().sendTestEvent({ endpointId });
  await addFinished(endpointId, BATCH_ROWS_MAX);
  await endpoints().deleteWebhookEndpoint({ endpointId });
  expect((await endpoints().listWebhookEndpoints({})).total).toBe(0);
  for (const call of [
    () => endpoints().getWebhookEndpoint({ endpointId }),
    () => endpoints().rotateWebhookSecret({ endpointId }),
    () => endpoints().sendTestEvent({ endpointId }),
    () => endpoints().updateWebhookEndpoint({ endpointId, enabled: true, updateMask: { paths: ["enabled"] } }),
    () => endpoints().deleteWebhookEndpoint({ endpointId }),
  ]) {
    expect((await refusalOf(call())).detail).toBe("Not found.");
  }
  expect((await deliveries()).map(({ status }) => status)).not.toContain("pending");
  expect(await notify.rows(us, "webhook_endpoints")).toMatchObject([{ enabled: false }]);
});

it("the sweep removes its deliveries and attempts in batches, then the endpoint, and nothing else", async () => {
  const [deleted, kept, them] = [await add(), await add(), admin()];
  const theirs = await add(them);
  await addFinished(deleted, 2 * BATCH_ROWS_MAX + 1);
  await addFinished(kept, 1);
  await endpoints(them).sendTestEvent({ endpointId: theirs });
  await sweep();
  expect(await deliveries()).toHaveLength(2 * BATCH_ROWS_MAX + 2);

  await endpoints().deleteWebhookEndpoint({ endpointId: deleted });
  await sweep();
  expect(await deliveries()).toMatchObject([{ endpointId: kept, status: "succeeded" }]);
  expect(await notify.rows(us, "webhook_attempts")).toHaveLength(1);
  expect(await notify.rows(us, "webhook_endpoints")).toMatchObject([{ id: kept }]);
  expect(await deliveries(them)).toMatchObject([{ endpointId: theirs, status: "pending" }]);
});
