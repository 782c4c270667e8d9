import { setTimeout as pause } from "node:timers/promises";
import { FULL_RUN } from "./batches.ts";
import type { Fault } from "./faults.ts";

/** A process that a test kills. At most one of each kind is away at a time, so one NATS server of three. */
export interface Victim {
  kind: string;
  fault: Fault;
}

/** Each gateway calls the services of its own replica. One of three replicas is always whole. */
const AWAY_MAX = FULL_RUN ? 2 : 1;
const KILL_EVERY_MS = FULL_RUN ? 5_000 : 1_000;
/** Time from a kill to the start of the next process. */
const OUTAGE_MS_MAX = FULL_RUN ? 5_000 : 500;

export const anyOf = <T>(some: readonly T[]) => some[Math.floor(Math.random() * some.length)]!;

/** Kills random processes until the end, and starts each again. Returns how many were killed, by kind. */
export async function killProcesses(victims: readonly Victim[], end: number): Promise<Map<string, number>> {
  const killed = new Map<string, number>();
  const away = new Set<string>();
  const restarts: Promise<void>[] = [];
  const restart = async ({ kind, fault }: Victim) => {
    await pause(Math.random() * OUTAGE_MS_MAX);
    await fault.recover();
    away.delete(kind);
  };
  while (Date.now() < end) {
    const present = victims.filter(({ kind }) => !away.has(kind));
    if (present.length > 0 && away.size < AWAY_MAX) {
      const victim = anyOf(present);
      away.add(victim.kind);
      killed.set(victim.kind, (killed.get(victim.kind) ?? 0) + 1);
      await victim.fault.inject();
      restarts.push(restart(victim));
    }
    await pause(KILL_EVERY_MS);
  }
  await Promise.all(restarts);
  return killed;
}
