import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { Sealer, SealingKeys } from "@emissions/kit/process/sealing";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { inMemory } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EndpointRow } from "../endpoint-row.ts";
import { admin, type Notify, SEALING_KEYS, startNotify } from "../notify.fixture.ts";
import { openSecret } from "../secret.ts";
import { routes } from "../service.ts";

const exec = promisify(execFile);
const NEW_KEY = `new:${randomBytes(32).toString("base64")}`;

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.drop());

async function run(keys: string) {
  const script = fileURLToPath(new URL("reseal-secrets.ts", import.meta.url));
  const env = { ...process.env, DATABASE_URL: notify.url, WEBHOOK_SECRET_KEYS: keys };
  const { stdout } = await exec(process.execPath, [script], { env });
  return stdout;
}

type Callable = Pick<Notify, "as">;
const create = async (service: Callable, by: Principal, key: string) => {
  const endpoints = service.as(by, WebhookEndpointService, { "idempotency-key": key });
  const hook = { url: "https://example.com/", eventTypes: [WebhookEventType.INGEST_JOB_FINISHED] };
  return (await endpoints.createWebhookEndpoint(hook)).endpoint!;
};

/** Starts the service on the same database, with only the new key. */
function withoutOldKey(): { service: Callable; sealer: Sealer } {
  const sealer = new Sealer(SealingKeys.parse(NEW_KEY));
  const db = new Db(notify.sql, { sealer });
  return { service: inMemory({ db, service: "notify", entries: routes({ ...notify.context, db, sealer }) }), sealer };
}

it("encrypts all secrets and stored responses with the new key, so that the old one can be removed", async () => {
  const us = admin();
  const requests = [us, us, admin(), admin()].map((by) => ({ by, key: newId() }));
  const created = await Promise.all(requests.map(({ by, key }) => create(notify, by, key)));

  const output = await run(`${NEW_KEY},${SEALING_KEYS}`);
  expect(output).toBe('{"secrets":4,"replies":4}\n');
  expect(await run(`${NEW_KEY},${SEALING_KEYS}`)).toBe('{"secrets":0,"replies":0}\n');

  const { service, sealer } = withoutOldKey();
  for (const [index, { by, key }] of requests.entries()) {
    const { id: endpointId, secret } = created[index]!;
    const rows = await notify.rows<EndpointRow>(by, "webhook_endpoints");
    const { sealedSecret } = rows.find(({ id }) => id === endpointId)!;
    expect(openSecret(sealer, { org: by.organizationId, endpointId }, sealedSecret)).toBe(secret);
    expect(await create(service, by, key)).toEqual(created[index]);
  }
});

it("names a missing variable and exits with an error", async () => {
  await expect(run("")).rejects.toThrow("WEBHOOK_SECRET_KEYS");
});
