import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A file to download. */
export interface Content {
  name: string;
  type: string;
  bytes: number;
  /** The ETag. It changes with the content. */
  tag: string;
  /** The next piece is requested after the client has taken the previous one. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000;

/** Sends a file as an attachment in a sandbox, so that browsers save it and run nothing in it. */
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

/** RFC 6266: an ASCII name for all clients and the encoded real name. No character of it can end the header. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/gu, "_").replaceAll(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
