import { afterAll, beforeAll, it } from "vitest";
import { startWorld, type World } from "../support/world.ts";
import { killed } from "./faults.ts";
import { createMany, expectAllCounted } from "./many.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it("loses and doubles nothing when calc is killed in the middle of 500 purchases", async () => {
  const us = world.caller("outsider");
  const ids = await createMany(world, us, async () => {
    const calc = killed(world, "calc");
    await calc.strike();
    await calc.recover();
  });
  await expectAllCounted(world, us, ids.length);
});
