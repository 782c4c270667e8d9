import { afterAll, beforeAll, it } from "vitest";
import { startWorld, type World } from "../support/world.ts";
import { natsWiped } from "./faults.ts";
import { createMany, expectAllCounted } from "./many.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it("loses and doubles nothing when NATS is stopped and started with an empty store", async () => {
  const us = world.caller("outsider");
  const nats = natsWiped(world, "stop");
  const ids = await createMany(world, us, async () => {
    await nats.strike();
    await nats.recover();
  });
  await expectAllCounted(world, us, ids.length);
});
