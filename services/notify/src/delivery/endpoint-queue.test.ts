import { newId } from "@emissions/kit/process/id";
import { beforeEach, describe, expect, it } from "vitest";
import type { EndpointKey } from "./due-endpoints.ts";
import { type AttemptHandle, type Budget, EndpointQueue, type Slots } from "./endpoint-queue.ts";
import { LIMITS } from "./limits.ts";

const limits = { ...LIMITS, answering: 8, untried: 2, failing: 3, inFlight: 12, perEndpoint: 4, suspendMs: 60_000 };
const idle = () => false;
let queue: EndpointQueue;
beforeEach(() => {
  queue = new EndpointQueue(limits);
});

const newEndpoint = (organizationId = newId()): EndpointKey => ({ organizationId, endpointId: newId() });
const idsOf = (reserved: readonly Slots[]) => reserved.map(({ endpoint }) => endpoint.endpointId);

/** Makes one attempt to the endpoint, as if it were the only one in the queue. */
function attemptOnce(endpoint: EndpointKey, succeeded: boolean): void {
  queue.add(endpoint);
  const [slots] = queue.reserveNext((org) => org !== endpoint.organizationId) as [Slots];
  begin(slots, slots.untried > 0 ? "untried" : succeeded ? "answering" : "failing").end(succeeded);
}
function begin(slots: Slots, from: Budget): AttemptHandle {
  const handle = queue.beginAttempt(slots, from);
  queue.release(slots);
  return handle;
}

describe("endpoints with due deliveries", () => {
  it("are served round-robin, those of one organization together", () => {
    const [first, second] = [newEndpoint(), newEndpoint()];
    const sameOrganization = newEndpoint(first.organizationId);
    for (const endpoint of [first, second, sameOrganization]) queue.add(endpoint);
    expect(idsOf(queue.reserveNext(idle))).toEqual([first.endpointId, sameOrganization.endpointId]);
    expect(queue.reserveNext((org) => org === second.organizationId)).toEqual([]);
  });

  it("are queued once, and again when they are added later", () => {
    const endpoint = newEndpoint();
    for (let i = 0; i < 3; i++) queue.add(endpoint);
    const reserved = queue.reserveNext(idle);
    expect([idsOf(reserved), queue.reserveNext(idle)]).toEqual([[endpoint.endpointId], []]);
    for (const slots of reserved) queue.release(slots);
    queue.add(endpoint);
    expect(idsOf(queue.reserveNext(idle))).toEqual([endpoint.endpointId]);
  });

  it("get more concurrent attempts after each success, and one after a failure", () => {
    const endpoint = newEndpoint();
    const reserved = [true, true, true, true, false].map((succeeded) => {
      attemptOnce(endpoint, succeeded);
      queue.add(endpoint);
      const [slots] = queue.reserveNext(idle) as [Slots];
      const { answering, failing } = slots;
      queue.release(slots);
      return [answering, failing];
    });
    // One endpoint gets at most a quarter of the eight free slots.
    expect(reserved).toEqual([...Array(4).fill([2, 1]), [0, 1]]);
  });
});

describe("failing endpoints", () => {
  it("have a separate budget and take no slots from others", () => {
    const [failing, healthy] = [Array.from({ length: 5 }, () => newEndpoint()), newEndpoint()];
    for (const endpoint of failing) attemptOnce(endpoint, false);
    attemptOnce(healthy, true);
    for (const endpoint of [...failing, healthy]) queue.add(endpoint);
    const served = new Set<string>();
    for (let i = 0; i < 10; i++) {
      for (const slots of queue.reserveNext(idle)) {
        served.add(slots.endpoint.endpointId);
        begin(slots, slots.answering > 0 ? "answering" : "failing");
      }
    }
    expect([served.has(healthy.endpointId), served.size]).toEqual([true, limits.failing + 1]);
  });

  it("are skipped while any process has an attempt in flight", () => {
    const [failing, healthy] = [newEndpoint(), newEndpoint()];
    attemptOnce(failing, false);
    attemptOnce(healthy, true);
    for (const endpoint of [failing, healthy]) queue.add(endpoint, true);
    expect(idsOf(queue.reserveNext(idle))).toEqual([healthy.endpointId]);
    expect(queue.reserveNext(idle)).toEqual([]);
  });

  it("include endpoints with a slow attempt", () => {
    const endpoint = newEndpoint();
    for (let i = 0; i < 3; i++) attemptOnce(endpoint, true);
    queue.add(endpoint);
    const [slots] = queue.reserveNext(idle) as [Slots];
    const handle = begin(slots, "answering");
    handle.markSlow();
    queue.add(endpoint);
    expect(queue.reserveNext(idle)).toEqual([]);
    handle.end(true);
    expect(idsOf(queue.reserveNext(idle))).toEqual([endpoint.endpointId]);
    expect(queue.inFlight).toBeGreaterThan(0);
  });
});

it("a suspended endpoint gets no slots, and all its slots are released", () => {
  const endpoint = newEndpoint();
  queue.add(endpoint);
  const [slots] = queue.reserveNext(idle) as [Slots];
  queue.suspend(slots.endpoint);
  queue.release(slots);
  queue.add(endpoint);
  expect([queue.reserveNext(idle), queue.inFlight]).toEqual([[], 0]);
});
