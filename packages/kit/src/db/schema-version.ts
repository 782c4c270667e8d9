import type { Logger } from "pino";
import type { Check } from "../process/readiness.ts";
import { type MigrationFile, readMigrations } from "./migration-files.ts";
import { knownDigests } from "./migration-target.ts";
import type { Pool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";

/** The code of an error about a schema that the migrate command has yet to change. */
export const OLDER_SCHEMA = "OLDER_SCHEMA";

interface Schema {
  pool: Pool;
  schema: string;
  files: readonly MigrationFile[];
}

/**
 * Throws unless exactly the files of this program are applied. Further ones must be compatible with it. Returns the name
 * of the newest file of the service itself.
 */
export async function requireVersion({ pool, schema, files }: Schema): Promise<string> {
  const rows = await readUnowned(
    pool,
    (tx) => tx<{ name: string; digest: string; compatible: boolean }[]>`
      select name, digest, compatible from migrations order by applied_at, name`,
  );
  const known = knownDigests(files);
  const newer = rows.find(({ name, compatible }) => !compatible && !known.has(name));
  if (newer) {
    throw new Error(`the schema ${schema} is newer than this program: it has ${newer.name}, which is not compatible`);
  }
  const edited = rows.find(({ name, digest }) => known.has(name) && known.get(name) !== digest);
  if (edited) throw new Error(`${edited.name} was applied to the schema ${schema} with another content`);
  const applied = new Set(rows.map(({ name }) => name));
  const lacking = files.find(({ name }) => !applied.has(name));
  if (lacking === undefined) return rows.findLast(({ name }) => name.startsWith(`${schema}/`))?.name ?? "";
  const reason = `the schema ${schema} is older than this program: it lacks ${lacking.name}; run the migrate command`;
  throw Object.assign(new Error(reason), { code: OLDER_SCHEMA });
}

/** Throws if the login could switch row-level security off. */
export async function requireOrdinaryRole(pool: Pool, schema: string): Promise<void> {
  const [login] = await readUnowned(
    pool,
    (tx) => tx<{ role: string; mighty: boolean }[]>`
      select r.rolname as role,
        r.rolsuper or r.rolbypassrls or pg_has_role(current_user, n.nspowner, 'member') as mighty
      from pg_roles r, pg_namespace n where r.rolname = current_user and n.nspname = ${schema}`,
  );
  if (login?.mighty) throw new Error(`${login.role} can change the schema ${schema}: a service needs an ordinary role`);
}

interface Watched {
  pool: Pool;
  schema: string;
  migrations: readonly URL[];
  log: Logger;
}

export interface VersionCheck {
  /** A check of readiness that logs each new reason once. */
  check: Check;
  /** The newest migration at the last check that passed. */
  schemaVersion(): string;
}

/** Watches the version of a schema, which agrees with this program now. */
export async function versionCheck({ pool, schema, migrations, log }: Watched): Promise<VersionCheck> {
  const files = await readMigrations(migrations);
  let version = await requireVersion({ pool, schema, files });
  let logged = "";
  const check = async () => {
    try {
      version = await requireVersion({ pool, schema, files });
      logged = "";
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== logged) log.error({ reason }, "not ready");
      logged = reason;
      throw error;
    }
  };
  return { check, schemaVersion: () => version };
}
