import { setImmediate as nextLoop } from "node:timers/promises";

/** Large bodies processed at once. More would not finish sooner, and would hold connections of the services. */
const CONCURRENCY_MAX = { process: 4, group: 2 };

/** Frees the slot; further calls do nothing. */
export type ReleaseSlot = () => void;

interface Body {
  organizationId: string;
  /** The organization at the top of its group. */
  group: string;
}

interface Waiting extends Body {
  admit: () => void;
}

/**
 * Fair queue of large bodies: one at a time for each organization, a few for each group and in all, groups in rotation.
 * Small requests bypass it and are answered between two large bodies.
 */
export class FairQueue {
  readonly #max: typeof CONCURRENCY_MAX;
  /** The group of each organization with an active body. */
  readonly #active = new Map<string, string>();
  /** By group; the order of the keys is the order of service. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(max = CONCURRENCY_MAX) {
    this.#max = max;
  }

  async acquire(body: Body): Promise<ReleaseSlot> {
    if (this.#fits(body)) this.#active.set(body.organizationId, body.group);
    else await this.#wait(body);
    await nextLoop();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#active.delete(body.organizationId);
      this.#next();
    };
  }

  #fits({ organizationId, group }: Body): boolean {
    if (this.#active.size >= this.#max.process || this.#active.has(organizationId)) return false;
    return [...this.#active.values()].filter((one) => one === group).length < this.#max.group;
  }

  #wait(body: Body): Promise<void> {
    return new Promise((admit) => {
      const others = this.#waiting.get(body.group) ?? [];
      this.#waiting.set(body.group, [...others, { ...body, admit }]);
    });
  }

  /** Admits the first body that fits, and moves the others of its group to the end. */
  #next(): void {
    for (const [group, bodies] of this.#waiting) {
      const first = bodies.find((body) => this.#fits(body));
      if (first === undefined) continue;
      const others = bodies.filter((body) => body !== first);
      this.#waiting.delete(group);
      if (others.length > 0) this.#waiting.set(group, others);
      this.#active.set(first.organizationId, group);
      first.admit();
      return;
    }
  }
}
