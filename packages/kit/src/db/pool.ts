import { setImmediate as nextTurn } from "node:timers/promises";
import postgres from "postgres";
import type { DatabaseConfig } from "../process/config.ts";
import { hostsOf, urlsOf } from "../process/database-url.ts";
import { loginOptions } from "./password.ts";
import { PoolUsage } from "./pool-usage.ts";
import { settingsOf } from "./settings.ts";
import { CORK_TURNS, type openSocket } from "./socket.ts";
import { tlsOf } from "./tls.ts";

/** A pool of connections of one role, for transactions. A pooler may give each of them another session. */
export interface Pool {
  /** Statements that begin each transaction. */
  readonly settings: string;
  readonly options: { readonly max: number };
  reserve(): Promise<postgres.ReservedSql>;
  end(options?: { timeout?: number }): Promise<void>;
}

/** A pool that also runs statements outside of transactions. They need a direct connection. */
export type Sql = postgres.Sql<Record<string, never>> & Pool;

/**
 * The statements of one transaction. Columns arrive in camel case, `numeric`
 * and `bigint` as text, `date` as "2026-01-31", `timestamptz` as Date.
 */
export type Tx = postgres.ISql<Record<string, never>>;

/** A statement, or a part of one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

const POOL_MAX = 10;
const CONNECT_TIMEOUT_S = 5;
/** Always the same, never growing: a server that comes back is used at once, however long it was away. */
const RECONNECT_AFTER_S = 0.1;
/** A connection ends after this time, plus or minus the share. So a new pooler or address serves within 5 minutes. */
const CONNECTION_AGE_S = 4 * 60;
const AGE_SPREAD = 0.1;

const identity = (value: string) => value;

interface PoolOptions {
  schema: string;
  max?: number;
  applicationName?: string;
  /** Called for each connection that is lost, also for one without a statement. */
  onClosed?: () => void;
  connectionAgeS?: number;
  /** Without it, statements take arrays as text (`arrayText`), and a connection needs a round trip less. */
  arrayTypes?: boolean;
}

/** An array of texts or numbers, in the format of Postgres. */
export const arrayText = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => JSON.stringify(String(value))).join(",")}}`;

/** Opens a pool whose transactions see one service's schema and no other. */
export const openPool = (database: DatabaseConfig, options: PoolOptions): Pool => open(database, options, {});

/** The same for tests, whose statements outside of transactions see the schema, too. */
export const openSessions = (url: string, options: PoolOptions): Sql =>
  open({ DATABASE_URL: url }, options, { search_path: options.schema });

/** Options of the driver for connections to any host of a database. It does not know `socket`, nor a function as `ssl`. */
export function connectionOptions(database: DatabaseConfig): ReturnType<typeof loginOptions> {
  const [hosts, ssl] = [hostsOf(database.DATABASE_URL), tlsOf(database)];
  return { ...loginOptions(database), ...hosts, ...{ ssl } };
}

function open(database: DatabaseConfig, options: PoolOptions, parameters: Record<string, string>): Sql {
  const max = options.max ?? POOL_MAX;
  const applicationName = options.applicationName ?? options.schema;
  const ageS = options.connectionAgeS ?? CONNECTION_AGE_S;
  const usage = new PoolUsage(applicationName, max);
  const connection = connectionOptions(database);
  const sql = postgres(urlsOf(database.DATABASE_URL)[0]!.href, {
    ...connection,
    // The driver does not declare these options.
    ...({
      socket: (...where: Parameters<typeof openSocket>) => usage.opened(connection.socket(...where)),
      max_lifetime: () => ageS * (1 + AGE_SPREAD * (2 * Math.random() - 1)),
    } as object),
    max,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: () => RECONNECT_AFTER_S,
    fetch_types: options.arrayTypes ?? true,
    connection: { application_name: applicationName, ...parameters },
    transform: { column: { from: postgres.toCamel } },
    types: {
      // A day has no time zone: as a Date it could become the day before.
      date: { to: 1082, from: [1082], serialize: identity, parse: identity },
      instant: {
        to: 1184,
        from: [1114, 1184],
        serialize: (value: Date | string) => new Date(value).toISOString(),
        parse: (text: string) => new Date(text),
      },
    },
    onnotice: () => {},
    ...(options.onClosed && { onclose: options.onClosed }),
  });
  const [reserve, end] = [sql.reserve.bind(sql), sql.end.bind(sql)];
  return Object.assign(sql as unknown as Sql, {
    settings: settingsOf(options.schema),
    reserve: () => usage.borrow(reserve),
    end: (how?: { timeout?: number }) => {
      usage.stop();
      return end(how);
    },
  });
}

/** A transaction that has failed needs milliseconds to release its connection. */
const CLOSE_TIMEOUT_S = 1;

/**
 * Closes a pool whose callers have ended. The driver waits for connections that a transaction has reserved. Without a
 * limit a program would hang instead of showing its error.
 */
export const closePool = (sql: Pool): Promise<void> => sql.end({ timeout: CLOSE_TIMEOUT_S });

/** Turns until a statement is written: one starts it, the driver buffers short ones for another, then the socket. */
const WRITE_TURNS = 2 + CORK_TURNS;

/** Resolves when all statements that were sent before have been written to the connection. */
export async function statementsWritten(): Promise<void> {
  for (let turn = 0; turn < WRITE_TURNS; turn++) await nextTurn();
}
