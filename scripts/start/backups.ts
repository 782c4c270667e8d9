import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { backUpCluster, type Manifest } from "@emissions/testkit/cluster-backup";
import { type PointInTime, readManifest, restoreCluster } from "@emissions/testkit/cluster-restore";
import { type Settings, shown } from "./settings.ts";

/** Secrets without which the restored rows cannot be read, and the files that describe the demo. */
const KEPT = ["secrets.json", "keys", "webhooks", "demo.json", "demo-records.done", join("postgres", "password")];
/** Folder of the secrets in a backup. Whoever has it and the cluster has everything. */
const SECRETS = "secrets";
const ADMIN = "postgres";

type Place = Pick<Settings, "state" | "databaseUrl">;

/** Copies Postgres and the secrets of the system that `npm start` runs into a new folder. */
export async function backUp(place: Place, folder: string): Promise<Manifest> {
  refuseOtherPostgres(place);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  copySecrets(place.state, join(folder, SECRETS));
  return backUpCluster(adminUrl(place.state), folder).catch((error) => {
    if (error.code === "ECONNREFUSED")
      throw new Error("Postgres does not run: run npm start first, and leave it running");
    throw error;
  });
}

/** Fills an empty state folder from a backup. The next `npm start` replays the log, and makes the streams of NATS anew. */
export async function restore(place: Place, folder: string, point?: PointInTime): Promise<Manifest> {
  refuseOtherPostgres(place);
  const { state } = place;
  for (const name of ["secrets.json", "postgres", "nats"]) {
    if (existsSync(join(state, name)))
      throw new Error(`${shown(state)} has ${name} already; choose an empty STATE_DIR`);
  }
  const manifest = await readManifest(folder);
  await restoreCluster(folder, join(state, "postgres"), point);
  copySecrets(join(folder, SECRETS), state);
  return manifest;
}

function copySecrets(from: string, to: string) {
  for (const name of KEPT) {
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
  }
}

function refuseOtherPostgres({ databaseUrl }: Place) {
  if (databaseUrl !== undefined) throw new Error("DATABASE_URL names another Postgres: use a tool of docs/backup.md");
}

function adminUrl(state: string): string {
  const read = (name: string) => readFileSync(join(state, "postgres", name), "utf8").trim();
  if (!existsSync(join(state, "postgres", "port")))
    throw new Error(`${shown(state)} has no Postgres: run npm start first`);
  return `postgres://${ADMIN}:${read("password")}@127.0.0.1:${read("port")}/postgres`;
}

/** Sizes as they are shown after a command. */
export function summaryOf({ files, postgres, stoppedAt }: Manifest): string {
  const mib = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2;
  return `${files.length} files, ${Math.round(mib)} MiB, Postgres ${postgres}, state of ${stoppedAt}`;
}
