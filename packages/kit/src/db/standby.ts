import { setTimeout as pause } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import postgres from "postgres";
import { isConflict } from "./locks.ts";
import { standbyReads } from "./metrics.ts";
import type { Pool } from "./pool.ts";
import { readUnowned, release } from "./run-transaction.ts";

/** Limit of the wait for a session, and of that for a standby that has not replayed enough or does not answer. */
const WAIT_MS = 50;
/** Sessions are those of the primary for this long after the standby was away or late. */
const PAUSE_MS = 1_000;

interface Servers {
  primary: Pool;
  standby: Pool;
  log: { info(fields: object, line: string): void };
}

/** The cluster, and how far its write-ahead log was flushed: a commit is acknowledged after that. */
interface Position {
  cluster: string;
  flushed: string;
}

/**
 * Sessions for reads. A session of a standby is used when it has replayed the write-ahead log as far as the primary had
 * flushed it. So a transaction in it misses nothing that was committed before. While the standby is late or away, the
 * sessions are those of the primary. Several standbys may share the address.
 */
export class StandbySessions implements Pool {
  readonly #servers: Servers;
  /** As of `performance.now()`. */
  #pausedUntil = 0;
  #isUsed: boolean | undefined;
  #asking: Promise<unknown> = Promise.resolve();
  #next: Promise<Position> | undefined;

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  get settings(): string {
    return this.#servers.primary.settings;
  }

  get options(): Pool["options"] {
    return this.#servers.standby.options;
  }

  async reserve(): Promise<postgres.ReservedSql> {
    const session = await this.#ofStandby();
    standbyReads.add(1, { server: session === null ? "primary" : "standby" });
    return session ?? this.#servers.primary.reserve();
  }

  end(options?: { timeout?: number }): Promise<void> {
    return this.#servers.standby.end(options);
  }

  /** Null if all sessions of the standby are in use, and while it is late or away. */
  async #ofStandby(): Promise<postgres.ReservedSql | null> {
    if (performance.now() < this.#pausedUntil) return null;
    const position = await this.#position();
    const reserved = this.#servers.standby.reserve();
    const compared = reserved.then((session) => hasReplayed(session, position));
    try {
      const session = await soon(reserved);
      if (session !== undefined && (await soon(compared))) return this.#use(session);
      if (session !== undefined) throw new Error(`it is more than ${WAIT_MS} ms late`);
    } catch (error) {
      this.#leave(error);
    }
    void this.#giveBack(reserved, compared);
    return null;
  }

  /** The session may come later, and a hanging one stays reserved until its connection is lost. */
  async #giveBack(reserved: Promise<postgres.ReservedSql>, compared: Promise<boolean>): Promise<void> {
    await compared.catch((error) => this.#leave(error));
    await reserved.then(release, () => {});
  }

  /** One question serves all reads that wait for it. One that was sent before a read began is too old for it. */
  #position(): Promise<Position> {
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined;
      const asked = positionOf(this.#servers.primary);
      this.#asking = asked.catch(() => {});
      return asked;
    });
    return this.#next;
  }

  #use(session: postgres.ReservedSql): postgres.ReservedSql {
    if (this.#isUsed === false) this.#servers.log.info({}, "reads go to the standby again");
    this.#isUsed = true;
    return session;
  }

  #leave(error: unknown): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#isUsed !== false) this.#servers.log.info({ reason }, "reads go to the primary, not to the standby");
    this.#isUsed = false;
  }
}

async function positionOf(primary: Pool): Promise<Position> {
  const [position] = await readUnowned(
    primary,
    (tx) => tx<[Position]>`
      select system_identifier::text as cluster, pg_current_wal_flush_lsn()::text as flushed from pg_control_system()`,
  );
  return position;
}

/**
 * Whether the standby replays the log up to the position in time. Its statements are outside of the read's transaction, whose
 * snapshot must be taken later.
 */
async function hasReplayed(session: postgres.ReservedSql, { cluster, flushed }: Position): Promise<boolean> {
  const end = performance.now() + WAIT_MS;
  for (let waitMs = 1; performance.now() < end; waitMs *= 2) {
    const [server] = await session<[{ isStandby: boolean; isFar: boolean | null }]>`
      select system_identifier::text = ${cluster} and pg_is_in_recovery() as is_standby,
        pg_last_wal_replay_lsn() >= ${flushed}::text::pg_lsn as is_far
      from pg_control_system()`;
    if (!server.isStandby) throw new Error("it is no standby of this database");
    if (server.isFar === true) return true;
    await pause(waitMs);
  }
  return false;
}

/** Undefined if it takes longer than `WAIT_MS`. */
const soon = <T>(work: Promise<T>): Promise<T | undefined> => Promise.race([work, pause(WAIT_MS, undefined)]);

/**
 * Whether a read failed because of the server: the connection was lost, the session was ended (class 57P), or the standby
 * had to remove rows that the read could still see.
 */
export const isEndedByServer = (error: unknown): boolean =>
  (error instanceof ConnectError && error.code === Code.Unavailable) ||
  (error instanceof postgres.PostgresError && error.code.startsWith("57P")) ||
  isConflict(error);
