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

it("tells every replica that factors have changed, until it is stopped", async () => {
  const told = [0, 0];
  const watches = told.map((_, index) =>
    watchFactors(nats, () => {
      told[index]! += 1;
    }),
  );
  await nats.flush();
  nats.publish("events.factors.FactorsChanged.17");
  await until("both are told", () => told.every((times) => times > 0));
  await watches[0]!.stop();
  const before = [...told];
  nats.publish("events.factors.FactorsChanged.3");
  await until("the other is told again", () => told[1]! > before[1]!);
  expect(told[0]).toBe(before[0]);
  await watches[1]!.stop();
});
