import { afterAll, beforeAll, it } from "vitest";
import { startWorld, type World } from "../support/world.ts";
import { createMany, expectAllCounted } from "./many.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it("loses and doubles nothing when NATS is stopped and started with an empty store", async () => {
  const us = world.caller("outsider");
  const nats = world.system.nats!;
  const ids = await createMany(world, us, async () => {
    await nats.stop();
    await nats.wipe();
    await nats.start();
  });
  await expectAllCounted(world, us, ids);
});
