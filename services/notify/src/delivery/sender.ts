import { setTimeout as sleep } from "node:timers/promises";
import { inOrder } from "@emissions/kit/db/in-order";
import type { Write } from "@emissions/kit/db/transactions";
import type { Logger } from "@emissions/kit/process/log";
import { webhookAttempts, webhookAttemptsInFlight } from "@emissions/kit/process/metrics";
import { type Background, repeat } from "@emissions/kit/process/repeat";
import type { Context } from "../context.ts";
import { openSecret } from "../endpoint/secret.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { cancelPending, STEP_ROWS_MAX } from "./cancel.ts";
import { claimDeliveries, lockReceivers, type Receiver } from "./claim.ts";
import { type Due, FIRST, readInOrder, selectDue } from "./due.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { type Attempted, lockHeld, settle } from "./settle.ts";
import { type Budget, type Grant, Turns } from "./turns.ts";
import { onDeliveriesWait } from "./wake.ts";

interface Sending {
  context: Pick<Context, "db" | "sealer" | "outbound" | "schedule" | "timeoutMs">;
  log: Logger;
  limits?: Partial<Limits>;
}

/** What an endpoint was given in a visit. */
interface Taken {
  grant: Grant;
  answering: boolean;
  budget: Budget;
  attempts: Attempt[];
  /** As many as were asked for: there may be more. */
  more: boolean;
}

/** What is due within this time is looked for together. */
const GATHER_MS = 10;
/** An organization whose transaction failed is left alone so long. */
const FAILED_REST_MS = 1_000;
/** An outcome that cannot be written down so often is let go: the claim ends, and the delivery is attempted again. */
const TRIES_MAX = 5;

/** Sends what is due, together with the other processes that do. */
export const startSenders = (sending: Sending): Background => new Senders(sending);

/**
 * A delivery is claimed in one transaction, attempted outside of any, and settled in another. The claim has an end and a
 * number: whoever dies lets go, and whoever comes late changes nothing. A visit is a transaction of one organization that
 * settles what has ended there and claims what is next.
 */
class Senders implements Background {
  readonly #context: Sending["context"];
  readonly #log: Logger;
  readonly #limits: Limits;
  readonly #turns: Turns;
  readonly #ended = new Map<string, (Attempted & { tries: number })[]>();
  readonly #visits = new Map<string, Promise<void>>();
  readonly #resting = new Map<string, number>();
  readonly #loop: ReturnType<typeof repeat>;
  readonly #forget: () => void;
  #alarm: NodeJS.Timeout | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;
  #stopping = false;
  #stopped = false;

