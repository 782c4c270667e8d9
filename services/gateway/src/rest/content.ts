import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { knownTag } from "./etag.ts";

/** A file to download. */
export interface Content {
  name: string;
  type: string;
  /** Undefined for a file that is made while it is sent. */
  bytes?: number;
  /** The ETag. It changes with the content. Without one, no client may keep a copy. */
  tag?: string;
  /** The next piece is requested after the client has taken the previous one. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** A client that reads nothing for this long is disconnected. */
export const STALLED_MS = 30_000;

/** Sends a file as an attachment in a sandbox, so that browsers save it and run nothing in it. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  const etag = content.tag === undefined ? undefined : `"${content.tag}"`;
  const known = etag && knownTag(request.headers["if-none-match"], etag);
  reply.headers({
    ...(etag !== undefined && { etag: known ?? etag }),
    "cache-control": etag === undefined ? "private, no-store" : "private, no-cache",
    "accept-ranges": "none",
    "content-disposition": attachment(content.name),
    "content-security-policy": "default-src 'none'; sandbox",
  });
  if (known !== undefined) return reply.code(304).send();
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  const pieces = request.method === "HEAD" ? [] : content.pieces();
  if (content.bytes !== undefined) reply.header("content-length", content.bytes);
  return reply.type(content.type).send(Readable.from(pieces, { objectMode: false }));
}

/** RFC 6266: an ASCII name for all clients and the encoded real name. No character of it can end the header. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/gu, "_").replaceAll(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
