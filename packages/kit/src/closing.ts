import postgres from "postgres";
import type { Fragment } from "./pool.ts";

export const TRANSACTION_ABORTED = "25P02";

/** Statements under way that the work does not wait for. */
export class Closing {
  readonly statements: Promise<unknown>[] = [];
  #failure: unknown;

  send(statement: Fragment): void {
    const sent = statement.execute();
    // The work may fail before anybody waits for this one; it must not fail unseen, nor end the process.
    sent.catch((error) => {
      this.#failure ??= error;
    });
    this.statements.push(sent);
  }

  /** After one statement failed the others are only told that the transaction is aborted. */
  causeOf(error: unknown): unknown {
    const aborted = error instanceof postgres.PostgresError && error.code === TRANSACTION_ABORTED;
    return aborted && this.#failure !== undefined ? this.#failure : error;
  }
}
