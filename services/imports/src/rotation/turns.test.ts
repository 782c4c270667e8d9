import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Turns, type Waiting } from "./turns.ts";

/** Work is named by its group, its organization and a number. */
const work = (groupId: string, organizationId: string, number: number): Waiting => ({
  groupId,
  organizationId,
  id: `${organizationId}${number}`,
});
const flood = (organizationId: string, count: number, groupId = organizationId) =>
  Array.from({ length: count }, (_, at) => work(groupId, organizationId, at));
/** The order in which all waiting work is done, one after the other. */
function order(waiting: readonly Waiting[], turns = new Turns(1)): string[] {
  const done: string[] = [];
  for (let rest = [...waiting]; rest.length > 0; ) {
    const next = turns.take(rest)!;
    turns.release(next);
    rest = rest.filter((one) => one !== next);
    done.push(next.id);
  }
  return done;
}

describe("turns", () => {
  it("go round the groups, whoever came first", () => {
    expect(order([...flood("a", 3), ...flood("b", 1), ...flood("c", 2)])).toEqual(["a0", "b0", "c0", "a1", "c1", "a2"]);
  });

  it("go round the organizations of a group, which together have the turns of one", () => {
    const waiting = [...flood("a", 2, "root"), ...flood("b", 2, "root"), ...flood("c", 2)];
    expect(order(waiting)).toEqual(["a0", "c0", "b0", "c1", "a1", "b1"]);
  });

  it("do not favour a group that has waited for nothing", () => {
    const turns = new Turns(1);
    expect(order(flood("a", 3), turns)).toEqual(["a0", "a1", "a2"]);
    expect(order([work("a", "a", 7), work("b", "b", 8), work("a", "a", 9)], turns)).toEqual(["b8", "a7", "a9"]);
  });

  it("leave the last place to a group without running work", () => {
    const turns = new Turns(3);
    const waiting = flood("a", 9);
    expect([turns.take(waiting)?.id, turns.take(waiting)?.id, turns.take(waiting)]).toEqual(["a0", "a1", null]);
    expect(turns.take([...waiting, work("b", "b", 0)])?.id).toBe("b0");
  });

  it("let one work of each group run while others wait", () => {
    const turns = new Turns(3);
    const waiting = [...flood("a", 9), ...flood("b", 9)];
    expect([turns.take(waiting)?.id, turns.take(waiting)?.id, turns.take(waiting)]).toEqual(["a0", "b0", null]);
  });

  it("pause all but the oldest work of a group while another group has work", () => {
    const turns = new Turns(3);
    const [first, second] = [turns.take(flood("a", 2))!, turns.take(flood("a", 2))!];
    const paused = (...works: Waiting[]) => works.map(({ id }) => turns.mustPause(id));
    expect(paused(first, second)).toEqual([false, false]);
    const other = turns.take([work("b", "b", 0)])!;
    expect(paused(first, second, other)).toEqual([false, true, false]);
    turns.release(first);
    expect(paused(second, other)).toEqual([false, false]);
  });

  it("never exceed the places, whatever waits", () => {
    const some = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), some, (placesMax, named) => {
        const turns = new Turns(placesMax);
        const waiting = named.map(([group, organization], at) => work(`g${group}`, `g${group}-${organization}`, at));
        while (turns.take(waiting) !== null);
        expect(turns.running.length).toBeLessThanOrEqual(placesMax);
        const groups = new Set(waiting.map(({ groupId }) => groupId));
        expect(turns.running.length > 0).toBe(groups.size > 0);
      }),
    );
  });
});
