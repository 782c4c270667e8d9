import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { urlsOf } from "../process/database-url.ts";
import { type MigrationFile, readMigrations } from "./migration-files.ts";
import { inspectTarget, type Target } from "./migration-target.ts";
import { connectionOptions } from "./pool.ts";
import { CLIENT_CHECK_INTERVAL_MS } from "./settings.ts";
import { takeOver } from "./take-over.ts";
import type { TlsFiles } from "./tls.ts";

interface Migration {
  /** Login of the owner of the schema. It must reach Postgres without a pooler. */
  ownerUrl: string;
  schema: string;
  /** The ordinary role of the service. It uses the tables and owns none. */
  role: string;
  /** Applied after the tables that every schema has, folder by folder, each in order of file names. */
  folders: readonly URL[];
  tls?: TlsFiles;
  log?: { info(line: string): void };
  locks?: LockLimits;
}

interface LockLimits {
  /** Longest wait for a lock on a table. Statements of services queue behind this wait. */
  timeoutMs: number;
  tries: number;
  pauseMs: number;
}

const LOCK_LIMITS: LockLimits = { timeoutMs: 3_000, tries: 20, pauseMs: 1_000 };
/** Limit of the wait for another process that migrates. */
const TURN_TIMEOUT_MS = 60_000;
/** A file without a transaction waits for old transactions, and blocks no statement of a service meanwhile. */
const ALONE_LOCK_TIMEOUT_MS = 120_000;

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** Lists the work of `migrate` and changes nothing. */
export async function planMigration({ schema, role, folders, ...login }: Migration): Promise<Target> {
  const files = await readMigrations(folders);
  return asOwner({ ...login, schema }, (sql) => inspectTarget(sql, { schema, role, files }));
}

/**
 * Applies each .sql file of the folders once, as the owner. Throws if the schema or the database is not the one of the
 * service. Files run together in one transaction, but for those that must run alone. Answers with the applied names.
 */
export async function migrate(options: Migration): Promise<string[]> {
  const { schema, log } = options;
  const files = await readMigrations(options.folders);
  const applied: string[] = [];
  // Each step applies a file, here or in another process that migrates.
  for (let step = 0; step <= files.length; step++) {
    const work = (sql: postgres.Sql) => applyNext(sql, { ...options, files });
    const names = await retryLocks(options, () => asOwner(options, work));
    if (names === null) break;
    for (const name of names) log?.info(`${schema}: applied ${name}`);
    applied.push(...names);
  }
  return applied;
}

interface Step extends Migration {
  files: readonly MigrationFile[];
}

export const newerLine = (schema: string, newer: readonly string[]): string =>
  `${schema}: has ${newer.length} files of a later release, the last is ${newer.at(-1)}; this release works with them`;

/** Applies the next files. Answers with their names, or null if nothing is left to do. */
async function applyNext(sql: postgres.Sql, step: Step): Promise<string[] | null> {
  const { formerOwner, pending, newer } = await inspectTarget(sql, step);
  const [next] = pending;
  if (newer.length > 0) step.log?.info(newerLine(step.schema, newer));
  if (formerOwner === null && next === undefined) return null;
  if (formerOwner === null && next?.alone) return applyAlone(sql, step, next);
  return applyTogether(sql, step);
}

/** Up to the next file that must run alone. All of it is applied or nothing. */
function applyTogether(sql: postgres.Sql, step: Step): Promise<string[]> {
  const { schema, role, log, locks = LOCK_LIMITS } = step;
  return sql.begin(async (tx) => {
    await awaitTurn(tx, schema, () => tx`select pg_advisory_xact_lock(hashtextextended(${`migrate ${schema}`}, 0))`);
    await tx.unsafe(`set local lock_timeout = ${locks.timeoutMs}`);
    const { formerOwner, pending } = await inspectTarget(tx, step);
    if (formerOwner !== null) {
      await takeOver(tx, schema, formerOwner);
      log?.info(`${schema}: took the schema over from ${formerOwner}`);
    }
    const [found] = await tx`select from pg_namespace where nspname = ${schema}`;
    if (found === undefined) await tx`create schema ${tx(schema)}`;
    await tx.unsafe(`set local search_path = ${schema}`);
    await tx`create table if not exists migrations (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`;
    const end = pending.findIndex(({ alone }) => alone);
    const files = end === -1 ? pending : pending.slice(0, end);
    for (const file of files) {
      if (!file.isPresent) await tx.unsafe(file.text);
      await keep(tx, file);
    }
    if (files.length > 0) await grant(tx, schema, role);
    return files.map(({ name }) => name);
  });
}

