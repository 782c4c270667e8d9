/** Throws while the process should receive no requests. */
export type Check = () => Promise<unknown>;

/** A failure whose text operators see. It names no address and no secret. */
export class Reason extends Error {}

/**
 * When a failing check makes the process not ready: `always`; at the `start`, until the process was ready once; with
 * `any`, while no check with this rule passes; or `never`, which only names it.
 */
export type Rule = "always" | "start" | "any" | "never";

export interface ReadinessReport {
  ready: boolean;
  /** Names of the checks that fail now, also those that do not count. */
  failing: string[];
  /** Texts of failing checks that have one, by their name. */
  reasons?: Readonly<Record<string, string>>;
}

interface Running {
  since: number;
  result: Promise<boolean>;
}

interface Watched {
  check: Check;
  rule: Rule;
  running: Running | null;
  hasPassed: boolean;
  reason: string | null;
  failingSince: number | null;
}

const CHECK_TIMEOUT_MS = 2_000;
/** A check that has passed counts as failed after this time of failures. One slow answer takes no process away. */
const HOLD_MS = 5_000;
/** A check that hangs is started again after this time, so that probes do not pile up work. */
const HUNG_MS = 10_000;

/** Decides whether a process is ready, by its checks. */
export class Readiness {
  readonly #checks = new Map<string, Watched>();
  readonly #now: () => number;
  #wasReady = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  addCheck(name: string, check: Check, rule: Rule = "always"): void {
    this.#checks.set(name, { check, rule, running: null, hasPassed: false, reason: null, failingSince: null });
  }

  async report(): Promise<ReadinessReport> {
    const checked = [...this.#checks];
    const passed = await Promise.all(checked.map(([, watched]) => this.#passes(watched)));
    const failing = checked.filter((_, index) => !passed[index]);
    const counted = failing.filter(([, watched]) => this.#counts(watched)).map(([, { rule }]) => rule);
    const all = checked.filter(([, { rule }]) => rule === "any").length;
    const isNone = all > 0 && counted.filter((rule) => rule === "any").length === all;
    const ready = !isNone && !counted.includes("always") && (this.#wasReady || !counted.includes("start"));
    this.#wasReady ||= ready;
    const reasons = failing.flatMap(([name, { reason }]) => (reason === null ? [] : [[name, reason] as const]));
    return {
      ready,
      failing: failing.map(([name]) => name),
      ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
    };
  }

  #counts(watched: Watched): boolean {
    watched.failingSince ??= this.#now();
    return !watched.hasPassed || this.#now() - watched.failingSince >= HOLD_MS;
  }

  async #passes(watched: Watched): Promise<boolean> {
    const { running } = watched;
    const isUsable = running !== null && this.#now() - running.since < HUNG_MS;
    const passed = await inTime((isUsable ? running : this.#start(watched)).result);
    if (passed) Object.assign(watched, { hasPassed: true, failingSince: null });
    return passed;
  }

  #start(watched: Watched): Running {
    const result = watched.check().then(
      () => true,
      (error) => {
        watched.reason = error instanceof Reason ? error.message : null;
        return false;
      },
    );
    const running = { since: this.#now(), result };
    watched.running = running;
    void result.then(() => {
      if (watched.running === running) watched.running = null;
    });
    return running;
  }
}

async function inTime(result: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  try {
    return await Promise.race([result, promise]);
  } finally {
    clearTimeout(timer);
  }
}
