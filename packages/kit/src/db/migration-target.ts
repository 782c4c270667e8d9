import type postgres from "postgres";
import type { MigrationFile } from "./migration-files.ts";

export interface Target {
  /** The owner of the schema, if it is another role that lets us act for it. */
  formerOwner: string | null;
  /** Files that are not applied yet. */
  pending: PendingFile[];
  /** Applied files of a later release, all compatible: this program works with the schema. */
  newer: string[];
}

export interface PendingFile extends MigrationFile {
  /** The schema has what the file makes, from the files that it replaces. */
  isPresent: boolean;
}

interface Wanted {
  schema: string;
  /** The ordinary role of the service. */
  role: string;
  files: readonly MigrationFile[];
}

/** The last version with the files that the present ones replace. A schema that is older needs it first. */
const LAST_WITH_REPLACED = "commit 70e90eab";
/** How many names an error shows. */
const SHOWN_MAX = 5;

/** Compares the schema with the files. Refuses a schema or a database that is not the one of the service. */
export async function inspectTarget(sql: postgres.ISql, { schema, role, files }: Wanted): Promise<Target> {
  await checkRoles(sql, schema, role);
  const [found] = await sql<{ owner: string; user: string; ours: boolean; migrated: boolean }[]>`
    select pg_get_userbyid(n.nspowner) as owner, current_user::text as "user",
      pg_has_role(current_user, n.nspowner, 'usage') as ours,
      exists (select from pg_class c where c.relnamespace = n.oid and c.relname = 'migrations') as migrated
    from pg_namespace n where n.nspname = ${schema}`;
  if (found !== undefined && !found.ours) {
    throw new Error(`${schema}: the schema belongs to ${found.owner} and not to ${found.user}`);
  }
  const formerOwner = found === undefined || found.owner === found.user ? null : found.owner;
  if (!found?.migrated) {
    await refuseForeignTables(sql, schema);
    return { formerOwner, pending: files.map((file) => ({ ...file, isPresent: false })), newer: [] };
  }
  return { formerOwner, ...(await compare(sql, schema, files)) };
}

async function checkRoles(sql: postgres.ISql, schema: string, role: string): Promise<void> {
  const [found] = await sql<{ user: string; unbound: boolean; known: boolean; mighty: boolean }[]>`
    select current_user::text as "user", o.rolsuper or o.rolbypassrls as unbound, r.oid is not null as known,
      coalesce(r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, o.oid, 'member'), false) as mighty
    from pg_roles o left join pg_roles r on r.rolname = ${role} where o.rolname = current_user`;
  const { user, unbound, known, mighty } = found!;
  // Functions with the rights of the owner would then see the rows of all organizations.
  if (unbound) throw new Error(`${schema}: ${user} bypasses row-level security, so it must not own a schema`);
  if (!known) throw new Error(`${schema}: the role ${role} of the service does not exist`);
  if (mighty) throw new Error(`${schema}: the role ${role} of the service can act as the owner`);
}

/** A schema of ours is made with its table of migrations, in one transaction. */
async function refuseForeignTables(sql: postgres.ISql, schema: string): Promise<void> {
  const foreign = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (
        select from pg_class m join pg_attribute a on a.attrelid = m.oid and a.attname = 'digest'
        where m.relnamespace = n.oid and m.relname = 'migrations')
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by name limit ${SHOWN_MAX}`;
  if (foreign.length === 0) return;
  throw new Error(
    `${schema}: the database has tables of something else: ${foreign.map(({ name }) => name).join(", ")}`,
  );
}

/** The column of compatible files is missing in a schema whose files of kit are older than the column. */
async function compare(sql: postgres.ISql, schema: string, files: readonly MigrationFile[]) {
  const rows = await sql<{ name: string; digest: string; compatible: boolean }[]>`
    select name, digest, coalesce((to_jsonb(m) ->> 'compatible')::boolean, false) as compatible
    from ${sql(schema)}.migrations m order by applied_at, name`;
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]));
  const known = knownDigests(files);
  const edited = rows.find(({ name, digest }) => known.has(name) && known.get(name) !== digest);
  if (edited !== undefined) throw new Error(`${schema}: ${edited.name} was edited after it was applied`);
  const newer = rows.filter(({ name }) => !known.has(name));
  const breaking = newer.filter(({ compatible }) => !compatible).map(({ name }) => name);
  if (breaking.length > 0) {
    const shown = breaking.slice(0, SHOWN_MAX).join(", ");
    throw new Error(`${schema}: the schema is newer than this release, which does not work with ${shown}`);
  }
  const pending = files
    .filter(({ name }) => !applied.has(name))
    .map((file) => ({ ...file, isPresent: isPresent(schema, file, applied) }));
  if (newer.length > 0 && pending.length > 0) {
    throw new Error(`${schema}: the schema has ${newer[0]!.name} of another release and lacks ${pending[0]!.name}`);
  }
  return { pending, newer: newer.map(({ name }) => name) };
}

/** Digests by name of the files, and of those that they replace. */
export const knownDigests = (files: readonly MigrationFile[]): ReadonlyMap<string, string> =>
  new Map(files.flatMap(({ name, digest, replaces }) => [...replaces, [name, digest] as const]));

/** Throws if only some of the replaced files are applied. */
function isPresent(schema: string, { replaces }: MigrationFile, applied: ReadonlyMap<string, string>): boolean {
  const names = [...replaces.keys()];
  const lacking = names.filter((name) => !applied.has(name));
  if (lacking.length === names.length) return false;
  if (lacking.length === 0) return true;
  throw new Error(
    `${schema}: the schema is too old for this release, it lacks ${lacking[0]}; migrate it with ${LAST_WITH_REPLACED} first`,
  );
}
