import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { resealReplies } from "@emissions/kit/db/reseal";
import { newId } from "@emissions/kit/process/id";
import type { Logger } from "@emissions/kit/process/log";
import { Sealer, SealingKeys } from "@emissions/kit/process/sealing";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { keysOf } from "@emissions/testkit/environment";
import { testFolder, testInfra } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { freePorts } from "@emissions/testkit/ports";
import { ensurePrincipalKeys } from "@emissions/testkit/principal-keys.mjs";
import { readLog, serviceProcess } from "@emissions/testkit/service-process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resealSecrets } from "./endpoint/reseal.ts";
import { admin, type Notify, SEALING_KEYS, startNotify } from "./notify.fixture.ts";
import { sealingChecks } from "./sealing-check.ts";

const [ID] = SEALING_KEYS.split(":");
const keyOf = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

let notify: Notify;
let secret: string;

beforeAll(async () => {
  notify = await startNotify();
  const service = notify.as(admin(), WebhookEndpointService, { "idempotency-key": newId() });
  const hook = { url: "https://example.com/", eventTypes: [WebhookEventType.INGEST_JOB_FINISHED] };
  secret = (await service.createWebhookEndpoint(hook)).endpoint!.secret!;
});
afterAll(() => notify.drop());

const errors: object[] = [];
const log = { error: (fields: object) => void errors.push(fields) } as unknown as Logger;
const checksWith = (keys: string) => sealingChecks({ db: notify.db, sealer: new Sealer(SealingKeys.parse(keys)) }, log);

it("keys that open all stored values add no check", async () => {
  expect(await checksWith(`${keyOf("new")},${SEALING_KEYS}`)).toEqual(new Map());
  expect(errors).toEqual([]);
});

it.each([
  { what: "a missing key", keys: () => keyOf("new"), fault: `the key "${ID}" is missing` },
  {
    what: "another key of the same id",
    keys: () => keyOf(ID!),
    fault: `the key "${ID}" is not the one that sealed it`,
  },
])("$what fails the check until all stored values open", async ({ keys, fault }) => {
  errors.length = 0;
  const faults = [`secrets of webhook endpoints: ${fault}`, `stored replies: ${fault}`];
  const checks = await checksWith(keys());
  expect([...checks.keys()]).toEqual([`sealing keys: ${faults.join("; ")}`]);
  expect(errors).toEqual([{ faults }]);
  await expect([...checks.values()][0]!()).rejects.toThrow(fault);
});

it("a process whose keys do not open what is stored says which key is missing, and is not ready", async () => {
  const [port, opsPort] = (await freePorts(2)) as [number, number];
  const dir = testFolder();
  await mkdir(join(dir, "run"));
  ensurePrincipalKeys(dir, ["notify"]);
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const keys = keyOf("new");
  const service = serviceProcess({
    name: "notify",
    dir,
    opsUrl,
    env: {
      ...process.env,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DATABASE_URL: notify.url,
      NATS_URL: testInfra().natsUrl,
      ...keysOf("notify", dir),
      WEBHOOK_SECRET_KEYS: keys,
      STOP_DELAY_MS: "0",
    },
  });
  const ready = async () => {
    const answer = await fetch(`${opsUrl}/readyz`);
    return [answer.status, await answer.text()] as const;
  };
  try {
    const started = service.restart().catch(() => {});
    const [status, text] = await until("the process to name the key", async () => {
      const answer = await ready().catch(() => null);
      return answer?.[1].includes("sealing keys") && answer;
    });
    expect([status, text]).toEqual([503, expect.stringContaining(`the key \\"${ID}\\" is missing`)]);
    const lines = readLog(dir, "notify");
    expect(lines).toContain("WEBHOOK_SECRET_KEYS does not open what is stored");
    for (const hidden of [secret, keys.split(":")[1]!]) expect(lines).not.toContain(hidden);

    const both = new Sealer(SealingKeys.parse(`${keys},${SEALING_KEYS}`));
    await resealSecrets(notify.db, both);
    await resealReplies(notify.db, both);
    await until("the process to be ready", async () => (await ready())[0] === 200);
    await started;
  } finally {
    await service.kill();
    await rm(dir, { recursive: true });
  }
});
