import { createHash } from "node:crypto";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { readFile } from "./content.ts";
import {
  deleteObjectRow,
  insertObject,
  moveContent,
  renewUnused,
  selectDatabaseContents,
  selectUnusedObjects,
} from "./content-queries.ts";
import { selectFile } from "./queries.ts";
import type { ContentKey, ContentStore } from "./store/content-store.ts";

const EVERY_MS = 10_000;
/** Contents moved in one run, one after the other; each is in memory as a whole. */
const MOVES_MAX = 50;
const DELETIONS_MAX = 500;
/** A run ends after so many failures: the store is probably away. */
const FAILURES_MAX = 3;
/** Longer than the time limit of a write, because an object may be written after its file was deleted. */
export const UNUSED_S = 300;

interface Options extends Pick<Context, "db"> {
  store: ContentStore;
  unusedS?: number;
}

/** Moves contents to the object store, and deletes the objects of deleted files. */
export const objectSweep = (options: Options): Sweep => ({
  name: "file-objects",
  everyMs: EVERY_MS,
  work: async (signal) => {
    await moveContents(options, signal);
    await deleteUnused(options, signal);
  },
});

export async function moveContents(options: Options, signal: AbortSignal): Promise<void> {
  const waiting = await options.db.systemWide((tx) => selectDatabaseContents(tx, MOVES_MAX));
  await eachOf(waiting, signal, (key) => moveOne(options, key));
}

/** A repeat after a kill writes the same object again. */
async function moveOne({ db, store }: Options, key: ContentKey): Promise<void> {
  const { org, id } = key;
  const file = await db.asService(org, async ({ tx }) => {
    const row = await selectFile(tx, org, id, "to change");
    if (row !== null) await insertObject(tx, org, id);
    return row;
  });
  const bytes = file && (await readFile({ db, store }, key));
  if (!file?.sha256 || bytes === null) return;
  // A damaged content stays in the database, where a backup may still repair it.
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) {
    throw new Error(`The content of file ${id} does not match its hash.`);
  }
  await store.put({ ...key, bytes, sha256: file.sha256 });
  await db.asService(org, async ({ tx }) => {
    if (!(await moveContent(tx, org, id))) await renewUnused(tx, org, id);
  });
}

export async function deleteUnused(options: Options, signal: AbortSignal): Promise<void> {
  const { db, store, unusedS: afterS = UNUSED_S } = options;
  const unused = await db.systemWide((tx) => selectUnusedObjects(tx, { afterS, limit: DELETIONS_MAX }));
  await eachOf(unused, signal, async (key) => {
    await store.delete(key);
    await db.asService(key.org, ({ tx }) => deleteObjectRow(tx, key.org, key.id));
  });
}

/** A failure does not hold up the other files. The next run tries again. */
async function eachOf(keys: readonly ContentKey[], signal: AbortSignal, work: (key: ContentKey) => Promise<void>) {
  const failures: unknown[] = [];
  for (const key of keys) {
    if (signal.aborted || failures.length >= FAILURES_MAX) break;
    await work(key).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
