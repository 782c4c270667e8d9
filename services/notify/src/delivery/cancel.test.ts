import { Code } from "@connectrpc/connect";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin } from "../notify.fixture.ts";
import { BATCH_ROWS_MAX, REMAINING_ROWS_MAX } from "./cancel.ts";
import { type Deliveries, startDeliveries } from "./delivery.fixture.ts";

const REMAINING = 5;
let notify: Deliveries;
let us: Principal;
let endpoint: { id: string; url: string };

beforeAll(async () => {
  notify = await startDeliveries();
});
afterAll(() => notify.drop());
beforeEach(async () => {
  us = admin();
  endpoint = await notify.endpoint(us);
  await insertDue(BATCH_ROWS_MAX + REMAINING);
});
afterEach(() => notify.stopSenders());

/** Inserts due deliveries. Each is due one second earlier than the one before. */
const insertDue = (count: number) =>
  notify.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
      with events as (
        insert into webhook_events (organization_id, id, type, body)
        select ${org}, gen_random_uuid(), 'ingest_job.finished', '{}' from generate_series(1, ${count}::int)
        returning id)
      insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, next_attempt_at)
      select ${org}, gen_random_uuid(), ${endpoint.id}, id, 'ingest_job.finished',
        now() - row_number() over () * interval '1 second'
      from events`,
  );
const enable = (enabled: boolean) =>
  notify
    .as(us, WebhookEndpointService)
    .updateWebhookEndpoint({ endpointId: endpoint.id, enabled, updateMask: { paths: ["enabled"] } });
/** Disables the endpoint and leaves this number of pending deliveries. */
const disable = async (remaining: number) => {
  await enable(false);
  await insertDue(remaining - REMAINING);
};
const pending = async () => (await notify.rows(us)).filter(({ status }) => status === "pending");
const cancelled = async () => (await notify.rows(us)).filter(({ status }) => status === "cancelled").length;

describe("more than one batch of pending deliveries of a disabled endpoint", () => {
  it("the senders cancel the rest and send nothing", async () => {
    await enable(false);
    const remaining = await pending();
    expect(remaining).toHaveLength(REMAINING);
    for (const { nextAttemptAt } of remaining)
      expect(Date.now() - nextAttemptAt!.getTime()).toBeGreaterThan(BATCH_ROWS_MAX * 999);
    notify.send();
    await notify.ended(us);
    expect([await cancelled(), notify.at(endpoint.url)]).toEqual([BATCH_ROWS_MAX + REMAINING, []]);
  });

  it("enabling cancels the rest, and only new events are sent", async () => {
    await enable(false);
    await enable(true);
    notify.send();
    await notify.finish(us);
    await notify.ended(us);
    expect([await cancelled(), notify.at(endpoint.url).length]).toEqual([BATCH_ROWS_MAX + REMAINING, 1]);
  });

  it("enabling cancels up to the limit in one call", async () => {
    await disable(REMAINING_ROWS_MAX);
    await enable(true);
    expect([await cancelled(), await pending()]).toEqual([BATCH_ROWS_MAX + REMAINING_ROWS_MAX, []]);
  });

  it("enabling is refused beyond the limit until the senders have cancelled enough", async () => {
    await disable(REMAINING_ROWS_MAX + 1);
    expect(await refusalOf(enable(true))).toMatchObject({ status: Code.Aborted, code: "WEBHOOK_ENDPOINT_BUSY" });
    expect(await pending()).toHaveLength(REMAINING_ROWS_MAX + 1);
    notify.send();
    await until("the endpoint to be enabled", () => enable(true).catch(() => false));
    await notify.finish(us);
    await notify.ended(us);
    expect([await cancelled(), notify.at(endpoint.url).length]).toEqual([BATCH_ROWS_MAX + REMAINING_ROWS_MAX + 1, 1]);
  });
});
