import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnBackend, startBackend } from "../../support/backend.ts";

const CLOCK_MODULE = new URL("../../support/moved-clock.mjs", import.meta.url).pathname;
const folder = testFolder();
const clockFile = join(folder, "clock");
const moveClock = (ms: number) => writeFileSync(clockFile, String(ms));
const HOURS_25_MS = 25 * 3_600_000;

let backend: OwnBackend;
beforeAll(async () => {
  backend = await startBackend({ services: ["gateway", "factors", "notify"] });
});
afterAll(async () => {
  await backend.stop();
  rmSync(folder, { recursive: true });
});

const readiness = async () => {
  const answer = await fetch(`${backend.system.opsUrls.gateway}/readyz`);
  const { failing = [] } = (await answer.json()) as { failing?: string[] };
  return `${answer.status} ${failing.join()}`;
};

const becomes = (expected: string) => until(expected, async () => (await readiness()) === expected);

it("the status shows versions, schemas and data sets, and services that do not answer", async () => {
  const { status, json } = await backend.call("GET", "/status");
  expect(status).toBe(200);
  const program = {
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
  };
  expect(json).toMatchObject({ ...program, uptime_s: expect.any(Number) });
  const services = new Map<string, object>(json.services.map((one: { name: string }) => [one.name, one]));
  expect(services.get("notify")).toMatchObject({
    ...program,
    reachable: true,
    schema_version: expect.stringMatching(/^notify\/\d{4}_\w+\.sql$/),
  });
  const silent = { reachable: false, version: null, commit: null, schema_version: null, uptime_s: null };
  for (const name of ["activity", "calc", "imports"]) expect(services.get(name)).toEqual({ name, ...silent });
  expect(json.catalogue.share_alike).toBe(true);
  const dataSets = new Map<string, object>(json.catalogue.data_sets.map((one: { name: string }) => [one.name, one]));
  expect(dataSets.get("defra-2024")).toMatchObject({ edition: 2024, licence: "OGL v3.0", share_alike: false });
});

it("the gateway is ready while it reaches one of its services, and names the others", async () => {
  await becomes("200 activity,calc,imports");
  await backend.system.process("notify").kill();
  await becomes("200 activity,calc,imports,notify");
  await backend.system.process("factors").kill();
  await becomes("503 activity,factors,calc,imports,notify");
  await backend.system.process("factors").restart();
  await becomes("200 activity,calc,imports,notify");
});

it("a gateway whose clock is wrong says so, and serves again as soon as it is right", async () => {
  moveClock(0);
  const gateway = backend.system.process("gateway");
  await gateway.restart({ NODE_OPTIONS: `--import=${CLOCK_MODULE}`, CLOCK_FILE: clockFile });
  const version = async () => {
    const { json } = await backend.call("GET", "/status");
    return json.services.find(({ name }: { name: string }) => name === "factors").version;
  };
  await until("an answer", version);
  for (const ms of [HOURS_25_MS, -HOURS_25_MS]) {
    moveClock(ms);
    await becomes("503 activity,calc,imports,notify,clock");
    // The call is refused, so the status lacks what only factors knows.
    await until("calls to be refused", async () => (await version()) === null);
    moveClock(0);
    await becomes("200 activity,calc,imports,notify");
    await until("calls to be accepted", version);
  }
});
