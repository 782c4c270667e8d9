import { createHash } from "node:crypto";
import { unavailable } from "@emissions/kit/db/run-transaction";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { type StoredContent, selectStoredContent } from "./content-queries.ts";
import { CHUNK_BYTES_MAX } from "./limits.ts";
import { selectContent } from "./queries.ts";
import type { ContentKey } from "./store/content-store.ts";

interface ContentSummary {
  sizeBytes: number;
  sha256: string;
  /** Enough to recognize the file type. */
  firstChunk: Uint8Array;
}

const NOTHING = new Uint8Array();

/** Reads one chunk of an upload at a time, so memory does not depend on the file size. */
export async function summarizeContent(tx: Tx, org: string, id: string): Promise<ContentSummary> {
  const hash = createHash("sha256");
  const firstChunk = await selectContent(tx, org, id, 0);
  let sizeBytes = 0;
  for (let chunk = firstChunk; chunk.length > 0; chunk = await selectContent(tx, org, id, sizeBytes)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest("hex"), firstChunk };
}

/**
 * The bytes of a finished file from a position on, at most one chunk; none at the end. Call it outside of a transaction,
 * because the store may be slow.
 */
export async function readContent(
  { store }: Pick<Context, "store">,
  key: ContentKey,
  { storedIn, sizeBytes, content }: StoredContent,
  position: number,
): Promise<Uint8Array> {
  const left = Number(sizeBytes) - position;
  if (left <= 0) return NOTHING;
  if (storedIn === "database") return content ?? NOTHING;
  if (store === null) throw unavailable("No file store is configured.", undefined);
  return store.read(key, { position, bytes: Math.min(left, CHUNK_BYTES_MAX) });
}

/** The whole content of a finished file, at most 25 MiB, wherever it is stored; null for a missing file. */
export async function readFile(context: Pick<Context, "db" | "store">, key: ContentKey): Promise<Buffer | null> {
  const { org, id } = key;
  const chunks: Uint8Array[] = [];
  for (let position = 0; ; ) {
    const from = position;
    const found = await context.db.asService(org, ({ tx }) => selectStoredContent(tx, org, id, from));
    if (found === null) return null;
    const chunk = await readContent(context, key, found, position);
    if (chunk.length === 0) return Buffer.concat(chunks);
    chunks.push(chunk);
    position += chunk.length;
  }
}
