import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { type EndTurn, Turns } from "./turns.ts";

/** Takes turns in this order, and tells in which order they come. */
async function begun(turns: Turns, names: readonly string[]) {
  const order: string[] = [];
  const ends: EndTurn[] = [];
  for (const name of names) {
    const [organizationId = ""] = name;
    void turns.take(organizationId).then((end) => {
      order.push(name);
      ends.push(end);
    });
  }
  await turn();
  await turn();
  return { order, ends };
}

it("lets one of each organization in, no more than it may, and the next when one has ended", async () => {
  const { order, ends } = await begun(new Turns(2), ["a1", "a2", "a3", "b1", "c1"]);
  expect(order).toEqual(["a1", "b1"]);
  // Ended twice, it still makes room for one.
  ends[0]!();
  ends[0]!();
  await turn();
  await turn();
  expect(order).toEqual(["a1", "b1", "a2"]);
});

it("gives each organization a turn before the first has its second", async () => {
  const { order, ends } = await begun(new Turns(1), ["a1", "a2", "a3", "b1", "c1", "b2"]);
  while (ends.length > 0) {
    ends.shift()!();
    await turn();
    await turn();
  }
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

it("is as free as before when everybody has gone", async () => {
  const turns = new Turns(1);
  const { ends } = await begun(turns, ["a1", "b1"]);
  for (let n = 0; n < 2; n++) {
    ends.shift()!();
    await turn();
    await turn();
  }
  expect((await begun(turns, ["a2"])).order).toEqual(["a2"]);
});
