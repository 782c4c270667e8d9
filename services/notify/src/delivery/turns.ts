import type { Place } from "./due.ts";
import type { Limits } from "./limits.ts";

/** An endpoint as this process knows it. */
export interface Endpoint extends Place {
  /** Null before the first look at it. */
  answering: boolean | null;
  /** Attempts at once that it has shown to bear: doubled by each that goes well, one again after a failure. */
  width: number;
  inFlight: number;
  /** Of those, the ones that are taking long. */
  stalled: number;
  /** On the clock of the process. */
  restsUntil: number;
}

export type Budget = "answering" | "untried" | "waiting";

/** Places kept for an endpoint until it is known how many of them it takes, and of which budget. */
export interface Grant extends Record<Budget, number> {
  endpoint: Endpoint;
}

/** An attempt in flight. */
export interface Ticket {
  /** It is taking long. */
  stall(): void;
  end(wentWell: boolean): void;
}

const BUDGETS: readonly Budget[] = ["answering", "untried", "waiting"];
/** Of the free places one endpoint gets no more than that: so the last ones go round. */
const SHARE = 0.25;
/** What is known of endpoints is forgotten beyond that many; it only saves looking. */
const KNOWN_MAX = 10_000;

/**
 * Whose turn it is. Endpoints with work stand in a queue, and each goes to its end when it was served. Those that
 * answer, those that this process has not tried, and those that do not answer have a budget each: however many receivers
 * are dead, and hold their attempts until these time out, they take no place from those that are well, nor from new
 * ones. One that was well and has died gives its places up after a moment.
 */
export class Turns {
  readonly #limits: Limits;
  /** Those known not to answer stand by themselves, and may be many. */
  readonly #queues = { well: new Map<string, Endpoint>(), dead: new Map<string, Endpoint>() };
  #deadFirst = false;
  readonly #known = new Map<string, Endpoint>();
  readonly #used: Record<Budget, number> = { answering: 0, untried: 0, waiting: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get inFlight(): number {
    return this.#used.answering + this.#used.untried + this.#used.waiting;
  }

  /** There is something to send. `held`: an attempt is under way already, here or elsewhere. */
  add({ organizationId, endpointId }: Place, held = false): void {
    const endpoint = this.#endpoint(organizationId, endpointId);
    if (held && endpoint.answering === false) return;
    const { well, dead } = this.#queues;
    const [queue, other] = endpoint.answering === false ? [dead, well] : [well, dead];
    other.delete(endpointId);
    if (!queue.has(endpointId)) queue.set(endpointId, endpoint);
  }

  /** Nothing goes there for a while. */
  rest(endpoint: Endpoint): void {
    endpoint.restsUntil = performance.now() + this.#limits.restMs;
  }

  /** The next organization that can be served, with its endpoints that can. They leave the queue. */
  next(isBusy: (organizationId: string) => boolean): Grant[] {
    const grants: Grant[] = [];
    for (const endpoint of this.#inTurn()) {
      const { organizationId } = grants[0]?.endpoint ?? endpoint;
      if (endpoint.organizationId !== organizationId || isBusy(organizationId)) continue;
      const grant = this.#grant(endpoint);
      if (grant !== null) grants.push(grant);
    }
    for (const { endpoint } of grants) for (const queue of this.#waiting()) queue.delete(endpoint.endpointId);
    return grants;
  }

  /** Both queues come first by turns. While there is no place nobody walks along them. */
  *#inTurn(): Iterable<Endpoint> {
    this.#deadFirst = !this.#deadFirst;
    const { well, dead } = this.#queues;
    for (const queue of this.#deadFirst ? [dead, well] : [well, dead]) {
      const budgets: Budget[] = queue === dead ? ["waiting"] : ["answering", "untried"];
      if (budgets.some((budget) => this.#free(budget) > 0)) yield* queue.values();
    }
  }

  #waiting() {
    return Object.values(this.#queues);
  }

  /** Gives back what is left of a grant. */
  release(grant: Grant): void {
    for (const budget of BUDGETS) {
      this.#used[budget] -= grant[budget];
      grant[budget] = 0;
    }
  }

  /** Takes a place of the grant for an attempt. */
  begin(grant: Grant, from: Budget): Ticket {
    const { endpoint } = grant;
    let budget = from;
    let stalled = false;
    grant[budget]--;
    endpoint.inFlight++;
    return {
      stall: () => {
        stalled = true;
        endpoint.stalled++;
        this.#used[budget]--;
        budget = "waiting";
        this.#used[budget]++;
      },
      end: (wentWell) => {
        this.#used[budget]--;
        endpoint.inFlight--;
        if (stalled) endpoint.stalled--;
        endpoint.answering = wentWell;
        endpoint.width = wentWell ? Math.min(endpoint.width * 2, this.#limits.endpoint) : 1;
      },
    };
  }

  #grant(endpoint: Endpoint): Grant | null {
    if (endpoint.restsUntil > performance.now()) return null;
    const { answering } = endpoint;
    const room = this.#roomOf(endpoint);
    const fair = Math.max(1, Math.floor(this.#free("answering") * SHARE));
    const grant: Grant = {
      endpoint,
      answering: answering === false ? 0 : Math.max(0, Math.min(room, fair, this.#free("answering"))),
      untried: answering === null && room > 0 && this.#free("untried") > 0 ? 1 : 0,
      // Also for one that is thought to answer: it may turn out not to.
      waiting: room > 0 && this.#free("waiting") > 0 ? 1 : 0,
    };
    const first: Budget = answering === null ? "untried" : answering ? "answering" : "waiting";
    if (grant[first] === 0) return null;
    for (const budget of BUDGETS) this.#used[budget] += grant[budget];
    return grant;
  }

  #free(budget: Budget): number {
    const left = this.#limits[budget] - this.#used[budget];
    return budget === "waiting" ? left : Math.min(left, this.#limits.inFlight - this.inFlight);
  }

  #roomOf({ answering, width, inFlight, stalled }: Endpoint): number {
    if (answering !== false && stalled === 0) return width - inFlight;
    return inFlight === 0 ? 1 : 0;
  }

  #endpoint(organizationId: string, endpointId: string): Endpoint {
    const known = this.#known.get(endpointId);
    if (known !== undefined) return known;
    if (this.#known.size >= KNOWN_MAX) this.#forget();
    const endpoint = { organizationId, endpointId, answering: null, width: 1, inFlight: 0, stalled: 0, restsUntil: 0 };
    this.#known.set(endpointId, endpoint);
    return endpoint;
  }

  #forget(): void {
    for (const [id, { inFlight }] of this.#known) {
      if (inFlight === 0 && !this.#waiting().some((queue) => queue.has(id))) this.#known.delete(id);
    }
  }
}
