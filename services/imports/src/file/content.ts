import { createHash } from "node:crypto";
import type { Tx } from "@emissions/kit/db/transactions";
import { selectContent } from "./queries.ts";

interface Content {
  sizeBytes: number;
  sha256: string;
  /** The first chunk. */
  head: Uint8Array;
}

/** Reads a file chunk by chunk: no more than one is in memory. */
export async function inspectContent(tx: Tx, org: string, id: string): Promise<Content> {
  const hash = createHash("sha256");
  const head = await selectContent(tx, org, id, 0);
  let sizeBytes = 0;
  for (let chunk = head; chunk.length > 0; chunk = await selectContent(tx, org, id, sizeBytes)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest("hex"), head };
}