async function applyAlone(sql: postgres.Sql, step: Step, file: MigrationFile): Promise<string[]> {
  const { schema } = step;
  // The lock ends with the connection, which serves this step only.
  await awaitTurn(sql, schema, () => sql`select pg_advisory_lock(hashtextextended(${`migrate ${schema}`}, 0))`);
  const { pending } = await inspectTarget(sql, step);
  if (pending[0]?.name !== file.name) return [];
  await sql.unsafe(`set search_path = ${schema}`);
  await sql.unsafe(`set lock_timeout = ${ALONE_LOCK_TIMEOUT_MS}`);
  await dropUnfinishedIndexes(sql, schema);
  // Only the simple protocol takes several statements, and it would run them in a transaction.
  const extended: object = { simple: false };
  await sql.unsafe(file.text, [], extended);
  await keep(sql, file);
  return [file.name];
}

/** An interrupted `create index concurrently` leaves an index that is maintained but never used. */
async function dropUnfinishedIndexes(sql: postgres.Sql, schema: string): Promise<void> {
  const indexes = await sql<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'i' and not i.indisvalid`;
  for (const { name } of indexes) await sql`drop index concurrently ${sql(schema)}.${sql(name)}`;
}

/** The column for compatible files is made by the first migration of kit. */
async function keep(sql: postgres.ISql, { name, digest, compatible }: MigrationFile): Promise<void> {
  await sql`insert into migrations (name, digest) values (${name}, ${digest})`;
  if (compatible) await sql`update migrations set compatible = true where name = ${name}`;
}

/** A migration may also revoke rights, so they are granted after new ones. */
async function grant(tx: postgres.ISql, schema: string, role: string): Promise<void> {
  await tx`grant usage on schema ${tx(schema)} to ${tx(role)}`;
  const tables = await tx<{ name: string; isView: boolean; appendOnly: boolean }[]>`
    select c.relname as name, c.relkind = 'v' as "isView",
      coalesce(obj_description(c.oid, 'pg_class'), '') like 'append-only%' as "appendOnly"
    from pg_class c
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p', 'v') and c.relname <> 'migrations'`;
  for (const { name, isView, appendOnly } of tables) {
    const rights = isView ? "select" : appendOnly ? "select, insert" : "select, insert, update, delete";
    await tx.unsafe(
      `revoke all on "${schema}"."${name}" from "${role}"; grant ${rights} on "${schema}"."${name}" to "${role}"`,
    );
  }
  await tx.unsafe(`grant select on "${schema}".migrations to "${role}"`);
  await tx.unsafe(`grant usage on all sequences in schema "${schema}" to "${role}"`);
  // Those of an extension belong to a superuser, and everybody may execute them. Postgres warns about each.
  const functions = await tx<{ signature: string }[]>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = ${schema}::regnamespace and pg_has_role(proowner, 'usage') and prokind = 'f'`;
  const signatures = functions.map(({ signature }) => signature);
  if (signatures.length > 0) await tx.unsafe(`grant execute on function ${signatures.join(", ")} to "${role}"`);
}

type Login = Pick<Migration, "ownerUrl" | "schema" | "tls">;

async function asOwner<R>({ ownerUrl, schema, tls }: Login, work: (sql: postgres.Sql) => Promise<R>): Promise<R> {
  const sql = postgres(urlsOf(ownerUrl)[0]!.href, {
    ...connectionOptions({ DATABASE_URL: ownerUrl, ...tls }),
    max: 1,
    onnotice: () => {},
    connection: {
      application_name: `migrate ${schema}`,
      client_connection_check_interval: CLIENT_CHECK_INTERVAL_MS,
    },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Only one process at a time migrates a schema. */
async function awaitTurn(sql: postgres.ISql, schema: string, lock: () => PromiseLike<unknown>): Promise<void> {
  await sql.unsafe(`set lock_timeout = ${TURN_TIMEOUT_MS}`);
  try {
    await lock();
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error(`${schema}: another process has been migrating for ${TURN_TIMEOUT_MS / 1000} s`, { cause: error });
  }
}

/** Gives the locks up between tries, so that the statements of services go on. */
async function retryLocks<R>({ schema, log, locks = LOCK_LIMITS }: Migration, work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
      if (attempt === locks.tries) {
        throw new Error(`${schema}: no lock in ${locks.tries} tries, end long transactions`, { cause: error });
      }
      log?.info(`${schema}: ${(error as Error).message}, trying again`);
      await sleep(locks.pauseMs);
    }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
