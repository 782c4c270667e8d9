import { invalid } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
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

interface Receiving {
  bytesMax: number;
  /** The organization of the file, with its group. */
  owner: () => Promise<Principal>;
}

/**
 * Passes the body of a request to `work` while it arrives. It counts as an upload of its organization from the first piece
 * that `work` takes: nobody has checked the token before.
 */
export async function receiveRaw<R>(
  request: FastifyRequest,
  { bytesMax, owner }: Receiving,
  work: (body: RawBody) => Promise<R>,
): Promise<R> {
  const { raw, headers } = request;
  const declared = headers["content-length"];
  if (declared === undefined) {
    throw invalid([{ loc: ["header", "content-length"], type: "value_error.missing", msg: "field required" }]);
  }
  const bytes = Number(declared);
  if (bytes > bytesMax) throw httpError(413);
  const content = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const pieces = asUpload(owner, inPieces(brokenOff(content)));
  return work({ type: headers["content-type"] ?? "", bytes, pieces });
}

async function* asUpload<T>(owner: Receiving["owner"], pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const share = takeUpload(await owner());
  try {
    yield* pieces;
  } finally {
    share.release();
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
