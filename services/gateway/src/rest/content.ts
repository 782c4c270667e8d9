import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A file on its way out. */
export interface Content {
  name: string;
  type: string;
  bytes: number;
  /** The ETag: other bytes have another one. */
  tag: string;
  /** Asked for the next piece only when the client has taken what came before. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** A client that takes nothing for so long has gone. */
const STALLED_MS = 30_000;

/** Sends a file as an attachment in a sandbox: browsers save it and never show it, so nothing in it is ever run. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  const etag = `"${content.tag}"`;
  reply.headers({
    etag,
    "cache-control": "private, no-cache",
    "accept-ranges": "none",
    "content-disposition": attachment(content.name),
    "content-security-policy": "default-src 'none'; sandbox",
  });
  if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
  reply.raw.setTimeout(STALLED_MS);
  const pieces = request.method === "HEAD" ? [] : content.pieces();
  return reply
    .headers({ "content-type": content.type, "content-length": content.bytes })
    .send(Readable.from(pieces, { objectMode: false }));
}

const isKnown = (header: string | undefined, etag: string) =>
  (header ?? "").split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim()));

/** RFC 6266: a name in ASCII for everybody, and the real one encoded, so that no character of it ends the header. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/gu, "_").replaceAll(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
