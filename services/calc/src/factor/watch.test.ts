import { testNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchFactors } from "./watch.ts";

let nats: NatsConnection;
beforeAll(async () => {
  nats = await connect({ servers: testNats().url });
});
afterAll(() => nats.close());

it("clears the cache of every replica on FactorsChanged, until it is stopped", async () => {
  const cleared = [0, 0];
  const watches = cleared.map((_, index) =>
    watchFactors(nats, () => {
      cleared[index]! += 1;
    }),
  );
  await nats.flush();
  nats.publish("events.factors.FactorsChanged.17");
  await until("both are cleared", () => cleared.every((times) => times > 0));
  await watches[0]!.stop();
  const before = [...cleared];
  nats.publish("events.factors.FactorsChanged.3");
  await until("the other is cleared again", () => cleared[1]! > before[1]!);
  expect(cleared[0]).toBe(before[0]);
  await watches[1]!.stop();
});
