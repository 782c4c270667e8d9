import postgres from "postgres";
import type { Fragment } from "./pool.ts";

export const TRANSACTION_ABORTED = "25P02";

/** Code of the error for a statement after the end of its transaction. The driver uses the same one. */
const TRANSACTION_ENDED = "TRANSACTION_ENDED";

/** Statements whose results the work does not await. The commit awaits them. */
export class PipelinedStatements {
  readonly statements: Promise<unknown>[] = [];
  /** True when the end of the transaction was sent. */
  isOver = false;
  #failure: unknown;

  send(statement: Fragment): void {
    const sent = statement.execute();
    // Handled at once: if the work fails first, nobody awaits this promise, and an unhandled rejection ends the
    // process.
    sent.catch((error) => {
      this.#failure ??= error;
    });
    this.statements.push(sent);
  }

  /** The error of the first failed statement. Later ones only say that the transaction is aborted. */
  causeOf(error: unknown): unknown {
    const aborted = error instanceof postgres.PostgresError && error.code === TRANSACTION_ABORTED;
    return aborted && this.#failure !== undefined ? this.#failure : error;
  }
}

export const transactionEnded = (): Error =>
  Object.assign(new Error(`${TRANSACTION_ENDED}: The transaction has ended.`), { code: TRANSACTION_ENDED });
