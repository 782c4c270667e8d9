import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Caller, type CallFacts, callerFor, fingerprint, idempotencyKey, type Outgoing } from "./call.ts";
import { unavailable } from "./errors.ts";
import { type FilePart, openFilePart, type PartRule } from "./multipart.ts";

/** A file that is being uploaded. */
export interface Upload extends Pick<FilePart, "name" | "type" | "pieces"> {
  /**
   * Makes the call that completes the upload, after the last piece, with the idempotency key of the request. A repeat
   * gets the answer of the first such call; its own upload must be removed then.
   */
  once: Caller;
}

/** Each upload holds one or two pieces in memory. */
const UPLOADS_AT_ONCE_MAX = 100;
let uploads = 0;

interface UploadContext {
  outgoing: Outgoing;
  facts: CallFacts;
  rule: PartRule;
}

/** Passes the file of a request to `work` while it arrives. */
export async function receiveUpload<R>(
  request: FastifyRequest,
  { outgoing, facts, rule }: UploadContext,
  work: (call: Caller, upload: Upload) => Promise<R>,
) {
  const key = idempotencyKey(request.raw);
  if (uploads >= UPLOADS_AT_ONCE_MAX) throw unavailable();
  uploads++;
  let part: FilePart | undefined;
  try {
    part = await openFilePart(request.raw, rule);
    const { name, type } = part;
    const hash = createHash("sha256");
    const callFacts = { ...facts, deadlinePerCall: true };
    const seen = { replayed: false };
    const once: Caller = async (method, message) => {
      const content = Buffer.from(`${name}\n${hash.digest("hex")}`);
      const repeat = key && { key, fingerprint: fingerprint(request.method, request.url, content) };
      const caller = callerFor(outgoing, { ...callFacts, ...(repeat && { repeat }) });
      const reply = await caller.call(method, message);
      seen.replayed = caller.seen.replayed;
      return reply;
    };
    const pieces = key === undefined ? part.pieces : hashed(part.pieces, (piece) => hash.update(piece));
    const answer = await work(callerFor(outgoing, callFacts).call, { name, type, pieces, once });
    return { answer, seen };
  } finally {
    uploads--;
    part?.close();
  }
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, update: (piece: Uint8Array) => unknown) {
  for await (const piece of pieces) {
    update(piece);
    yield piece;
  }
}
