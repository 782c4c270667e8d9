import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { invalid } from "@emissions/kit/wire/errors";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { httpError } from "./errors.ts";

export interface FilePart {
  /** The file name as sent by the client. It is not trusted. */
  name: string;
  /** The media type as sent by the client. */
  type: string;
  /**
   * The content, read from the client only as fast as it is consumed. A piece is valid until the next one is
   * requested. Throws at the end when the body is not valid.
   */
  pieces: AsyncIterable<Uint8Array>;
  /** Stops. Reads and drops the rest of the body, so that the client can read the answer. */
  close(): void;
}

/** The name of the one part, and the limit of its size. */
export interface PartRule {
  part: string;
  bytesMax: number;
}

const PIECE_BYTES = 256 * 1024;
/** Limit of boundaries and headers around the file. */
const WRAPPING_BYTES_MAX = 64 * 1024;
const NAME_LENGTH_MAX = 255;
const LIMITS = { headerPairs: 20, headerSize: 16 * 1024, fields: 1, fieldSize: 1024, files: 2, parts: 3 };

export const isMultipart = (contentType: string | undefined) =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? "");

/** Reads a multipart body up to the first byte of its file. */
export async function openFilePart(request: IncomingMessage, { part, bytesMax }: PartRule): Promise<FilePart> {
  const bodyBytesMax = bytesMax + WRAPPING_BYTES_MAX;
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) throw httpError(413);
  const parser = parserOf(request, bytesMax);
  const opened = Promise.withResolvers<Omit<FilePart, "pieces" | "close"> & { file: BusboyFileStream }>();
  const ended = Promise.withResolvers<void>();
  for (const { promise } of [opened, ended]) promise.catch(() => {});
  let stream: BusboyFileStream | undefined;
  let over = false;
  const fail = (error: Error) => {
    over = true;
    opened.reject(error);
    ended.reject(error);
    stream?.destroy(error);
  };

  parser.on("file", (field, file, name, _encoding, type) => {
    file.on("error", () => fail(malformed()));
    file.on("limit", () => fail(httpError(413)));
    if (stream !== undefined || field !== part) return fail(unexpected(field, part));
    stream = file;
    opened.resolve({ file, name, type });
  });
  parser.on("field", (field) => fail(field === part ? missing(part) : unexpected(field, part)));
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => fail(unexpected(part, part)));
  }
  parser.on("error", () => fail(malformed()));
  parser.on("finish", () => {
    opened.reject(missing(part));
    ended.resolve();
  });

  void feed()
    .catch(() => fail(httpError(400)))
    .finally(() => setImmediate(() => request.resume()));

  async function feed(): Promise<void> {
    let bytes = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (over) return;
      bytes += chunk.length;
      if (bytes > bodyBytesMax) return fail(httpError(413));
      if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), ended.promise]);
    }
    if (!over) parser.end();
  }

  const { file, name, type } = await opened.promise;
  return { name, type, pieces: piecesOf(file, ended.promise), close: () => fail(new Error("nobody wants the rest")) };
}

function parserOf({ headers }: IncomingMessage, bytesMax: number): BusboyInstance {
  const type = headers["content-type"];
  if (type === undefined || !isMultipart(type)) throw httpError(415);
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type },
      // Keeps paths in file names, so that they are refused and not cut off.
      preservePath: true,
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: { ...LIMITS, fileSize: bytesMax },
    });
  } catch {
    throw malformed();
  }
}

async function* piecesOf(file: AsyncIterable<Buffer>, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let filled = 0;
  for await (const data of refusedAs(ended, file)) {
    for (let from = 0; from < data.length; ) {
      const taken = data.copy(piece, filled, from);
      from += taken;
      filled += taken;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
  // The rest of the body must be valid too.
  await ended;
}

/** Throws the refusal in `ended` in place of the parser's error, which clients must not see. */
async function* refusedAs(ended: Promise<void>, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    await ended;
    throw error;
  }
}

const refusal = (loc: string[], type: string, msg: string) => invalid([{ loc: ["body", ...loc], type, msg }]);

const missing = (part: string) => refusal([part], "value_error.missing", "field required: a file with a name");
const malformed = () => refusal([], "value_error.multipart", "not a complete multipart/form-data body");

function unexpected(field: string | undefined, part: string) {
  const msg = field === part ? "exactly one file is taken" : "extra fields not permitted";
  return refusal(field === undefined ? [] : [field.slice(0, NAME_LENGTH_MAX)], "value_error.extra", msg);
}
