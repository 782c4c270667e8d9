import type { Call, Db } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { selectVersion } from "./queries.ts";
import { indexRows, readRows, type Snapshot } from "./snapshot.ts";

/** All factors are one statement, which takes long on a busy machine. A service without them does not start. */
const READ_MAX = "60s";

/**
 * The catalogue in memory. A snapshot is immutable, so each call works on one state of the catalogue. Each call checks
 * the version in the database. After a FactorsChanged event every replica therefore answers with the new factors.
 */
export class Catalogue {
  readonly #db: Db;
  #snapshot: Snapshot | null;
  #reading: Promise<Snapshot> | null = null;

  /** `known` is the state of a copy of this database. Reading takes seconds. */
  constructor(db: Db, known: Snapshot | null = null) {
    this.#db = db;
    this.#snapshot = known;
  }

  async current(call: Call): Promise<Snapshot> {
    const version = await this.#db.read(call, selectVersion);
    let snapshot = this.#snapshot;
    // A refresh that is in progress may have started before the change. The next one has not.
    while (snapshot === null || snapshot.version < version) snapshot = await this.refresh();
    return snapshot;
  }

  /** Reads the whole catalogue. Concurrent calls share one read. */
  refresh(): Promise<Snapshot> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<Snapshot> {
    const rows = await this.#db.asService(NIL_ID, async ({ tx }) => {
      // One consistent state of all tables, even while another process loads the catalogue.
      await tx`set transaction isolation level repeatable read`;
      await tx`select set_config('statement_timeout', ${READ_MAX}, true)`;
      return readRows(tx);
    });
    this.#snapshot = await indexRows(rows);
    return this.#snapshot;
  }
}
