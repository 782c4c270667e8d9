import { Code, ConnectError } from "@connectrpc/connect";
import postgres from "postgres";
import { isId, NIL_ID } from "../process/id.ts";
import { PipelinedStatements } from "./pipelined-statements.ts";
import type { Fragment, Pool, Tx } from "./pool.ts";
import { returned } from "./pool-usage.ts";
import { IDLE_IN_TRANSACTION_TIMEOUT_MS, LOCK_TIMEOUT_MS } from "./settings.ts";

/** All statements of a read see one snapshot: the rows of a page and their total agree. */
export const READ_ONLY = "isolation level repeatable read read only";

export interface TransactionSettings {
  /** The organization whose rows may be written. */
  org: string;
  /** The organizations whose rows may be read. */
  visible: readonly string[];
  mode: typeof READ_ONLY | "read write";
  systemWide?: boolean;
  /** Limit of each wait for a lock, after the wait for a connection. By default that of the pool. */
  lockTimeoutMs?: (waitedMs: number) => number;
  /** Roll back instead of committing. */
  dryRun?: boolean;
}

/**
 * Runs `work` in one transaction. `begin` and the settings travel with the first statement. The pipelined statements
 * travel with `commit`.
 */
export async function runTransaction<R>(
  pool: Pool,
  settings: TransactionSettings,
  work: (tx: Tx, pipelined: PipelinedStatements) => Promise<R>,
): Promise<R> {
  const { tx, pipelined } = await begin(pool, settings);
  const begun = performance.now();
  let end: Promise<unknown> | undefined;
  try {
    const result = await work(tx as unknown as Tx, pipelined);
    // A rollback would skip the deferred constraints that a commit checks.
    if (settings.dryRun) pipelined.send(tx.unsafe("set constraints all immediate"));
    end = sendEnd(tx, pipelined, settings.dryRun ? "rollback" : "commit");
    // The result of a read does not depend on its commit, so the caller does not wait for it.
    if (settings.mode === READ_ONLY) releaseAfter(tx, end);
    else await Promise.all([...pipelined.statements, end]).then(() => release(tx));
    return result;
  } catch (error) {
    // A commit that failed has ended the transaction, too.
    if (end === undefined) rollBack(tx, pipelined);
    else releaseAfter(tx, end);
    throw failureOf(pipelined.causeOf(error), performance.now() - begun);
  }
}

/** A read of what belongs to no organization. */
export const readUnowned = <R>(pool: Pool, work: (tx: Tx) => Promise<R>): Promise<R> =>
  runTransaction(pool, { org: NIL_ID, visible: [], mode: READ_ONLY }, work);

export type Rows = readonly postgres.MaybeRow[];
export type Statement<R extends Rows> = postgres.PendingQuery<R>;
export type Answer<R extends Rows> = postgres.RowList<R>;

/** Runs one statement for no organization. Its transaction begins and ends in the same round trip. */
export async function runStatement<R extends Rows>(
  pool: Pool,
  statement: (tx: Tx) => Statement<R>,
): Promise<Answer<R>> {
  const settings = { org: NIL_ID, visible: [], mode: "read write" } as const;
  const { answer } = await runTransaction(pool, settings, async (tx, pipelined) => {
    const answer = statement(tx);
    pipelined.send(answer as unknown as Fragment);
    return { answer };
  });
  return answer;
}

/** `begin` and the settings travel with the first statement. */
export async function begin(pool: Pool, settings: TransactionSettings) {
  const begun = performance.now();
  const tx = await pool.reserve().catch(databaseUnreachable);
  const lockTimeoutMs = settings.lockTimeoutMs?.(performance.now() - begun);
  const pipelined = new PipelinedStatements();
  pipelined.send(tx.unsafe(beginStatement(pool, settings, lockTimeoutMs)));
  return { tx, pipelined };
}

/** Ends a transaction without its effects, and releases its connection. Nobody waits for it. */
export const rollBack = (tx: postgres.ReservedSql, pipelined: PipelinedStatements): void =>
  releaseAfter(tx, sendEnd(tx, pipelined, "rollback"));

/** The driver refuses what is sent after such a statement: the connection may serve another organization by then. */
const LAST: object = { last: true };

function sendEnd(
  tx: postgres.ReservedSql,
  pipelined: PipelinedStatements,
  how: "commit" | "rollback",
): Promise<unknown> {
  pipelined.isOver = true;
  return tx.unsafe(how, [], LAST).execute();
}

/** The error for the caller of a transaction that failed after `openMs`. */
export function failureOf(cause: unknown, openMs: number): unknown {
  if (!isConnectionLoss(cause)) return cause;
  // The driver does not say why the server ended a connection without a running statement.
  cause.cause ??= new Error(
    `the transaction was open for ${Math.round(openMs)} ms, and the database ends one that is idle for ` +
      `${IDLE_IN_TRANSACTION_TIMEOUT_MS} ms`,
  );
  return unavailable(UNREACHABLE, cause);
}

/** Gives the connection back. A lost one is ignored. */
export function release(tx: postgres.ReservedSql): void {
  returned(tx);
  tx.release();
}

/** The pool has already dropped a broken connection. It must not be released again. */
function releaseAfter(tx: postgres.ReservedSql, last: PromiseLike<unknown>): void {
  last.then(
    () => release(tx),
    (error) => {
      if (isConnectionLoss(error)) returned(tx);
      else release(tx);
    },
  );
}

/** `set local` takes no parameters, so the ids are part of the text. They are checked to be UUIDs first. */
function beginStatement(
  pool: Pool,
  { org, visible, mode, systemWide }: TransactionSettings,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): string {
  for (const id of visible) checkOrganization(id);
  return (
    `begin ${mode}; ${pool.settings}; set local lock_timeout = ${Math.ceil(lockTimeoutMs)}` +
    `; ${organizationStatement(org)}; set local app.organizations = '{${visible.join(",")}}'` +
    (systemWide ? "; set local app.machinery = 'on'" : "")
  );
}

/** Sets the organization whose rows may be written, for the rest of the transaction. */
export function organizationStatement(org: string): string {
  checkOrganization(org);
  return `set local app.organization = '${org}'`;
}

function checkOrganization(id: string): void {
  if (!isId(id)) throw new Error("An organization id is not a UUID.");
}

const isConnectionLoss = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof postgres.PostgresError) &&
  "code" in error &&
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(String(error.code));

export const UNREACHABLE = "The database cannot be reached.";

export const unavailable = (detail: string, cause: unknown) =>
  new ConnectError(detail, Code.Unavailable, undefined, undefined, cause);

function databaseUnreachable(error: unknown): never {
  throw unavailable(UNREACHABLE, error);
}
