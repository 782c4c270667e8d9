import type { Socket } from "node:net";
import type postgres from "postgres";
import { type Observation, observe } from "../process/instruments.ts";
import { connectionCount, connectionMax, pendingRequests, useTime, waitTime } from "./metrics.ts";

const LABEL = "db.client.connection.pool.name";
const STATE = "db.client.connection.state";

interface Borrowed {
  usage: PoolUsage;
  /** As of `performance.now()`. */
  since: number;
}

const borrowed = new WeakMap<object, Borrowed>();

/** Must be called when a connection is released, and when it is lost. */
export function returned(connection: object): void {
  const found = borrowed.get(connection);
  borrowed.delete(connection);
  found?.usage.ended(found.since);
}

/** Counts the connections of a pool. */
export class PoolUsage {
  readonly #labels: Record<typeof LABEL, string>;
  readonly #max: number;
  readonly #end: () => void;
  #open = 0;
  #used = 0;
  #pending = 0;

  constructor(name: string, max: number) {
    this.#labels = { [LABEL]: name };
    this.#max = max;
    this.#end = observe([connectionCount, connectionMax, pendingRequests], () => this.#read());
  }

  /** Counts the socket of a connection until it closes. */
  opened(socket: Socket): Socket {
    this.#open++;
    socket.once("close", () => this.#open--);
    return socket;
  }

  async borrow(reserve: () => Promise<postgres.ReservedSql>): Promise<postgres.ReservedSql> {
    const asked = performance.now();
    this.#pending++;
    try {
      const connection = await reserve();
      const since = performance.now();
      this.#used++;
      borrowed.set(connection, { usage: this, since });
      waitTime.record((since - asked) / 1000, this.#labels);
      return connection;
    } finally {
      this.#pending--;
    }
  }

  ended(since: number): void {
    this.#used--;
    useTime.record((performance.now() - since) / 1000, this.#labels);
  }

  stop(): void {
    this.#end();
  }

  #read(): Observation[] {
    const idle = Math.max(0, this.#open - this.#used);
    return [
      connectionCount.value(this.#used, { ...this.#labels, [STATE]: "used" }),
      connectionCount.value(idle, { ...this.#labels, [STATE]: "idle" }),
      connectionMax.value(this.#max, this.#labels),
      pendingRequests.value(this.#pending, this.#labels),
    ];
  }
}
