import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, it } from "vitest";
import { type OwnBackend, startBackend } from "../../support/backend.ts";

let backend: OwnBackend;
beforeAll(async () => {
  backend = await startBackend({ services: ["gateway", "factors", "notify"] });
});
afterAll(() => backend.stop());

const readiness = async () => {
  const answer = await fetch(`${backend.system.opsUrls.gateway}/readyz`);
  const { failing = [] } = (await answer.json()) as { failing?: string[] };
  return `${answer.status} ${failing.join()}`;
};

const becomes = (expected: string) => until(expected, async () => (await readiness()) === expected);

it("the gateway is ready while it reaches one of its services, and names the others", async () => {
  await becomes("200 activity,calc,imports");
  await backend.system.process("notify").kill();
  await becomes("200 activity,calc,imports,notify");
  await backend.system.process("factors").kill();
  await becomes("503 activity,factors,calc,imports,notify");
  await backend.system.process("factors").restart();
  await becomes("200 activity,calc,imports,notify");
});
