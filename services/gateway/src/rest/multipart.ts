import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { invalid, unprocessable } from "@emissions/kit/wire/errors";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { z } from "zod";
import { httpError } from "./errors.ts";
import { inPieces } from "./pieces.ts";

export interface FilePart {
  /** The file name as sent by the client. It is not trusted. Null if the body has no file. */
  name: string | null;
  /** The media type as sent by the client. */
  type: string;
  /**
   * The content, read from the client only as fast as it is consumed. A piece is valid until the next one is
   * requested. Throws at the end when the body is not valid.
   */
  pieces: AsyncIterable<Uint8Array>;
  /** The text parts, complete after the last piece. */
  texts: ReadonlyMap<string, string>;
  /** Stops. Reads and drops the rest of the body, so that the client can read the answer. */
  close(): void;
}

/** The name of the part with the file, the limit of its size, and the text parts beside it. */
export interface PartRule {
  part: string;
  bytesMax: number;
  /** Schema of the text parts, which may stand before and behind the file. None without it. */
  texts?: z.ZodObject;
  /** The body may have text parts alone. */
  fileOptional?: true;
  /** The code for a larger file. */
  tooLarge?: string;
}

/** Limit of boundaries and headers around the file. */
const WRAPPING_BYTES_MAX = 64 * 1024;
const NAME_LENGTH_MAX = 255;
const LIMITS = { headerPairs: 20, headerSize: 16 * 1024, fields: 1, fieldSize: 1024, files: 2, parts: 3 };

export const isMultipart = (contentType: string | undefined) =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? "");

/** Reads a multipart body up to the first byte of its file. */
export async function openFilePart(request: IncomingMessage, rule: PartRule): Promise<FilePart> {
  const { part, bytesMax, fileOptional } = rule;
  const bodyBytesMax = bytesMax + WRAPPING_BYTES_MAX;
  const tooLarge = () => refusalOfSize(rule);
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) throw tooLarge();
  const parser = parserOf(request, rule);
  const texts = new Map<string, string>();
  const opened = Promise.withResolvers<Pick<FilePart, "name" | "type"> & { file: AsyncIterable<Buffer> }>();
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
    file.on("limit", () => fail(tooLarge()));
    if (stream !== undefined || field !== part) return fail(unexpected(field, part));
    stream = file;
    opened.resolve({ file, name, type });
  });
  parser.on("field", (field, text, _nameCut, textCut) => {
    if (field === part) return fail(missing(part));
    if (!Object.hasOwn(rule.texts?.shape ?? {}, field) || texts.has(field)) return fail(unexpected(field, part));
    if (textCut) return fail(refusal([field], "value_error.any_str.max_length", `at most ${LIMITS.fieldSize} bytes`));
    texts.set(field, text);
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => fail(unexpected(part, part)));
  }
  parser.on("error", () => fail(malformed()));
  parser.on("finish", () => {
    if (fileOptional) opened.resolve({ file: nothing(), name: null, type: "" });
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
      if (bytes > bodyBytesMax) return fail(tooLarge());
      if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), ended.promise]);
    }
    if (!over) parser.end();
  }

  const { file, name, type } = await opened.promise;
  const close = () => fail(new Error("nobody wants the rest"));
  return { name, type, texts, pieces: piecesOf(file, ended.promise), close };
}

async function* nothing(): AsyncGenerator<Buffer> {}

function parserOf({ headers }: IncomingMessage, { bytesMax, texts }: PartRule): BusboyInstance {
  const type = headers["content-type"];
  if (type === undefined || !isMultipart(type)) throw httpError(415);
  const more = Object.keys(texts?.shape ?? {}).length;
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type },
      // Keeps paths in file names, so that they are refused and not cut off.
      preservePath: true,
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: { ...LIMITS, fileSize: bytesMax, fields: LIMITS.fields + more, parts: LIMITS.parts + more },
    });
  } catch {
    throw malformed();
  }
}

async function* piecesOf(file: AsyncIterable<Buffer>, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* inPieces(refusedAs(ended, file));
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

const refusalOfSize = ({ tooLarge, bytesMax }: PartRule): Error =>
  tooLarge === undefined ? httpError(413) : unprocessable(tooLarge, `The file has more than ${bytesMax} bytes.`);

const missing = (part: string) => refusal([part], "value_error.missing", "field required: a file with a name");
const malformed = () => refusal([], "value_error.multipart", "not a complete multipart/form-data body");

function unexpected(field: string | undefined, part: string) {
  const msg = field === part ? "exactly one file is taken" : "extra fields not permitted";
  return refusal(field === undefined ? [] : [field.slice(0, NAME_LENGTH_MAX)], "value_error.extra", msg);
}
