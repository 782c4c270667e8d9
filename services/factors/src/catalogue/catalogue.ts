import type { Db } from "@emissions/kit/db";
import { NIL_ID } from "@emissions/kit/id";
import { selectVersion } from "./queries.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

/**
 * The catalogue in memory. A snapshot is never changed, only replaced as a
 * whole: who holds one sees one state of the catalogue.
 */
export class Catalogue {
  readonly #db: Db;
  #snapshot: Snapshot | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  get ready(): boolean {
    return this.#snapshot !== null;
  }

  get snapshot(): Snapshot {
    if (this.#snapshot === null) throw new Error("the catalogue has not been read yet");
    return this.#snapshot;
  }

  /** Reads the catalogue anew when it has changed, by this process or another. True when it had. */
  refresh(): Promise<boolean> {
    return this.#db.enter(NIL_ID, async ({ tx }) => {
      if ((await selectVersion(tx)) === this.#snapshot?.version) return false;
      this.#snapshot = await readSnapshot(tx);
      return true;
    });
  }
}
