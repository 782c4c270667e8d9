import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

interface Migration {
  ownerUrl: string;
  schema: string;
  /** The ordinary role of the service. It uses the tables and owns none. */
  role: string;
  /** Applied after the tables that every schema has, folder by folder, each in order of file names. */
  folders: readonly URL[];
  log?: { info(line: string): void };
}

const FOUNDATION = new URL("../../migrations/", import.meta.url);

/** Limit of the wait for another process that migrates. */
const LOCK_TIMEOUT = "60s";

/**
 * Applies each .sql file of the folders once, as the owner. Throws if an applied file was edited since. Everything runs
 * in one transaction: a schema is never half migrated.
 */
export async function migrate({ ownerUrl, schema, role, folders, log }: Migration): Promise<string[]> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: { application_name: `migrate ${schema}` } });
  try {
    return await sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await tx`select pg_advisory_xact_lock(hashtextextended(${`migrate ${schema}`}, 0))`;
      await tx`create schema if not exists ${tx(schema)}`;
      await tx.unsafe(`set local search_path = ${schema}`);
      await tx`create table if not exists migrations (
        name text primary key, digest text not null, applied_at timestamptz not null default now())`;
      const applied = new Map(
        (await tx<{ name: string; digest: string }[]>`select name, digest from migrations`).map((m) => [
          m.name,
          m.digest,
        ]),
      );
      const fresh: string[] = [];
      for (const { name, text } of await filesIn([FOUNDATION, ...folders])) {
        const digest = createHash("sha256").update(text).digest("hex");
        const before = applied.get(name);
        if (before === digest) continue;
        if (before !== undefined) throw new Error(`${schema}: ${name} was edited after it was applied`);
        await tx.unsafe(text);
        await tx`insert into migrations (name, digest) values (${name}, ${digest})`;
        fresh.push(name);
        log?.info(`${schema}: applied ${name}`);
      }
      await grant(tx, schema, role, fresh.length > 0);
      return fresh;
    });
  } finally {
    await sql.end();
  }
}

/** Rights are granted only after new migrations, because a migration may also revoke rights. */
async function grant(tx: postgres.TransactionSql, schema: string, role: string, fresh: boolean): Promise<void> {
  await tx`grant usage on schema ${tx(schema)} to ${tx(role)}`;
  if (!fresh) return;
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
  await tx.unsafe(`grant execute on all functions in schema "${schema}" to "${role}"`);
}

async function filesIn(folders: readonly URL[]): Promise<{ name: string; text: string }[]> {
  const files: { name: string; text: string }[] = [];
  for (const folder of folders) {
    // Two folders may have files of one name, so the stored name has the package as its prefix.
    const owner = basename(fileURLToPath(new URL("../", folder)));
    const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
    for (const name of names) {
      files.push({ name: `${owner}/${name}`, text: await readFile(new URL(name, folder), "utf8") });
    }
  }
  return files;
}
