import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import { FairSlots, type SlotLimits } from "./fair-slots.ts";

const FULL = new Error("no place is left");

/** Works that begin and end as the test says. */
function worksIn(limits: Partial<SlotLimits>) {
  const usual = { atOnceMax: 2, ownAtOnceMax: 1, waitingMax: 4, ownWaitingMax: 4, refusal: () => FULL };
  const slots = new FairSlots({ ...usual, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, unknown>();
  return {
    begun,
    outcomes,
    add(name: string, signal?: AbortSignal) {
      const work = async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return "done";
      };
      const done = slots.run(name[0]!, work, signal);
      void done.then(
        (answer) => outcomes.set(name, answer),
        (error) => outcomes.set(name, error),
      );
    },
    async end(...names: string[]) {
      for (const name of names) {
        ends.get(name)!();
        await nextLoop();
      }
    },
  };
}

it("a work of an owner begins at once while another owner floods the slots", () => {
  const { add, begun } = worksIn({});
  for (const name of ["a1", "a2", "a3", "a4", "b1"]) add(name);
  expect(begun).toEqual(["a1", "b1"]);
});

it("owners take turns, and works of one owner keep their order", async () => {
  const { add, end, begun } = worksIn({ atOnceMax: 1 });
  for (const name of ["a1", "a2", "a3", "b1", "b2"]) add(name);
  await end("a1", "a2", "b1", "a3");
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

it("few works run at once, few wait, and more are refused", async () => {
  const { add, end, begun, outcomes } = worksIn({ ownAtOnceMax: 2, ownWaitingMax: 3 });
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) add(name);
  await nextLoop();
  expect([begun, [...outcomes]]).toEqual([["a1", "a2"], [["a6", FULL]]]);
  await end("a1", "a2", "a3", "a4", "a5");
  expect([...outcomes.values()]).toEqual([FULL, "done", "done", "done", "done", "done"]);
});

it("an owner that fills the places loses the last ones to owners with fewer", async () => {
  const { add, begun, outcomes } = worksIn({ atOnceMax: 1 });
  for (const name of ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1", "d1"]) add(name);
  await nextLoop();
  expect(begun).toEqual(["a1"]);
  const refused = [...outcomes].map(([name, error]) => [name, error === FULL]);
  expect(Object.fromEntries(refused)).toEqual({ a5: true, a4: true, b3: true, a3: true, b2: true });
});

it("a work whose caller has gone is dropped from the queue, and leaves its place", async () => {
  const { add, end, begun, outcomes } = worksIn({ atOnceMax: 1, waitingMax: 1 });
  const caller = new AbortController();
  add("a1");
  add("b1", caller.signal);
  caller.abort(new Error("the caller has gone"));
  add("c1", caller.signal);
  add("d1");
  await end("a1", "d1");
  expect(begun).toEqual(["a1", "d1"]);
  expect(["b1", "c1", "d1"].map((name) => String(outcomes.get(name)))).toEqual([
    "Error: the caller has gone",
    "Error: the caller has gone",
    "done",
  ]);
});

it("a slot is free again after a work that failed", async () => {
  const slots = new FairSlots({ atOnceMax: 1, ownAtOnceMax: 1, waitingMax: 1, ownWaitingMax: 1, refusal: () => FULL });
  const broken = slots.run("a", () => Promise.reject(new Error("broken")));
  await expect(broken).rejects.toThrow("broken");
  expect(await slots.run("a", async () => "done")).toBe("done");
});
