import { Code } from "@connectrpc/connect";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin } from "../notify.fixture.ts";
import { LEFT_ROWS_MAX, STEP_ROWS_MAX } from "./cancel.ts";
import { type Deliveries, startDeliveries } from "./delivery.fixture.ts";

const LEFT = 5;
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
  await wait(STEP_ROWS_MAX + LEFT);
});
afterEach(() => notify.stopSenders());

/** So many deliveries wait for the endpoint, each since a second longer than the one before. */
const wait = (count: number) =>
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
/** So many are left by the step that disabling takes. */
const disable = async (left: number) => {
  await enable(false);
  await wait(left - LEFT);
};
const pending = async () => (await notify.rows(us)).filter(({ status }) => status === "pending");
const cancelled = async () => (await notify.rows(us)).filter(({ status }) => status === "cancelled").length;

describe("of more than one step that waits for an endpoint which is disabled", () => {
  it("the rest is cancelled by the senders, and nothing is sent", async () => {
    await enable(false);
    const left = await pending();
    expect(left).toHaveLength(LEFT);
    for (const { nextAttemptAt } of left)
      expect(Date.now() - nextAttemptAt!.getTime()).toBeGreaterThan(STEP_ROWS_MAX * 999);
    notify.send();
    await notify.ended(us);
    expect([await cancelled(), notify.at(endpoint.url)]).toEqual([STEP_ROWS_MAX + LEFT, []]);
  });

  it("nothing is sent either when it is enabled again before that", async () => {
    await enable(false);
    await enable(true);
    notify.send();
    await notify.finish(us);
    await notify.ended(us);
    expect([await cancelled(), notify.at(endpoint.url).length]).toEqual([STEP_ROWS_MAX + LEFT, 1]);
  });

  it("all that is left is cancelled when it is enabled, up to the limit", async () => {
    await disable(LEFT_ROWS_MAX);
    await enable(true);
    expect([await cancelled(), await pending()]).toEqual([STEP_ROWS_MAX + LEFT_ROWS_MAX, []]);
  });

  it("it is not enabled while more is left than one transaction cancels, which the senders see to", async () => {
    await disable(LEFT_ROWS_MAX + 1);
    expect(await refusalOf(enable(true))).toMatchObject({ status: Code.Aborted, code: "WEBHOOK_ENDPOINT_BUSY" });
    expect(await pending()).toHaveLength(LEFT_ROWS_MAX + 1);
    notify.send();
    await until("the endpoint to be enabled", () => enable(true).catch(() => false));
    await notify.finish(us);
    await notify.ended(us);
    expect([await cancelled(), notify.at(endpoint.url).length]).toEqual([STEP_ROWS_MAX + LEFT_ROWS_MAX + 1, 1]);
  });
});
