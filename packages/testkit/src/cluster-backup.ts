import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, type Dirent } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { replaceFile } from "./durable-file.ts";
import { asAdmin } from "./roles.ts";

/** A backup is complete when it has this file, which is written last. */
export const MANIFEST = "manifest.json";
/** Folder of the files of the cluster in a backup. */
export const CLUSTER = "cluster";

export interface CopiedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  postgres: string;
  /** Recovery reaches at least this point of the write-ahead log. */
  stopLsn: string;
  stoppedAt: string;
  files: CopiedFile[];
}

/** Folders whose content a server makes anew when it starts. */
const EMPTIED = new Set(
  ["dynshmem", "notify", "replslot", "serial", "snapshots", "stat_tmp", "subtrans", "wal"].map((name) => `pg_${name}`),
);
/** Files of the running server, and caches. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
const WAL_FILE = /^[0-9A-F]{24}$/;
const TIMELINE_FILE = /^[0-9A-F]{8}\.history$/;
const MODE = { folder: 0o700, file: 0o600 };

/**
 * Copies a running cluster on this machine, with the interface of Postgres for backups of the file system. Writers go
 * on. The backup has the part of the write-ahead log that makes it consistent.
 */
export async function backUpCluster(adminUrl: string, folder: string): Promise<Manifest> {
  const to = join(folder, CLUSTER);
  await mkdir(to, { recursive: true, mode: MODE.folder });
  const manifest = await asAdmin(adminUrl, (sql) => copyWhileRunning(sql, to));
  replaceFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function copyWhileRunning(sql: postgres.Sql, to: string): Promise<Manifest> {
  const [server] = await sql<[{ data: string; postgres: string }]>`
    select current_setting('data_directory') as data, current_setting('server_version') as postgres`;
  // The slot keeps the log until it is copied. It ends with the connection.
  const slot = `backup_${process.pid}`;
  await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
  const [{ first }] = await sql<[{ first: string }]>`
    select pg_walfile_name(pg_backup_start('emissions backup', fast => true)) as first`;
  const files = await copyFolder(server.data, to, "");
  // The server of `npm start` has no archive to wait for.
  const [stopped] = await sql<[{ lsn: string; label: string; last: string; at: string }]>`
    select lsn, labelfile as label, pg_walfile_name(lsn) as last, to_char(clock_timestamp() at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from pg_backup_stop(wait_for_archive => false)`;
  await writeFile(join(to, "backup_label"), stopped.label, { mode: MODE.file });
  files.push({ path: "backup_label", ...digestOf(stopped.label) });
  files.push(...(await copyLog(server.data, to, { first, last: stopped.last })));
  return { postgres: server.postgres, stopLsn: stopped.lsn, stoppedAt: stopped.at, files };
}

async function copyFolder(from: string, to: string, path: string): Promise<CopiedFile[]> {
  const files: CopiedFile[] = [];
  for (const entry of await entriesOf(join(from, path))) {
    const inside = join(path, entry.name);
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isSymbolicLink()) throw new Error(`${inside} is a link: a cluster with tablespaces needs another tool`);
    if (entry.isDirectory()) {
      await mkdir(join(to, inside), { mode: MODE.folder });
      if (path !== "" || !EMPTIED.has(entry.name)) files.push(...(await copyFolder(from, to, inside)));
    } else {
      const copied = await copyIfPresent(from, to, inside);
      if (copied !== null) files.push(copied);
    }
  }
  return files;
}

/** Log files from the first to the last one that the backup needs, and the histories of earlier recoveries. */
async function copyLog(from: string, to: string, { first, last }: { first: string; last: string }) {
  const files: CopiedFile[] = [];
  for (const { name } of await entriesOf(join(from, "pg_wal"))) {
    const isNeeded = TIMELINE_FILE.test(name) || (WAL_FILE.test(name) && name >= first && name <= last);
    if (isNeeded) files.push(await copyFile(from, to, join("pg_wal", name)));
  }
  return files;
}

/** A table may be dropped meanwhile. Its files or its folder are then missing, and the log says why. */
const entriesOf = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch(absent([]));
const copyIfPresent = (...file: Parameters<typeof copyFile>) => copyFile(...file).catch(absent(null));

function absent<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return otherwise;
    throw error;
  };
}

/** Copies one file, and measures it while it is read. */
export async function copyFile(from: string, to: string, path: string): Promise<CopiedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    createReadStream(join(from, path)),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(join(to, path), { mode: MODE.file }),
  );
  return { path, bytes, sha256: hash.digest("hex") };
}

const digestOf = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});
