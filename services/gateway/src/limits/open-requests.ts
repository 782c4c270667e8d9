import { arrayText } from "@emissions/kit/db/pool";
import { newId } from "@emissions/kit/process/id";
import type { LimitsStore } from "./database.ts";
import type { Subject } from "./policy.ts";

/** The open requests of a killed gateway count for this long. */
const LEASE_US = 12_000_000;

/** Ends an open request; further calls do nothing. */
export type CloseRequest = () => Promise<void>;

interface Open {
  subject: Subject;
  name: string;
}

/**
 * Limits the requests of a caller that are at work at once, over all gateways. Each open request has a row that the
 * gateway renews, so that those of a killed gateway end by themselves. While the database is away the gateway counts
 * alone.
 */
export class OpenRequests {
  readonly #store: LimitsStore;
  readonly #clock: (() => number) | undefined;
  readonly #gatewayId = newId();
  readonly #open = new Map<string, Open>();
  /** By caller and limit; without zeros. */
  readonly #counts = new Map<string, number>();

  /** `clock` is that of a test, in microseconds. By default leases follow the clock of the database. */
  constructor(store: LimitsStore, clock?: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Opens a request, or answers null if the caller has `max` open ones. */
  async open(subject: Subject, name: string, max: number): Promise<CloseRequest | null> {
    const key = `${subject.organizationId}/${subject.name}/${name}`;
    const count = this.#counts.get(key) ?? 0;
    // Those of this gateway are at most all.
    if (count >= max) return null;
    const id = newId();
    this.#counts.set(key, count + 1);
    this.#open.set(id, { subject, name });
    const rows = await this.#store.ask(
      (tx) => tx<{ isOpen: boolean }[]>`
        select open_request(${subject.organizationId}, ${subject.name}, ${name}, ${id}, ${this.#gatewayId}, ${max},
          ${LEASE_US}, ${this.#clockUs()}) as is_open`,
    );
    if (rows?.[0]?.isOpen !== false) return () => this.#close(id, key);
    this.#forget(id, key);
    return null;
  }

  /** Must run several times within a lease. Also adds the rows that a crash of the database removed. */
  async renew(): Promise<void> {
    if (this.#open.size === 0) return;
    const open = [...this.#open];
    const column = (value: (open: Open, id: string) => string) => arrayText(open.map(([id, each]) => value(each, id)));
    await this.#store.ask(
      (tx) => tx`
        select renew_open_requests(
          ${column(({ subject }) => subject.organizationId)}::uuid[],
          ${column(({ subject }) => subject.name)}::text[],
          ${column(({ name }) => name)}::text[],
          ${column((_, id) => id)}::uuid[],
          ${this.#gatewayId}, ${LEASE_US}, ${this.#clockUs()})`,
    );
    // A request that ended meanwhile may have its row again.
    await Promise.all(open.filter(([id]) => !this.#open.has(id)).map(([id, each]) => this.#delete(id, each)));
  }

  async #close(id: string, key: string): Promise<void> {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#forget(id, key);
    await this.#delete(id, open);
  }

  #forget(id: string, key: string): void {
    this.#open.delete(id);
    const left = this.#counts.get(key)! - 1;
    if (left === 0) this.#counts.delete(key);
    else this.#counts.set(key, left);
  }

  async #delete(id: string, { subject, name }: Open): Promise<void> {
    await this.#store.ask((tx) => tx`select close_request(${subject.organizationId}, ${subject.name}, ${name}, ${id})`);
  }

  #clockUs(): number | null {
    return this.#clock?.() ?? null;
  }
}
