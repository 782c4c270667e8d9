import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin, type Notify, startNotify } from "../notify.fixture.ts";
import type { EndpointRow } from "./queries.ts";
import { openSecret } from "./secret.ts";

let notify: Notify;
let us: Principal;

beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});

const endpoints = (headers = {}) => notify.as(us, WebhookEndpointService, headers);
const hook = { url: "https://example.com/", eventTypes: [WebhookEventType.INGEST_JOB_FINISHED] };
const create = async (headers = {}) => (await endpoints(headers).createWebhookEndpoint(hook)).endpoint!;
const rotate = async (endpointId: string, headers = {}) =>
  (await endpoints(headers).rotateWebhookSecret({ endpointId })).endpoint!;

/** What the senders would sign with now. */
async function kept(endpointId: string): Promise<string> {
  const rows = await notify.rows<EndpointRow>(us, "webhook_endpoints");
  const { sealedSecret } = rows.find(({ id }) => id === endpointId)!;
  return openSecret(notify.context.sealer, { org: us.organizationId, endpointId }, sealedSecret);
}

/** All that the schema holds, whoever it belongs to, as text; bytes both as they are and in hexadecimal digits. */
async function everything(): Promise<string> {
  const tables = await notify.owner<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'notify' and table_type = 'BASE TABLE'`;
  const texts = [];
  for (const { name } of tables) {
    await notify.owner`alter table ${notify.owner(name)} no force row level security`;
    const rows = await notify.owner<Record<string, unknown>[]>`select * from ${notify.owner(name)}`;
    await notify.owner`alter table ${notify.owner(name)} force row level security`;
    for (const value of rows.flatMap((row) => Object.values(row))) {
      texts.push(
        value instanceof Uint8Array ? `${Buffer.from(value).toString("latin1")} ${hex(value)}` : String(value),
      );
    }
  }
  return texts.join("\n");
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("RotateWebhookSecret", () => {
  it("replaces the secret at once, and changes nothing else", async () => {
    const made = await create();
    expect(await kept(made.id)).toBe(made.secret);
    const rotated = await rotate(made.id.toUpperCase());
    expect(rotated).toMatchObject({ id: made.id, url: made.url, enabled: true, consecutiveFailures: 0 });
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(made.secret);
    expect(await kept(made.id)).toBe(rotated.secret);
  });

  it("happens once for a request that is repeated, and not at all in a dry run", async () => {
    const made = await create();
    await rotate(made.id, { "dry-run": "true" });
    expect(await kept(made.id)).toBe(made.secret);
    const key = { "idempotency-key": newId() };
    const first = await rotate(made.id, key);
    expect(await rotate(made.id, key)).toEqual(first);
    expect(await kept(made.id)).toBe(first.secret);
  });
});

describe("a secret", () => {
  it("stands in no table, however its request was sent and repeated", async () => {
    const [first, second] = [{ "idempotency-key": newId() }, { "idempotency-key": newId() }];
    const made = await create(first);
    expect(await create(first)).toEqual(made);
    const rotated = await rotate(made.id, second);
    expect(await rotate(made.id, second)).toEqual(rotated);
    await endpoints().sendTestEvent({ endpointId: made.id });
    const text = await everything();
    // Rows of all kinds are among it.
    for (const known of [made.id, "ingest_job.finished", "CreateWebhookEndpoint", second["idempotency-key"]]) {
      expect(text).toContain(known);
    }
    for (const { secret } of [made, rotated]) {
      const base64 = secret.slice("whsec_".length);
      const raw = Buffer.from(base64, "base64");
      for (const form of [secret, base64, raw.toString("latin1"), hex(raw), hex(Buffer.from(base64))]) {
        expect(text.includes(form)).toBe(false);
      }
    }
  });

  it("of one endpoint does not open at another", async () => {
    const [one, other] = [await create(), await create()];
    await notify.db.asService(
      us.organizationId,
      ({ tx }) => tx`
      update webhook_endpoints set sealed_secret = (select sealed_secret from webhook_endpoints where id = ${one.id})
      where id = ${other.id}`,
    );
    await expect(kept(other.id)).rejects.toThrow();
  });
});
