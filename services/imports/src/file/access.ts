import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { type FileRow, selectFile } from "./queries.ts";

/** Same error for a malformed id, a missing file and another organization's file. */
export async function requireFile(tx: Tx, org: string, id: string, lock?: "to change"): Promise<FileRow> {
  const row = isId(id) ? await selectFile(tx, org, id, lock) : null;
  if (row === null) throw notFound("file");
  return row;
}

/** An unfinished file counts as missing for readers. */
export async function requireStoredFile(tx: Tx, org: string, id: string): Promise<FileRow> {
  const row = await requireFile(tx, org, id);
  if (row.state !== "stored") throw notFound("file");
  return row;
}
