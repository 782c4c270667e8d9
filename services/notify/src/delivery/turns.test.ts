import { newId } from "@emissions/kit/process/id";
import { beforeEach, describe, expect, it } from "vitest";
import type { Place } from "./due.ts";
import { LIMITS } from "./limits.ts";
import { type Budget, type Grant, type Ticket, Turns } from "./turns.ts";

const limits = { ...LIMITS, answering: 8, untried: 2, waiting: 3, inFlight: 12, endpoint: 4, restMs: 60_000 };
const idle = () => false;
let turns: Turns;
beforeEach(() => {
  turns = new Turns(limits);
});

const place = (organizationId = newId()): Place => ({ organizationId, endpointId: newId() });
const idsIn = (grants: readonly Grant[]) => grants.map(({ endpoint }) => endpoint.endpointId);

/** Sends to the endpoint once, as if it were the only one. */
function tryOnce(of: Place, wentWell: boolean): void {
  turns.add(of);
  const [grant] = turns.next((org) => org !== of.organizationId) as [Grant];
  start(grant, grant.untried > 0 ? "untried" : wentWell ? "answering" : "waiting").end(wentWell);
}
function start(grant: Grant, from: Budget): Ticket {
  const ticket = turns.begin(grant, from);
  turns.release(grant);
  return ticket;
}

describe("the endpoints with work", () => {
  it("take turns, those of one organization together", () => {
    const [first, second] = [place(), place()];
    const sister = place(first.organizationId);
    for (const one of [first, second, sister]) turns.add(one);
    expect(idsIn(turns.next(idle))).toEqual([first.endpointId, sister.endpointId]);
    expect(turns.next((org) => org === second.organizationId)).toEqual([]);
  });

  it("are named once, and again when they come back", () => {
    const one = place();
    for (let i = 0; i < 3; i++) turns.add(one);
    const grants = turns.next(idle);
    expect([idsIn(grants), turns.next(idle)]).toEqual([[one.endpointId], []]);
    grants.forEach((grant) => void turns.release(grant));
    turns.add(one);
    expect(idsIn(turns.next(idle))).toEqual([one.endpointId]);
  });

  it("get more at once with every attempt that goes well, and one after a failure", () => {
    const one = place();
    const rooms = [true, true, true, true, false].map((wentWell) => {
      tryOnce(one, wentWell);
      turns.add(one);
      const [grant] = turns.next(idle) as [Grant];
      const { answering, waiting } = grant;
      turns.release(grant);
      return [answering, waiting];
    });
    // A quarter of the eight free places is the most for one.
    expect(rooms).toEqual([...Array(4).fill([2, 1]), [0, 1]]);
  });
});

describe("the dead", () => {
  it("have their own places, and leave the others theirs", () => {
    const [dead, well] = [Array.from({ length: 5 }, () => place()), place()];
    for (const one of dead) tryOnce(one, false);
    tryOnce(well, true);
    for (const one of [...dead, well]) turns.add(one);
    const served = new Set<string>();
    for (let i = 0; i < 10; i++) {
      for (const grant of turns.next(idle)) {
        served.add(grant.endpoint.endpointId);
        start(grant, grant.answering > 0 ? "answering" : "waiting");
      }
    }
    expect([served.has(well.endpointId), served.size]).toEqual([true, limits.waiting + 1]);
  });

  it("are passed by while somebody has an attempt under way", () => {
    const [dead, well] = [place(), place()];
    tryOnce(dead, false);
    tryOnce(well, true);
    for (const one of [dead, well]) turns.add(one, true);
    expect(idsIn(turns.next(idle))).toEqual([well.endpointId]);
    expect(turns.next(idle)).toEqual([]);
  });

  it("are those, too, that were well and take long", () => {
    const one = place();
    for (let i = 0; i < 3; i++) tryOnce(one, true);
    turns.add(one);
    const [grant] = turns.next(idle) as [Grant];
    const ticket = start(grant, "answering");
    ticket.stall();
    turns.add(one);
    expect(turns.next(idle)).toEqual([]);
    ticket.end(true);
    expect(idsIn(turns.next(idle))).toEqual([one.endpointId]);
    expect(turns.inFlight).toBeGreaterThan(0);
  });
});

it("what rests is not served, and every place comes back", () => {
  const one = place();
  turns.add(one);
  const [grant] = turns.next(idle) as [Grant];
  turns.rest(grant.endpoint);
  turns.release(grant);
  turns.add(one);
  expect([turns.next(idle), turns.inFlight]).toEqual([[], 0]);
});
