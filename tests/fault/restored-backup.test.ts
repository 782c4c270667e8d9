import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { createPlant } from "./batches.ts";
import { expectConsistent, expectNobodyBehind } from "./consistency.ts";
import { natsWiped } from "./faults.ts";
import { startLoad } from "./load.ts";
import { purchaseOf, SETTLE_MS, sendUntilAccepted } from "./purchases.ts";

let server: OwnPostgres;
let backend: OwnBackend;
let as: Caller;
beforeAll(async () => {
  server = await ownPostgres();
  backend = await startBackend({ postgresUrl: server.url });
  as = backend.caller("outsider");
});
afterAll(async () => {
  await backend.stop();
  await server.remove();
});

/** Answers that change with any record, result or total of the organization. */
async function answers(): Promise<string[]> {
  const year = "start_date=2025-01-01&end_date=2025-12-31";
  const paths = [
    ...["scope", "category", "month"].map((group) => `/v1/total-impacts?${year}&group_by=${group}`),
    `/v2/inventory?${year}`,
    ...["/v1/purchases", "/v1/wastes"].flatMap((list) => [`${list}?size=100`, `${list}?size=100&page=2`]),
  ];
  const found = await Promise.all(paths.map((path) => backend.call("GET", path, { as })));
  expect(found.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return found.map(({ text }) => text);
}

it("a backup in an empty cluster, with an empty NATS, answers totals, lists and counts as before", {
  timeout: 5 * SETTLE_MS,
}, async () => {
  const [unit, plant] = [(await unitIds(backend, as))("EUR"), await createPlant(backend, as)];
  const first = await startLoad(backend, as, unit, plant);
  await until("some purchases", () => first.kept.length > 20, SETTLE_MS);
  await first.stop();
  await expectConsistent(backend);
  const before = await answers();
  await server.backUp();
  const second = await startLoad(backend, as, unit, plant);
  await until("purchases that will be lost", () => second.kept.length > 5, SETTLE_MS);
  const wiped = natsWiped(backend, "kill");
  await second.stop();
  await wiped.inject();
  await server.restore();
  await wiped.recover();
  const isBack = async () => (await backend.call("GET", "/v1/purchases?size=1", { as })).status === 200;
  await until("an answer after the restore", isBack, SETTLE_MS);
  await expectConsistent(backend);
  await expectNobodyBehind(backend);
  expect(await answers()).toEqual(before);
  // The messages of new records flow in the streams that were made anew.
  await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(0, unit));
  await expectConsistent(backend);
});
