import { createHash } from "node:crypto";
import { exhausted } from "@emissions/kit/wire/errors";
import type { FastifyRequest } from "fastify";
import { type Caller, type CallFacts, callerFor, fingerprint, idempotencyKey, type Outgoing } from "./call.ts";
import { type FilePart, openFilePart, type PartRule } from "./multipart.ts";
import { SharedLimit } from "./shared-limit.ts";

/** A file that is being uploaded. */
export interface Upload extends Pick<FilePart, "name" | "type" | "pieces"> {
  /**
   * Makes the call that completes the upload, after the last piece, with the idempotency key of the request. A repeat
   * gets the answer of the first such call; its own upload must be removed then.
   */
  once: Caller;
}

/** Uploads at once. Each holds one or two pieces in memory. */
const UPLOADS_MAX = { key: 20, organization: 20, process: 100 };
const uploads = new SharedLimit(UPLOADS_MAX, () =>
  exhausted("TOO_MANY_UPLOADS", `At most ${UPLOADS_MAX.organization} uploads of an organization at once.`),
);

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
  const release = uploads.take(request.principal, 1);
  let part: FilePart | undefined;
  try {
    part = await openFilePart(request.raw, rule);
    const { name, type } = part;
    const hash = createHash("sha256");
    const callFacts = { ...facts, deadlinePerCall: true };
    const seen = { replayed: false };
    const once: Caller = async (method, message) => {
      const content = Buffer.from(`${name}\n${hash.digest("hex")}`);
      const repeat = key && {
        key,
        fingerprint: fingerprint({ method: request.method, url: request.url, body: content }),
      };
      const caller = callerFor(outgoing, { ...callFacts, ...(repeat && { repeat }) });
      const reply = await caller.call(method, message);
      seen.replayed = caller.seen.replayed;
      return reply;
    };
    const pieces = key === undefined ? part.pieces : hashed(part.pieces, (piece) => hash.update(piece));
    const answer = await work(callerFor(outgoing, callFacts).call, { name, type, pieces, once });
    return { answer, seen };
  } finally {
    release();
    part?.close();
  }
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, update: (piece: Uint8Array) => unknown) {
  for await (const piece of pieces) {
    update(piece);
    yield piece;
  }
}
