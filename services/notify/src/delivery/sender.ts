import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@emissions/kit/process/log";
import { type Background, repeat } from "@emissions/kit/process/repeat";
import { attempts, attemptsInFlight } from "../metrics.ts";
import { type FinishedAttempt, type PlannedAttempt, sendAttempt } from "./attempt.ts";
import { type DueEndpoint, FIRST_KEY, preferIndexOrder, selectDueEndpoints } from "./due-endpoints.ts";
import { onDue } from "./due-signal.ts";
import { type Budget, EndpointQueue, type QueuedEndpoint, type Slots } from "./endpoint-queue.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { recordAndClaim, type SenderContext } from "./record-and-claim.ts";

interface SenderOptions {
  context: SenderContext;
  log: Logger;
  limits?: Partial<Limits>;
}

interface UnrecordedAttempt extends FinishedAttempt {
  /** Transactions that failed to record it. */
  tries: number;
}

/** Minimum time between two polls. */
const POLL_MIN_MS = 10;
/** Pause for an organization whose transaction failed. */
const ORGANIZATION_RETRY_MS = 1_000;
/** After this many failed transactions an outcome is dropped. The claim expires, and another attempt follows. */
const TRIES_MAX = 5;

/** Attempts of this process. */
let underWay = 0;

/** Starts to send due deliveries. Any number of processes can do so together. */
export const startSender = (options: SenderOptions): Background => new Sender(options);

/**
 * A delivery is claimed in one transaction, attempted outside of any, and recorded in another. Claims expire, so a
 * killed process blocks no delivery. Claims have a number, so a late outcome changes nothing. Each transaction belongs
 * to one organization: it records finished attempts and claims the next deliveries.
 */
class Sender implements Background {
  readonly #context: SenderContext;
  readonly #log: Logger;
  readonly #limits: Limits;
  readonly #queue: EndpointQueue;
  /** By organization. */
  readonly #unrecorded = new Map<string, UnrecordedAttempt[]>();
  readonly #transactions = new Map<string, Promise<void>>();
  readonly #suspendedUntil = new Map<string, number>();
  readonly #polling: ReturnType<typeof repeat>;
  readonly #unsubscribe: () => void;
  #pollTimer: NodeJS.Timeout | undefined;
  #pollAt = Number.POSITIVE_INFINITY;
  #stopping = false;
  #stopped = false;

