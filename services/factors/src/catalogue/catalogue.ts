import type { Call, Db } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { selectVersion } from "./queries.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

/**
 * The catalogue in memory. A snapshot is never changed, only replaced as a
 * whole: who holds one sees one state of the catalogue. Whether it is still the
 * newest is asked at each call, so that whoever heard that factors have changed
 * and asks again gets the new ones, from every replica.
 */
export class Catalogue {
  readonly #db: Db;
  #snapshot: Snapshot | null = null;
  #reading: Promise<Snapshot> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  async current(call: Call): Promise<Snapshot> {
    const version = await this.#db.read(call, selectVersion);
    let snapshot = this.#snapshot;
    // A reading that was under way may have begun before the change, the one after it cannot.
    while (snapshot === null || snapshot.version < version) snapshot = await this.refresh();
    return snapshot;
  }

  /** Reads everything anew. Calls that need it at the same time share one reading. */
  refresh(): Promise<Snapshot> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<Snapshot> {
    this.#snapshot = await this.#db.asService(NIL_ID, async ({ tx }) => {
      // All tables as of one moment, also while another process loads.
      await tx`set transaction isolation level repeatable read`;
      return readSnapshot(tx);
    });
    return this.#snapshot;
  }
}
