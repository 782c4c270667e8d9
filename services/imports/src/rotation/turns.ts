/** Work of an organization that waits in a table. */
export interface Waiting {
  organizationId: string;
  /** The root of its group. */
  groupId: string;
  id: string;
}

/** Groups and organizations whose latest turn is remembered. Forgotten ones count as new. */
const REMEMBERED_MAX = 10_000;

/**
 * Gives places to waiting work. The group with the least running work is next, then the one whose turn is longest ago;
 * within it the organization likewise. Only a group without running work gets the last place, so that none waits for
 * the work of another one.
 */
export class Turns {
  readonly #placesMax: number;
  readonly #running = new Map<string, Waiting>();
  /** By group or organization, the longest ago first. */
  readonly #latest = new Map<string, number>();
  #turn = 0;

  constructor(placesMax: number) {
    this.#placesMax = placesMax;
  }

  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Takes a place for the next of the waiting work, which is in order of arrival. Null: none may begin now. */
  take(waiting: readonly Waiting[]): Waiting | null {
    const free = this.#placesMax - this.#running.size;
    if (free <= 0) return null;
    const ranked = waiting
      .filter(({ id }) => !this.#running.has(id))
      .map((one, at) => ({ one, rank: [...this.#rank("groupId", one), ...this.#rank("organizationId", one), at] }))
      .filter(({ rank }) => free > 1 || rank[0] === 0)
      .sort((a, b) => compare(a.rank, b.rank));
    const next = ranked[0]?.one ?? null;
    if (next === null) return null;
    this.#turn++;
    this.#running.set(next.id, next);
    for (const level of LEVELS) this.#remember(nameOf(level, next));
    return next;
  }

  /** Whether running work must pause: its group has an older one running, and another group has one, too. */
  mustPause(id: string): boolean {
    const running = [...this.#running.values()];
    const own = this.#running.get(id);
    const first = running.find(({ groupId }) => groupId === own?.groupId);
    return own !== first && running.some(({ groupId }) => groupId !== own?.groupId);
  }

  release({ id }: Waiting): void {
    this.#running.delete(id);
  }

  #remember(name: string): void {
    this.#latest.delete(name);
    this.#latest.set(name, this.#turn);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > REMEMBERED_MAX && oldest !== undefined) this.#latest.delete(oldest);
  }

  #rank(level: Level, one: Waiting): [running: number, latestTurn: number] {
    const running = [...this.#running.values()].filter((other) => other[level] === one[level]).length;
    return [running, this.#latest.get(nameOf(level, one)) ?? 0];
  }
}

const LEVELS = ["groupId", "organizationId"] as const;
type Level = (typeof LEVELS)[number];

/** The root of a group is an organization, too. */
const nameOf = (level: Level, one: Waiting) => `${level} ${one[level]}`;

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}