  constructor({ context, log, limits = {} }: Sending) {
    this.#context = context;
    this.#log = log;
    this.#limits = { ...LIMITS, ...limits };
    this.#turns = new Turns(this.#limits);
    this.#loop = repeat({
      everyMs: this.#limits.pollMs,
      gatherMs: GATHER_MS,
      work: () => this.#look().finally(() => this.#pump()),
      onError: (error) => log.warn({ err: error }, "webhook deliveries wait"),
    });
    this.#forget = onDeliveriesWait((place) => {
      this.#turns.add(place);
      this.#pump();
    });
  }

  /** Begins nothing more; what is in flight may end, or else somebody takes it up when its claim has ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#forget();
    await this.#loop.stop();
    clearTimeout(this.#alarm);
    const end = performance.now() + this.#limits.stopMs;
    while (this.#turns.inFlight + this.#ended.size > 0 && performance.now() < end) await sleep(GATHER_MS);
    this.#stopped = true;
    await Promise.all(this.#visits.values());
  }

  /** Finds the endpoints with something to send, a piece at a time. */
  async #look(): Promise<void> {
    const { scan } = this.#limits;
    let found: Due[] = [];
    do {
      found = await this.#context.db.systemWide(async (tx) => {
        const [, rows] = await Promise.all([readInOrder(tx), selectDue(tx, found.at(-1) ?? FIRST, scan)]);
        return rows;
      });
      for (const due of found) {
        if (due.inMs === null) continue;
        if (due.inMs <= 0) this.#turns.add(due, due.held);
        else this.#wakeIn(due.inMs);
      }
    } while (found.length === scan && !this.#loop.stopping());
  }

  /** What is due before the next look has one of its own. */
  #wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (ms > this.#limits.pollMs || at >= this.#alarmAt || this.#stopping) return;
    clearTimeout(this.#alarm);
    this.#alarmAt = at;
    const ring = () => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.#loop.poke();
    };
    this.#alarm = setTimeout(ring, Math.ceil(ms) + 1);
  }

  /** Visits whose turn it is; the last place is for those where something has ended, but nothing can begin. */
  #pump(): void {
    const isBusy = (org: string) => this.#visits.has(org) || (this.#resting.get(org) ?? 0) > performance.now();
    while (!this.#stopping && this.#visits.size < this.#limits.visits - 1) {
      const grants = this.#turns.next(isBusy);
      if (grants.length === 0) break;
      this.#begin(grants[0]!.endpoint.organizationId, grants);
    }
    for (const org of this.#ended.keys()) {
      if (this.#stopped || this.#visits.size >= this.#limits.visits) break;
      if (!isBusy(org)) this.#begin(org, []);
    }
  }

  #begin(org: string, grants: Grant[]): void {
    const visit = this.#visit(org, grants).finally(() => {
      this.#visits.delete(org);
      this.#pump();
    });
    this.#visits.set(org, visit);
  }

  async #visit(org: string, grants: Grant[]): Promise<void> {
    const ended = this.#ended.get(org) ?? [];
    this.#ended.delete(org);
    try {
      const taken = await this.#context.db.asService(org, (write) => this.#exchange(write, ended, grants));
      this.#resting.delete(org);
      for (const { grant, answering, budget, attempts, more } of taken) {
        grant.endpoint.answering = answering;
        for (const planned of attempts) void this.#attempt(grant, budget, planned);
        if (more) this.#turns.add(grant.endpoint);
      }
    } catch (error) {
      this.#log.warn({ err: error, organization: org }, "webhook deliveries of an organization wait");
      this.#resting.set(org, performance.now() + FAILED_REST_MS);
      const again = ended.map((one) => ({ ...one, tries: one.tries + 1 })).filter(({ tries }) => tries < TRIES_MAX);
      if (again.length > 0) this.#ended.set(org, [...again, ...(this.#ended.get(org) ?? [])]);
      for (const { endpoint } of grants) this.#turns.add(endpoint);
    } finally {
      for (const grant of grants) this.#turns.release(grant);
    }
  }

  /** Settles and claims in the transaction. It may be begun anew, so it leaves no trace but its rows. */
  async #exchange(write: Write, ended: readonly Attempted[], grants: readonly Grant[]) {
    const { tx, org, send, afterCommit } = write;
    const { schedule } = this.#context;
    const ids = [
      ...ended.map(({ delivery }) => delivery.endpointId),
      ...grants.map(({ endpoint }) => endpoint.endpointId),
    ];
    send(readInOrder(tx));
    const [before, held] = await inOrder(
      () => lockReceivers(tx, org, [...new Set(ids)]),
      () => lockHeld(tx, org, ended),
    );
    const { receivers, soonestMs } = settle({ write, schedule, receivers: before, held }, ended);
    afterCommit(() => this.#wakeIn(soonestMs));
    const known = new Map(receivers.map((receiver) => [receiver.id, receiver]));
    return Promise.all(
      grants.flatMap((grant) => {
        const receiver = known.get(grant.endpoint.endpointId);
        return receiver === undefined ? [] : [this.#claim({ tx, org }, receiver, grant)];
      }),
    );
  }

  async #claim({ tx, org }: Pick<Write, "tx" | "org">, receiver: Receiver, grant: Grant): Promise<Taken> {
    const { answering } = receiver;
    const budget = budgetOf(answering, grant);
    const nothing: Taken = { grant, answering, budget, attempts: [], more: false };
    if (!receiver.enabled) {
      // It was more than one step when the endpoint was disabled.
      const { count } = await cancelPending(tx, org, receiver.id);
      return { ...nothing, more: count === STEP_ROWS_MAX };
    }
    const deliveries = grant[budget];
    if (deliveries === 0) return { ...nothing, more: true };
    const secret = this.#secretOf(org, receiver, grant);
    if (secret === null) return nothing;
    const forMs = this.#context.timeoutMs + this.#limits.claimMarginMs;
    const claimed = await claimDeliveries(tx, org, receiver.id, { deliveries, alone: !answering, forMs });
    const attempts = claimed.map((delivery) => ({ delivery, url: receiver.url, secret }));
    return { ...nothing, attempts, more: claimed.length === deliveries };
  }

  /** A secret that does not open is a fault of ours: nothing is counted, and it is looked at again after a rest. */
  #secretOf(org: string, { id, sealedSecret }: Receiver, { endpoint }: Grant): string | null {
    try {
      return openSecret(this.#context.sealer, { org, endpointId: id }, sealedSecret);
    } catch (error) {
      this.#log.error({ err: error, endpoint: id }, "the secret of a webhook endpoint does not open");
      this.#turns.rest(endpoint);
      return null;
    }
  }

  async #attempt(grant: Grant, budget: Budget, planned: Attempt): Promise<void> {
    const { timeoutMs, outbound } = this.#context;
    const { stallMs, claimMarginMs } = this.#limits;
    const { organizationId } = grant.endpoint;
    const ticket = this.#turns.begin(grant, budget);
    webhookAttemptsInFlight.inc();
    const stall = setTimeout(() => ticket.stall(), stallMs);
    const attempted = await attempt({ outbound, limitMs: timeoutMs + claimMarginMs / 2, log: this.#log }, planned);
    clearTimeout(stall);
    webhookAttemptsInFlight.dec();
    webhookAttempts.inc({ result: attempted.outcome.errorCode ?? "ok" });
    ticket.end(attempted.outcome.errorCode === null);
    this.#ended.set(organizationId, [...(this.#ended.get(organizationId) ?? []), { ...attempted, tries: 0 }]);
    // There may be more for it, now that it has room.
    this.#turns.add(grant.endpoint);
    this.#pump();
  }
}

/** An endpoint that is new to the process is not made to stand behind those that are known to be dead. */
function budgetOf(answering: boolean, grant: Grant): Budget {
  if (answering && grant.answering > 0) return "answering";
  return grant.untried > 0 ? "untried" : "waiting";
}
