import { createHash } from "node:crypto";
import type { Tx } from "@emissions/kit/db/transactions";
import { selectContent } from "./queries.ts";

interface ContentSummary {
  sizeBytes: number;
  sha256: string;
  /** Enough to recognize the file type. */
  firstChunk: Uint8Array;
}

/** Reads one chunk at a time, so memory does not depend on the file size. */
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
