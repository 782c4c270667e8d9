import { setImmediate as nextTurn } from "node:timers/promises";

/** Items per turn of the event loop: some milliseconds of work. */
const PER_TURN = 500;

/** Runs long work on each item, while the process answers others: probes of a slow machine must not wait for it. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += PER_TURN) {
    for (const item of items.slice(from, from + PER_TURN)) work(item);
    await nextTurn();
  }
}