  constructor({ context, log, limits = {} }: SenderOptions) {
    this.#context = context;
    this.#log = log;
    this.#limits = { ...LIMITS, ...limits };
    this.#queue = new EndpointQueue(this.#limits);
    this.#polling = repeat({
      everyMs: this.#limits.pollMs,
      gatherMs: POLL_MIN_MS,
      work: () => this.#poll().finally(() => this.#dispatch()),
      onError: (error) => log.warn({ err: error }, "polling for due webhook deliveries failed; it will be repeated"),
    });
    this.#unsubscribe = onDue((endpoint) => {
      this.#queue.add(endpoint);
      this.#dispatch();
    });
  }

  /** Begins no new attempts, and gives those in flight `stopMs`. Then other processes claim the deliveries again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe();
    await this.#polling.stop();
    clearTimeout(this.#pollTimer);
    const end = performance.now() + this.#limits.stopMs;
    while (this.#queue.inFlight + this.#unrecorded.size > 0 && performance.now() < end) await sleep(POLL_MIN_MS);
    this.#stopped = true;
    await Promise.all(this.#transactions.values());
  }

  /** Reads all endpoints with pending deliveries, page by page. */
  async #poll(): Promise<void> {
    const { scanRows } = this.#limits;
    let found: DueEndpoint[] = [];
    do {
      found = await this.#context.db.systemWide(async (tx) => {
        const [, rows] = await Promise.all([
          preferIndexOrder(tx),
          selectDueEndpoints(tx, found.at(-1) ?? FIRST_KEY, scanRows),
        ]);
        return rows;
      });
      for (const due of found) {
        if (due.dueInMs === null) continue;
        if (due.dueInMs <= 0) this.#queue.add(due, due.isClaimed);
        else this.#pollIn(due.dueInMs);
      }
    } while (found.length === scanRows && !this.#polling.stopping());
  }

  /** Adds a poll for a delivery that is due before the next regular one. */
  #pollIn(ms: number): void {
    const at = performance.now() + ms;
    if (ms > this.#limits.pollMs || at >= this.#pollAt || this.#stopping) return;
    clearTimeout(this.#pollTimer);
    this.#pollAt = at;
    const poll = () => {
      this.#pollAt = Number.POSITIVE_INFINITY;
      this.#polling.poke();
    };
    this.#pollTimer = setTimeout(poll, Math.ceil(ms) + 1);
  }

  /** Starts transactions. The last one is kept for organizations with outcomes to record but no free slots. */
  #dispatch(): void {
    const isBusy = (org: string) =>
      this.#transactions.has(org) || (this.#suspendedUntil.get(org) ?? 0) > performance.now();
    while (!this.#stopping && this.#transactions.size < this.#limits.transactions - 1) {
      const reserved = this.#queue.reserveNext(isBusy);
      if (reserved.length === 0) break;
      this.#begin(reserved[0]!.endpoint.organizationId, reserved);
    }
    for (const org of this.#unrecorded.keys()) {
      if (this.#stopped || this.#transactions.size >= this.#limits.transactions) break;
      if (!isBusy(org)) this.#begin(org, []);
    }
  }

  #begin(org: string, reserved: Slots[]): void {
    const transaction = this.#runTransaction(org, reserved).finally(() => {
      this.#transactions.delete(org);
      this.#dispatch();
    });
    this.#transactions.set(org, transaction);
  }

  async #runTransaction(org: string, reserved: Slots[]): Promise<void> {
    const finished = this.#unrecorded.get(org) ?? [];
    this.#unrecorded.delete(org);
    try {
      const { claims, nextAttemptInMs } = await this.#recordAndClaim(org, { finished, reserved });
      this.#pollIn(nextAttemptInMs);
      this.#suspendedUntil.delete(org);
      for (const { slots, answering, budget, attempts: planned, more } of claims) {
        slots.endpoint.answering = answering;
        for (const one of planned) void this.#attempt(slots, budget, one);
        if (more) this.#queue.add(slots.endpoint);
      }
    } catch (error) {
      this.#log.warn({ err: error, organization: org }, "webhook transaction failed; it will be repeated");
      this.#suspendedUntil.set(org, performance.now() + ORGANIZATION_RETRY_MS);
      const again = finished.map((one) => ({ ...one, tries: one.tries + 1 })).filter(({ tries }) => tries < TRIES_MAX);
      if (again.length > 0) this.#unrecorded.set(org, [...again, ...(this.#unrecorded.get(org) ?? [])]);
      for (const { endpoint } of reserved) this.#queue.add(endpoint);
    } finally {
      for (const slots of reserved) this.#queue.release(slots);
    }
  }

  #recordAndClaim(org: string, work: { finished: readonly FinishedAttempt[]; reserved: readonly Slots[] }) {
    const { db, sealer, schedule, timeoutMs } = this.#context;
    const claimMs = timeoutMs + this.#limits.claimMarginMs;
    const suspend = (endpoint: QueuedEndpoint) => this.#queue.suspend(endpoint);
    const context = { sealer, schedule, claimMs, suspend, log: this.#log };
    return db.asService(org, (write) => recordAndClaim(context, write, work));
  }

  async #attempt(slots: Slots, budget: Budget, planned: PlannedAttempt): Promise<void> {
    const { timeoutMs, outbound } = this.#context;
    const { slowMs, claimMarginMs } = this.#limits;
    const { organizationId } = slots.endpoint;
    const handle = this.#queue.beginAttempt(slots, budget);
    attemptsInFlight.record(++underWay);
    const slowTimer = setTimeout(() => handle.markSlow(), slowMs);
    const limitMs = timeoutMs + claimMarginMs / 2;
    const finished = await sendAttempt({ outbound, limitMs, log: this.#log }, planned);
    clearTimeout(slowTimer);
    attemptsInFlight.record(--underWay);
    attempts.add(1, { result: finished.outcome.errorCode ?? "ok" });
    handle.end(finished.outcome.errorCode === null);
    this.#unrecorded.set(organizationId, [...(this.#unrecorded.get(organizationId) ?? []), { ...finished, tries: 0 }]);
    // The attempt freed a slot, and the endpoint may have more deliveries.
    this.#queue.add(slots.endpoint);
    this.#dispatch();
  }
}
