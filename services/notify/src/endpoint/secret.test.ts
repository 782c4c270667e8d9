import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EndpointRow } from "../endpoint-row.ts";
import { admin, type Notify, startNotify } from "../notify.fixture.ts";
import { openSecret } from "../secret.ts";

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

/** Returns the stored secret, which the senders use. */
async function storedSecret(endpointId: string): Promise<string> {
  const rows = await notify.rows<EndpointRow>(us, "webhook_endpoints");
  const { sealedSecret } = rows.find(({ id }) => id === endpointId)!;
  return openSecret(notify.context.sealer, { org: us.organizationId, endpointId }, sealedSecret);
}

/** Returns all values of all tables as text; bytes both as Latin-1 and in hexadecimal. */
async function dumpSchema(): Promise<string> {
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
  it("replaces the secret and nothing else", async () => {
    const created = await create();
    expect(await storedSecret(created.id)).toBe(created.secret);
    const rotated = await rotate(created.id.toUpperCase());
    expect(rotated).toMatchObject({ id: created.id, url: created.url, enabled: true, consecutiveFailures: 0 });
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(created.secret);
    expect(await storedSecret(created.id)).toBe(rotated.secret);
  });

  it("rotates once for a repeated request, and never in a dry run", async () => {
    const created = await create();
    await rotate(created.id, { "dry-run": "true" });
    expect(await storedSecret(created.id)).toBe(created.secret);
    const key = { "idempotency-key": newId() };
    const first = await rotate(created.id, key);
    expect(await rotate(created.id, key)).toEqual(first);
    expect(await storedSecret(created.id)).toBe(first.secret);
  });
});

describe("a secret", () => {
  it("is in no table in clear text, also not in stored responses", async () => {
    const [first, second] = [{ "idempotency-key": newId() }, { "idempotency-key": newId() }];
    const created = await create(first);
    expect(await create(first)).toEqual(created);
    const rotated = await rotate(created.id, second);
    expect(await rotate(created.id, second)).toEqual(rotated);
    await endpoints().sendTestEvent({ endpointId: created.id });
    const text = await dumpSchema();
    // The dump contains rows of all these tables.
    for (const known of [created.id, "ingest_job.finished", "CreateWebhookEndpoint", second["idempotency-key"]]) {
      expect(text).toContain(known);
    }
    for (const { secret } of [created, rotated]) {
      const base64 = secret.slice("whsec_".length);
      const raw = Buffer.from(base64, "base64");
      for (const form of [secret, base64, raw.toString("latin1"), hex(raw), hex(Buffer.from(base64))]) {
        expect(text.includes(form)).toBe(false);
      }
    }
  });

  it("cannot be decrypted for another endpoint", async () => {
    const [one, other] = [await create(), await create()];
    await notify.db.asService(
      us.organizationId,
      ({ tx }) => tx`
      update webhook_endpoints set sealed_secret = (select sealed_secret from webhook_endpoints where id = ${one.id})
      where id = ${other.id}`,
    );
    await expect(storedSecret(other.id)).rejects.toThrow();
  });
});
