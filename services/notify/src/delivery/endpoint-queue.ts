import type { EndpointKey } from "./due-endpoints.ts";
import type { Limits } from "./limits.ts";

/** An endpoint as this process knows it. */
export interface QueuedEndpoint extends EndpointKey {
  /** Result of the last attempt; null before the first one. */
  answering: boolean | null;
  /** Limit of concurrent attempts. Each success doubles it; a failure sets it to 1. */
  concurrency: number;
  inFlight: number;
  /** Attempts in flight that are slow. */
  slow: number;
  /** Value of `performance.now()`. */
  suspendedUntil: number;
}

export type Budget = "answering" | "untried" | "failing";

/** Slots reserved for an endpoint. The claim decides how many of them are used, and from which budget. */
export interface Slots extends Record<Budget, number> {
  endpoint: QueuedEndpoint;
}

/** Handle of an attempt in flight. */
export interface AttemptHandle {
  /** Moves the attempt to the budget for failing endpoints. */
  markSlow(): void;
  end(succeeded: boolean): void;
}

const BUDGETS: readonly Budget[] = ["answering", "untried", "failing"];
/** One endpoint gets at most this share of the free slots, so that others get the rest. */
const ENDPOINT_SHARE_MAX = 0.25;
/** Beyond this number the state of idle endpoints is dropped; it is only a cache. */
const ENDPOINTS_MAX = 10_000;

/**
 * Serves the endpoints with due deliveries round-robin. Answering, untried and failing endpoints each have a budget of
 * concurrent attempts. So failing endpoints, whose attempts last until the timeout, take no slots from the others. A
 * slow attempt moves to the budget for failing endpoints.
 */
export class EndpointQueue {
  readonly #limits: Limits;
  /** Failing endpoints have a separate queue, because they can be many. */
  readonly #queues = { healthy: new Map<string, QueuedEndpoint>(), failing: new Map<string, QueuedEndpoint>() };
  #failingFirst = false;
  readonly #endpoints = new Map<string, QueuedEndpoint>();
  readonly #used: Record<Budget, number> = { answering: 0, untried: 0, failing: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get inFlight(): number {
    return this.#used.answering + this.#used.untried + this.#used.failing;
  }

  /** Adds an endpoint with due deliveries. `isClaimed`: some process has an attempt to it in flight. */
  add({ organizationId, endpointId }: EndpointKey, isClaimed = false): void {
    const endpoint = this.#endpoint(organizationId, endpointId);
    if (isClaimed && endpoint.answering === false) return;
    const { healthy, failing } = this.#queues;
    const [queue, other] = endpoint.answering === false ? [failing, healthy] : [healthy, failing];
    other.delete(endpointId);
    if (!queue.has(endpointId)) queue.set(endpointId, endpoint);
  }

  /** Sends nothing to the endpoint for `suspendMs`. */
  suspend(endpoint: QueuedEndpoint): void {
    endpoint.suspendedUntil = performance.now() + this.#limits.suspendMs;
  }

  /** Reserves slots for the endpoints of the next organization, and removes these endpoints from the queue. */
  reserveNext(isBusy: (organizationId: string) => boolean): Slots[] {
    const reserved: Slots[] = [];
    for (const endpoint of this.#candidates()) {
      const { organizationId } = reserved[0]?.endpoint ?? endpoint;
      if (endpoint.organizationId !== organizationId || isBusy(organizationId)) continue;
      const slots = this.#reserve(endpoint);
      if (slots !== null) reserved.push(slots);
    }
    for (const { endpoint } of reserved) {
      for (const queue of Object.values(this.#queues)) queue.delete(endpoint.endpointId);
    }
    return reserved;
  }

  /** Alternates which queue comes first. Skips a queue without free slots, which may be long. */
  *#candidates(): Iterable<QueuedEndpoint> {
    this.#failingFirst = !this.#failingFirst;
    const { healthy, failing } = this.#queues;
    for (const queue of this.#failingFirst ? [failing, healthy] : [healthy, failing]) {
      const budgets: Budget[] = queue === failing ? ["failing"] : ["answering", "untried"];
      if (budgets.some((budget) => this.#free(budget) > 0)) yield* queue.values();
    }
  }

  /** Releases the unused slots. */
  release(slots: Slots): void {
    for (const budget of BUDGETS) {
      this.#used[budget] -= slots[budget];
      slots[budget] = 0;
    }
  }

  /** Uses one slot for an attempt. */
  beginAttempt(slots: Slots, from: Budget): AttemptHandle {
    const { endpoint } = slots;
    let budget = from;
    let isSlow = false;
    slots[budget]--;
    endpoint.inFlight++;
    return {
      markSlow: () => {
        isSlow = true;
        endpoint.slow++;
        this.#used[budget]--;
        budget = "failing";
        this.#used[budget]++;
      },
      end: (succeeded) => {
        this.#used[budget]--;
        endpoint.inFlight--;
        if (isSlow) endpoint.slow--;
        endpoint.answering = succeeded;
        endpoint.concurrency = succeeded ? Math.min(endpoint.concurrency * 2, this.#limits.perEndpoint) : 1;
      },
    };
  }

  #reserve(endpoint: QueuedEndpoint): Slots | null {
    if (endpoint.suspendedUntil > performance.now()) return null;
    const { answering } = endpoint;
    const room = this.#freeOf(endpoint);
    const share = Math.max(1, Math.floor(this.#free("answering") * ENDPOINT_SHARE_MAX));
    const slots: Slots = {
      endpoint,
      answering: answering === false ? 0 : Math.max(0, Math.min(room, share, this.#free("answering"))),
      untried: answering === null && room > 0 && this.#free("untried") > 0 ? 1 : 0,
      // Always reserved: another process may have found that the endpoint fails.
      failing: room > 0 && this.#free("failing") > 0 ? 1 : 0,
    };
    const expected: Budget = answering === null ? "untried" : answering ? "answering" : "failing";
    if (slots[expected] === 0) return null;
    for (const budget of BUDGETS) this.#used[budget] += slots[budget];
    return slots;
  }

  #free(budget: Budget): number {
    const left = this.#limits[budget] - this.#used[budget];
    return budget === "failing" ? left : Math.min(left, this.#limits.inFlight - this.inFlight);
  }

  /** Attempts that may begin to this endpoint now. */
  #freeOf({ answering, concurrency, inFlight, slow }: QueuedEndpoint): number {
    if (answering !== false && slow === 0) return concurrency - inFlight;
    return inFlight === 0 ? 1 : 0;
  }

  #endpoint(organizationId: string, endpointId: string): QueuedEndpoint {
    const known = this.#endpoints.get(endpointId);
    if (known !== undefined) return known;
    if (this.#endpoints.size >= ENDPOINTS_MAX) this.#evictIdle();
    const endpoint = {
      organizationId,
      endpointId,
      answering: null,
      concurrency: 1,
      inFlight: 0,
      slow: 0,
      suspendedUntil: 0,
    };
    this.#endpoints.set(endpointId, endpoint);
    return endpoint;
  }

  #evictIdle(): void {
    const { healthy, failing } = this.#queues;
    for (const [id, { inFlight }] of this.#endpoints) {
      if (inFlight === 0 && !healthy.has(id) && !failing.has(id)) this.#endpoints.delete(id);
    }
  }
}
