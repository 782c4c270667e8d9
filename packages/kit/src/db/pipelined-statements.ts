import postgres from "postgres";
import type { Fragment } from "./pool.ts";

export const TRANSACTION_ABORTED = "25P02";

/** Statements of a transaction that its work does not wait for. They are waited for when the transaction closes. */
export class PipelinedStatements {
  readonly statements: Promise<unknown>[] = [];
  #failure: unknown;

  send(statement: Fragment): void {
    const sent = statement.execute();
    // Handled here at once: when the work fails first nobody waits for it, and an unhandled rejection ends the process.
    sent.catch((error) => {
      this.#failure ??= error;
    });
    this.statements.push(sent);
  }

  /** The error of the statement that failed first: those behind it only say that the transaction is aborted. */
  causeOf(error: unknown): unknown {
    const aborted = error instanceof postgres.PostgresError && error.code === TRANSACTION_ABORTED;
    return aborted && this.#failure !== undefined ? this.#failure : error;
  }
}
