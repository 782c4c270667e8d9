import { randomUUID } from "node:crypto";
import type { Db, Write } from "@emissions/kit/db/transactions";
import { isUnavailable } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import { type Rotation, startRotation } from "../rotation/rotation.ts";
import { RUN_RENEWAL_MS, RUN_RETRY_S, RUNS_EVERY_MS, RUNS_MAX } from "./limits.ts";
import { deleteRun, holdsRun, type RunKey, releaseRun, renewRun, selectFirstRuns, takeRun } from "./run-queries.ts";

/** Work on one session that this process holds. */
export interface Run extends RunKey {
  /** The caller in whose name the work runs. */
  principal: Principal;
  /** Aborts when another process has taken the run, or this one stops. */
  signal: AbortSignal;
  /** A transaction that changes nothing when this process does not hold the run any more. */
  write<R>(work: (write: Write) => Promise<R>): Promise<R>;
  /** The same for the last transaction of the run. */
  finish<R>(work: (write: Write) => Promise<R>): Promise<R>;
}

/** Why a run ended without a result. */
export type Interruption = "unavailable" | "crashed";

export interface RunnerOptions {
  db: Db;
  /** Works on the session according to its state, until `finish`. */
  work(run: Run): Promise<void>;
  /** Ends the session after its last attempt. */
  giveUp(run: Run, why: Interruption): Promise<void>;
  /** Without a key no run is at fault. */
  onError(error: unknown, key?: RunKey): void;
}

/** Works on sessions in the background. A run is a row, so any process continues after a kill. */
export type Runner = Pick<Rotation, "poke" | "stop">;

const lost = () => new Error("another process works on the session, or it was deleted");

export function createRunner({ db, work, giveUp, onError }: RunnerOptions): Runner {
  const holder = randomUUID();
  const stopping = new AbortController();

  async function execute(key: RunKey): Promise<void> {
    const taken = await db.asService(key.org, ({ tx }) => takeRun(tx, key, holder));
    if (taken === null) return;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, stopping.signal]);
    const renewal = setInterval(() => {
      db.asService(key.org, ({ tx }) => renewRun(tx, key, holder)).then(
        (renewed) => renewed || end.abort(lost()),
        () => {},
      );
    }, RUN_RENEWAL_MS);
    const write = async <R>(change: (write: Write) => Promise<R>) => {
      await rotation.pauseForOthers(key.sessionId);
      return db.asService(key.org, async (write) => {
        signal.throwIfAborted();
        if (!(await holdsRun(write.tx, key, holder))) throw lost();
        return change(write);
      });
    };
    const finish = <R>(change: (write: Write) => Promise<R>) =>
      write(async (open) => {
        const result = await change(open);
        await deleteRun(open.tx, key);
        return result;
      });
    const run: Run = { ...key, principal: taken.principal, signal, write, finish };
    try {
      // A run that was taken too often ended with its process each time.
      if (taken.attempts > taken.attemptsMax) return await giveUp(run, "crashed");
      await work(run);
    } catch (error) {
      if (signal.aborted) return;
      onError(error, key);
      if (taken.attempts >= taken.attemptsMax) await giveUp(run, isUnavailable(error) ? "unavailable" : "crashed");
    } finally {
      clearInterval(renewal);
      const pauseS = stopping.signal.aborted ? 0 : RUN_RETRY_S;
      await db.asService(key.org, ({ tx }) => releaseRun(tx, key, { holder, pauseS })).catch(() => {});
    }
  }

  const rotation = startRotation({
    placesMax: RUNS_MAX,
    everyMs: RUNS_EVERY_MS,
    selectFirst: (except) => db.systemWide((tx) => selectFirstRuns(tx, except)),
    work: ({ organizationId, id }) => execute({ org: organizationId, sessionId: id }),
    onError: (error, run) => onError(error, run && { org: run.organizationId, sessionId: run.id }),
  });

  return {
    poke: rotation.poke,
    stop: () => {
      stopping.abort(new Error("the process stops"));
      return rotation.stop();
    },
  };
}
