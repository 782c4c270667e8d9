import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import { FairQueue, type ReleaseSlot } from "./fair-queue.ts";

const queueOf = (process: number, group = process) => new FairQueue({ process, group });

/** Requests slots in this order and records the order in which they are granted. Organizations x and y are one group. */
async function requestSlots(queue: FairQueue, names: readonly string[]) {
  const order: string[] = [];
  const releases: ReleaseSlot[] = [];
  for (const name of names) {
    const [organizationId = ""] = name;
    const group = "xy".includes(organizationId) ? "xy" : organizationId;
    void queue.acquire({ organizationId, group }).then((release) => {
      order.push(name);
      releases.push(release);
    });
  }
  await nextLoop();
  await nextLoop();
  return { order, releases };
}

it("grants one slot for each organization, up to the limit, and the next after a release", async () => {
  const { order, releases } = await requestSlots(queueOf(2), ["a1", "a2", "a3", "b1", "c1"]);
  expect(order).toEqual(["a1", "b1"]);
  // The second release does nothing.
  releases[0]!();
  releases[0]!();
  await nextLoop();
  await nextLoop();
  expect(order).toEqual(["a1", "b1", "a2"]);
});

it("grants each organization a slot before any gets its second", async () => {
  const { order, releases } = await requestSlots(queueOf(1), ["a1", "a2", "a3", "b1", "c1", "b2"]);
  while (releases.length > 0) {
    releases.shift()!();
    await nextLoop();
    await nextLoop();
  }
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

it("grants slots again after all were released", async () => {
  const queue = queueOf(1);
  const { releases } = await requestSlots(queue, ["a1", "b1"]);
  for (let n = 0; n < 2; n++) {
    releases.shift()!();
    await nextLoop();
    await nextLoop();
  }
  expect((await requestSlots(queue, ["a2"])).order).toEqual(["a2"]);
});

it("grants a group of many organizations its share, and no turn more than others", async () => {
  const { order, releases } = await requestSlots(queueOf(2, 1), ["x1", "y1", "x2", "a1", "b1"]);
  expect(order).toEqual(["x1", "a1"]);
  while (releases.length > 0) {
    releases.shift()!();
    await nextLoop();
    await nextLoop();
  }
  expect(order).toEqual(["x1", "a1", "y1", "b1", "x2"]);
});
