import { invalid } from "@emissions/kit/wire/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { httpError } from "./errors.ts";
import { inPieces } from "./pieces.ts";
import { takeUpload } from "./upload.ts";

/** A file that is the whole body of a request. */
export interface RawBody {
  /** The `Content-Type` as sent by the client; empty without one. */
  type: string;
  /** The `Content-Length`. */
  bytes: number;
  /** The content, read from the client only as fast as it is consumed. */
  pieces: AsyncIterable<Uint8Array>;
}

/** Routes whose bodies stay unread until `work` reads them, whatever their type. */
export function unparsed(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", async () => undefined);
    mount(scope);
  });
}

/** Passes the body of a request to `work` while it arrives. It counts as an upload of its organization. */
export async function receiveRaw<R>(
  request: FastifyRequest,
  { bytesMax }: { bytesMax: number },
  work: (body: RawBody) => Promise<R>,
): Promise<R> {
  const { raw, headers } = request;
  const declared = headers["content-length"];
  if (declared === undefined) {
    throw invalid([{ loc: ["header", "content-length"], type: "value_error.missing", msg: "field required" }]);
  }
  const bytes = Number(declared);
  if (bytes > bytesMax) throw httpError(413);
  const release = takeUpload(request.principal);
  try {
    const content = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return await work({ type: headers["content-type"] ?? "", bytes, pieces: inPieces(brokenOff(content)) });
  } finally {
    release();
  }
}

/** A client that disconnects is a malformed request, not a fault of the gateway. */
async function* brokenOff(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch {
    throw httpError(400);
  }
}
