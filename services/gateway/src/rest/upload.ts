import { createHash } from "node:crypto";
import { exhausted } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import type { FastifyRequest } from "fastify";
import { refusalFor } from "./batch.ts";
import { type Caller, type CallFacts, callerFor, fingerprint, idempotencyKey, type Outgoing } from "./call.ts";
import { type FilePart, openFilePart, type PartRule } from "./multipart.ts";
import { type Share, SharedLimit } from "./shared-limit.ts";
import { violationsOf } from "./violations.ts";

/** A file that is being uploaded. */
export interface Upload extends Pick<FilePart, "type" | "pieces"> {
  /** Empty if the body has no file, which only some routes permit. */
  name: string;
  /** The text parts by their names, checked by the schema of the route. To be called after the last piece. */
  texts(): Record<string, unknown>;
  /**
   * Makes the call that completes the upload, after the last piece, with the idempotency key of the request. A repeat
   * gets the answer of the first such call; its own upload must be removed then.
   */
  once: Caller;
}

/** Uploads at once. Each holds one or two pieces in memory. */
const UPLOADS_MAX = { key: 20, organization: 20, group: 60, process: 100 };
const uploads = new SharedLimit(UPLOADS_MAX, () =>
  exhausted(
    "TOO_MANY_UPLOADS",
    `At most ${UPLOADS_MAX.organization} uploads of an organization, and ${UPLOADS_MAX.group} of a group, at once.`,
  ),
);

/** Counts an upload of the caller until the share is released. */
export function takeUpload(principal: Principal | null): Share {
  const share = uploads.open(principal);
  share.add(1);
  return share;
}

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
  const share = takeUpload(request.principal);
  let part: FilePart | undefined;
  try {
    part = await openFilePart(request.raw, rule);
    const { type, texts } = part;
    const name = part.name ?? "";
    const hash = createHash("sha256");
    const callFacts = { ...facts, deadlinePerCall: true };
    const seen = { replayed: false, version: null, nextCursor: null };
    const once: Caller = async (method, message) => {
      const content = Buffer.from(`${name}\n${hash.digest("hex")}${textsOf(texts)}`);
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
    const answer = await work(callerFor(outgoing, callFacts).call, {
      name,
      type,
      pieces,
      once,
      texts: () => parseTexts(rule, texts),
    });
    return { answer, seen };
  } finally {
    share.release();
    part?.close();
  }
}

/** Text parts belong to the fingerprint of a request, in any order. */
const textsOf = (texts: FilePart["texts"]) =>
  [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => `\n${JSON.stringify(pair)}`)
    .join("");

function parseTexts({ texts: schema }: PartRule, texts: FilePart["texts"]): Record<string, unknown> {
  if (schema === undefined) return {};
  const result = schema.safeParse(Object.fromEntries(texts), { reportInput: true });
  if (result.success) return result.data;
  throw refusalFor(violationsOf(result.error.issues, "body"));
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, update: (piece: Uint8Array) => unknown) {
  for await (const piece of pieces) {
    update(piece);
    yield piece;
  }
}
