import { createHmac } from "node:crypto";
import postgres from "postgres";

export const SERVICES = ["gateway", "factors", "activity", "calc", "imports", "notify"] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Any number, but the same for everything that creates roles in a cluster. */
const ROLES_LOCK = 7_201_118;

export interface DatabaseUrls {
  /** Role that owns the schema of a service and migrates it. */
  ownerOf(service: ServiceName): string;
  /** Ordinary role of a service, to which row-level security applies. */
  of(service: ServiceName): string;
}

/**
 * Creates the roles of all services, and a database in which the owners may create their schemas. Both may exist
 * already. `adminUrl` must be allowed to create roles, and the database if it is missing.
 */
export async function prepareDatabase(adminUrl: string, database: string): Promise<DatabaseUrls> {
  await asAdmin(adminUrl, async (sql) => {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${ROLES_LOCK})`;
      await ensureRoles(tx, adminUrl);
    });
    const [found] = await sql`select from pg_database where datname = ${database}`;
    if (found === undefined) await sql`create database ${sql(database)}`;
    await sql.unsafe(`grant connect, create on database "${database}" to ${SERVICES.map(ownerOf).join(", ")}`);
  });
  await asAdmin(toDatabase(adminUrl, database), letOwnersTakeOver);
  return databaseUrls(adminUrl, database);
}

/**
 * A new database with the content of another one in the same cluster, whose roles exist already. Takes some 30 ms.
 * A copy of the files takes half the processor time of one that is logged.
 */
export async function copyDatabase(adminUrl: string, database: string, template: string): Promise<DatabaseUrls> {
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(database)} template ${sql(template)} strategy file_copy`);
  return databaseUrls(adminUrl, database);
}

export function databaseUrls(adminUrl: string, database: string): DatabaseUrls {
  const as = (role: string) => {
    const url = new URL(adminUrl);
    url.username = role;
    url.password = passwordOf(role, adminUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  return { ownerOf: (service) => as(ownerOf(service)), of: (service) => as(roleOf(service)) };
}

export async function dropDatabase(adminUrl: string, name: string) {
  await asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
}

export function roleOf(service: string): string {
  return `emissions_${service}`;
}

function ownerOf(service: string): string {
  return `${roleOf(service)}_owner`;
}

/** The same URL with another database. */
export function toDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

export async function asAdmin<R>(adminUrl: string, work: (sql: postgres.Sql) => Promise<R>): Promise<R> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Derived from the administrator's password. Several systems on one cluster then agree on it without storing it. */
function passwordOf(role: string, adminUrl: string): string {
  return createHmac("sha256", decodeURIComponent(new URL(adminUrl).password))
    .update(role)
    .digest("hex");
}

/** In two round trips: tests and starts do it for each new database. */
async function ensureRoles(tx: postgres.TransactionSql, adminUrl: string) {
  const roles = SERVICES.flatMap((service) => [ownerOf(service), roleOf(service)]);
  const found = await tx<{ name: string; mighty: boolean }[]>`
    select rolname as name, rolsuper or rolbypassrls as mighty from pg_roles where rolname in ${tx(roles)}`;
  const mighty = found.find((role) => role.mighty);
  if (mighty !== undefined) throw new Error(`the role ${mighty.name} may bypass row-level security`);
  const known = new Set(found.map(({ name }) => name));
  const logins = roles.map((role) => {
    const verb = known.has(role) ? "alter" : "create";
    return `${verb} role ${role} login password '${passwordOf(role, adminUrl)}'`;
  });
  const paths = SERVICES.map((service) => `alter role ${roleOf(service)} set search_path = ${service}`);
  await tx.unsafe([...logins, ...paths].join("; "));
}

/**
 * Earlier releases had one owner of all schemas. As a member of that role an owner can take its schema over. A schema
 * without our table of migrations is somebody else's.
 */
async function letOwnersTakeOver(sql: postgres.Sql) {
  const former = await sql<{ name: string; schema: string }[]>`
    select r.rolname as name, n.nspname as schema from pg_namespace n join pg_roles r on r.oid = n.nspowner
    where n.nspname in ${sql(SERVICES)} and r.rolname <> 'emissions_' || n.nspname || '_owner'
      and not r.rolsuper and not r.rolbypassrls
      and exists (
        select from pg_class m join pg_attribute a on a.attrelid = m.oid and a.attname = 'digest'
        where m.relnamespace = n.oid and m.relname = 'migrations')`;
  for (const { name, schema } of former) await sql`grant ${sql(name)} to ${sql(ownerOf(schema))}`;
}
