import { pipeline, type Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { tagOfEncoding } from "./etag.ts";
import { addVary } from "./header-list.ts";

type Encoding = "br" | "gzip";

/** Smaller answers are sent as they are: they fit into one packet, and compression would cost more than it saves. */
export const COMPRESSED_BYTES_MIN = 1024;
/** In the order of preference where the client has none. */
const ENCODINGS = ["br", "gzip", "identity"];
/** Other types are compressed already, or unknown. */
const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|yaml)\b)/;
/** Higher qualities take several times the processor time for some percent of the size. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const gzipOptions = { level: GZIP_LEVEL };

/** Both work in the thread pool, so other requests go on. */
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, brotliOptions),
  gzip: (bytes) => zip(bytes, gzipOptions),
};
const brotli = promisify<Buffer, object, Buffer>(brotliCompress);
const zip = promisify<Buffer, object, Buffer>(gzip);

/** Each piece is flushed, because the next one may take long. */
const transforms: Record<Encoding, () => Transform> = {
  br: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH }),
};

/** Compresses answers of every route. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    // A refusal after the headers of an answer that failed.
    reply.removeHeader("content-encoding");
    const body = bodyOf(payload);
    if (body === undefined || !isCompressible(request, reply)) return payload;
    addVary(reply, "accept-encoding");
    const encoding = chooseEncoding(request, Buffer.isBuffer(body) ? body.length : undefined);
    if (encoding === "identity") return payload;
    reply.header("content-encoding", encoding);
    const tag = reply.getHeader("etag");
    if (tag !== undefined) reply.header("etag", tagOfEncoding(String(tag), encoding));
    if (Buffer.isBuffer(body)) return compressors[encoding](body);
    // An error of the source cuts the answer, and a client that disconnects ends the source.
    return pipeline(body, transforms[encoding](), () => {});
  });
}

function bodyOf(payload: unknown): Buffer | Readable | undefined {
  if (typeof payload === "string") return Buffer.from(payload);
  if (Buffer.isBuffer(payload)) return payload;
  return typeof payload === "object" && payload !== null && "pipe" in payload ? (payload as Readable) : undefined;
}

/** A stream of a known length is a stored file, whose length clients show while they receive it. */
const isCompressible = (request: FastifyRequest, reply: FastifyReply) =>
  !reply.hasHeader("content-length") &&
  COMPRESSIBLE.test(String(reply.getHeader("content-type"))) &&
  !request.routeOptions.config?.route?.spec.secret;

/** The types lack the options. */
interface Preferring {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

/** `bytes` is undefined for a stream. A client that refuses every encoding gets the answer as it is. */
function chooseEncoding({ headers }: FastifyRequest, bytes = Number.POSITIVE_INFINITY): Encoding | "identity" {
  if (!headers["accept-encoding"]) return "identity";
  const accepted = (new Negotiator({ headers }) as unknown as Preferring).encodings(ENCODINGS, {
    preferred: ENCODINGS,
  });
  const isSmall = bytes < COMPRESSED_BYTES_MIN;
  if (isSmall && accepted.includes("identity")) return "identity";
  return (accepted[0] ?? "identity") as Encoding | "identity";
}
