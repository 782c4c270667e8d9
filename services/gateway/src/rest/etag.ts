import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addVary } from "./header-list.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The version of the record that the answer shows. */
    recordVersion: string | null;
  }
}

/** Hashing more would block other requests for milliseconds. */
const TAGGED_BYTES_MAX = 1024 * 1024;
const HASH_LENGTH = 22;
/** Compressed bytes differ, so their strong tag differs (RFC 9110, 8.8.3.3). */
const ENCODED = /-(br|gzip)"$/;

/**
 * Gives every complete answer to GET a strong ETag of its bytes, and answers 304 to a client that has them. The tag of a
 * record begins with its version, also after a change.
 */
export function tagAnswers(app: FastifyInstance): void {
  app.decorateRequest("recordVersion", null);
  app.addHook("onSend", async (request, reply, payload) => {
    if (!isTagged(request, reply, payload)) return payload;
    addVary(reply, "accept-encoding");
    const { recordVersion: version } = request;
    const etag = `"${version === null ? "" : `${version}.`}${hashOf(payload)}"`;
    const known = isRead(request) ? knownTag(request.headers["if-none-match"], etag) : undefined;
    reply.header("etag", known ?? etag);
    if (known === undefined) return payload;
    reply.code(304).removeHeader("content-type");
    // The hook of HEAD routes needs the body for its length.
    return request.method === "HEAD" ? payload : null;
  });
}

const isRead = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD";

function isTagged(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string | Buffer {
  return (
    (isRead(request) || request.recordVersion !== null) &&
    reply.statusCode === 200 &&
    (typeof payload === "string" || Buffer.isBuffer(payload)) &&
    payload.length <= TAGGED_BYTES_MAX &&
    !reply.hasHeader("etag")
  );
}

const hashOf = (content: string | Buffer) =>
  createHash("sha256").update(content).digest("base64url").slice(0, HASH_LENGTH);

/** The tag of the same content in an encoding. */
export const tagOfEncoding = (etag: string, encoding: string): string => `${etag.slice(0, -1)}-${encoding}"`;

/**
 * The tag of `If-None-Match` that names the content, in the encoding that the client has it in. The comparison is weak:
 * proxies that compress answers make tags weak.
 */
export function knownTag(header: string | undefined, etag: string): string | undefined {
  const sent = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return sent.includes("*") ? etag : sent.find((one) => one.replace(ENCODED, '"') === etag);
}
