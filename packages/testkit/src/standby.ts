import { chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backUpCluster } from "./cluster-backup.ts";
import { restoreCluster } from "./cluster-restore.ts";
import { type Postgres, type PostgresOptions, startPostgres } from "./postgres.ts";
import { clusterHome, serverUser } from "./postgres-files.ts";

/** Copies a running server, and starts the copy as a standby that streams from it. It has the passwords of the primary. */
export async function startStandby(primary: Postgres, options: PostgresOptions): Promise<Postgres> {
  const backup = `${options.dataDir}.backup`;
  await backUpCluster(primary.url, backup);
  await restoreCluster(backup, options.dataDir);
  await rm(backup, { recursive: true });

  const user = serverUser();
  const signal = join(await clusterHome(options.dataDir, user), "data", "standby.signal");
  await writeFile(signal, "");
  if (user !== undefined) await chown(signal, user.uid, user.gid);
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const server = await startPostgres({ ...options, settings: { ...options.settings, primary_conninfo: source } });
  return { ...server, url: Object.assign(new URL(primary.url), { port: new URL(server.url).port }).href };
}
