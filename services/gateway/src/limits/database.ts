import type { Pool, Tx } from "@emissions/kit/db/pool";
import { type Answer, type Rows, runStatement, type Statement } from "@emissions/kit/db/run-transaction";
import type { FastifyBaseLogger } from "fastify";
import { limitsLocal } from "../metrics.ts";

/** A longer wait would hold requests. Limits are then local. */
const TIMEOUT_MS = 1_000;
/** Pause between attempts to reach a database that was away. */
const PROBE_EVERY_MS = 1_000;
/** A process that starts answers itself late, and opens its first connections. Only a longer loss is a fault. */
const QUIET_AFTER_START_MS = 30_000;

/** Where limits are counted. */
export interface LimitsStore {
  readonly isAway: boolean;
  /** Runs a statement. Undefined if the database is away or does not answer in time: the caller decides by itself. */
  ask<R extends Rows>(statement: (tx: Tx) => Statement<R>): Promise<Answer<R> | undefined>;
}

interface Options {
  open: () => Pool;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  timeoutMs?: number;
  probeEveryMs?: number;
  quietAfterStartMs?: number;
}

/** The gateway's own schema. Requests never wait for a database that is away: a probe finds out when it is back. */
export class LimitsDatabase implements LimitsStore {
  readonly #options: Required<Options>;
  #pool: Pool;
  #isAway = false;
  #isWarned = false;
  readonly #quietUntilMs: number;
  #probe: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Options) {
    const defaults = { timeoutMs: TIMEOUT_MS, probeEveryMs: PROBE_EVERY_MS, quietAfterStartMs: QUIET_AFTER_START_MS };
    this.#options = { ...defaults, ...options };
    this.#quietUntilMs = performance.now() + this.#options.quietAfterStartMs;
    this.#pool = options.open();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  async ask<R extends Rows>(statement: (tx: Tx) => Statement<R>): Promise<Answer<R> | undefined> {
    if (this.#isAway || this.#isStopped) return undefined;
    const pool = this.#pool;
    try {
      return await this.#inTime(runStatement(pool, statement));
    } catch (error) {
      // A late failure of connections that were replaced meanwhile says nothing about the new ones.
      if (pool === this.#pool && !this.#isStopped) this.#lost(error);
      return undefined;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#probe);
    await this.#pool.end({ timeout: 1 });
  }

  #lost(error: unknown): void {
    this.#isAway = true;
    limitsLocal.record(1);
    this.#isWarned = false;
    if (!this.#warnOnce(error)) this.#options.log.info({ err: error }, "the database of limits is not reached yet");
    this.#replaceConnections();
    this.#probeLater();
  }

  /** Whether this loss is reported as a fault, now or before. */
  #warnOnce(error: unknown): boolean {
    if (!this.#isWarned && performance.now() >= this.#quietUntilMs) {
      this.#isWarned = true;
      this.#options.log.warn({ err: error }, "the database of limits is away: limits are those of this gateway alone");
    }
    return this.#isWarned;
  }

  #probeLater(): void {
    this.#probe = setTimeout(() => void this.#tryAgain(), this.#options.probeEveryMs).unref();
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#inTime(runStatement(this.#pool, (tx) => tx`select from token_buckets limit 1`));
      this.#isAway = false;
      limitsLocal.record(0);
      this.#options.log.info("the database of limits is back");
    } catch (error) {
      if (this.#isStopped) return;
      this.#warnOnce(error);
      this.#replaceConnections();
      this.#probeLater();
    }
  }

  /** A connection that does not answer would keep statements waiting for minutes. */
  #replaceConnections(): void {
    const old = this.#pool;
    this.#pool = this.#options.open();
    void old.end({ timeout: 0 });
  }

  async #inTime<R>(work: PromiseLike<R>): Promise<R> {
    const { timeoutMs } = this.#options;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
