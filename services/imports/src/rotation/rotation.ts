import { type Background, repeat } from "@emissions/kit/process/repeat";
import type { Principal } from "@emissions/kit/wire/principal";
import { Turns, type Waiting } from "./turns.ts";

/** Organizations that one statement finds. */
const ORGANIZATIONS_MAX = 1_000;

interface Options {
  /** Work at once in this process. */
  placesMax: number;
  /** The tables are read this often, for work of other processes. */
  everyMs: number;
  /** The first waiting work of each organization, the oldest first, without the running one. */
  selectFirst(except: { running: readonly string[]; limit: number }): Promise<Waiting[]>;
  /** Claims the work and does it. After a rejection it is tried again at the next reading of the table. */
  work(waiting: Waiting): Promise<void>;
  /** Without `waiting` the table could not be read. */
  onError(error: unknown, waiting?: Waiting): void;
}

export interface Rotation extends Background {
  /** Looks for work at once. */
  poke(): void;
  /** Work calls it between its steps. While other groups have work, one work of each group goes on. */
  pauseForOthers(id: string): Promise<void>;
}

/** Does the waiting work of all organizations in rotation. The queue is a table, so any process continues after a kill. */
export function startRotation({ placesMax, everyMs, selectFirst, work, onError }: Options): Rotation {
  const turns = new Turns(placesMax);
  const ended = new Set<Promise<void>>();
  const paused = new Set<() => void>();
  const resume = () => {
    for (const one of paused) one();
    paused.clear();
  };

  const begin = (next: Waiting) => {
    const end = work(next)
      .finally(() => {
        turns.release(next);
        ended.delete(end);
        resume();
      })
      .then(
        () => loop.poke(),
        (error) => onError(error, next),
      );
    ended.add(end);
  };

  const fill = async () => {
    while (!loop.stopping()) {
      const { running } = turns;
      if (running.length >= placesMax) return;
      const next = turns.take(await selectFirst({ running, limit: ORGANIZATIONS_MAX }));
      if (next === null) return;
      begin(next);
    }
  };

  const loop = repeat({ everyMs, work: fill, onError });
  return {
    poke: loop.poke,
    pauseForOthers: async (id) => {
      while (turns.mustPause(id) && !loop.stopping()) await new Promise<void>((resolve) => paused.add(resolve));
    },
    stop: async () => {
      const stopped = loop.stop();
      resume();
      await stopped;
      await Promise.all(ended);
    },
  };
}

/** The root of the group of a caller. */
export const groupOf = ({ organizationId, ancestors }: Principal): string => ancestors.at(-1)?.id ?? organizationId;
