import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Postgres, startPostgres } from "@emissions/testkit/postgres";
import { asAdmin, copyDatabase, SERVICES, toDatabase } from "@emissions/testkit/roles";
import { ensureTemplate, type Template } from "@emissions/testkit/template";

/** Where the server writes the plans of all statements, below the folder of the system. */
export const plansIn = (dir: string): string => join(dir, "plans");

/** A Postgres that can log the plan of each statement, also of those in functions and triggers. */
export function startExplained(dir: string): Promise<Postgres> {
  const folder = plansIn(dir);
  mkdirSync(folder);
  // The user of the server writes here.
  chmodSync(folder, 0o777);
  const settings = {
    shared_preload_libraries: "auto_explain",
    ...{ "auto_explain.log_nested_statements": "on", "auto_explain.log_format": "json" },
    ...{ "auto_explain.log_parameter_max_length": "0" },
    ...{ logging_collector: "on", log_destination: "jsonlog", log_directory: folder, log_file_mode: "0644" },
    ...{ log_rotation_size: "0", log_filename: "plans.log" },
  };
  return startPostgres({ dataDir: clusterIn(dir), log: join(dir, "postgres.log"), durable: false, settings });
}

/** Folder of the server. */
export const clusterIn = (dir: string): string => join(dir, "postgres");

/**
 * Makes the database of the system, and logs plans from now on, without row-level security: its policies would constrain
 * each table, whatever a statement says. Statements then stay in their organization by themselves.
 */
export async function explainedDatabase(postgresUrl: string, template: Template): Promise<string> {
  const database = "explained";
  await copyDatabase(postgresUrl, database, await ensureTemplate(postgresUrl, template));
  await asAdmin(toDatabase(postgresUrl, database), async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace::regnamespace::text in ${sql(SERVICES)} and c.relkind in ('r', 'p') and c.relrowsecurity`;
    for (const { name } of tables) await sql.unsafe(`alter table ${name} disable row level security`);
    await sql`alter system set auto_explain.log_min_duration = 0`;
    await sql`select pg_reload_conf()`;
  });
  return database;
}
