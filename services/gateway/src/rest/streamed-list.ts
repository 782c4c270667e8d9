import { Readable } from "node:stream";
import type { Message } from "@bufbuild/protobuf";
import { presentField } from "@emissions/kit/wire/present";
import type { FastifyReply, FastifyRequest } from "fastify";
import { STALLED_MS } from "./content.ts";
import { JSON_TYPE } from "./json.ts";
import { jsonWriter } from "./json-writer.ts";
import type { Route } from "./route-spec.ts";

/**
 * The body of the answer: the items of all messages as one JSON array. It is made after the first message, so a failure
 * before it is answered as usual. After it the connection is closed without the end of the array, so that no client
 * takes a part for the whole.
 */
export async function listBody(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  messages: AsyncIterable<Message>,
): Promise<Readable | undefined> {
  const pieces = jsonArray(route, messages, jsonWriter(request, reply));
  const first = await pieces.next();
  reply.type(JSON_TYPE);
  if (request.method === "HEAD") {
    await pieces.return(undefined);
    return undefined;
  }
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return Readable.from(prepended(first.value as Buffer, pieces), { objectMode: false });
}

/** One piece for each message. The next message is asked for after the client has taken the previous one. */
async function* jsonArray(
  { method, spec }: Route,
  messages: AsyncIterable<Message>,
  write: (item: unknown) => string,
): AsyncGenerator<Buffer> {
  let begun = false;
  for await (const message of messages) {
    const items = presentField(method.output, message, spec.returns!) as unknown[];
    if (items.length === 0) continue;
    const text = items.map(write).join(",");
    yield Buffer.from(begun ? `,${text}` : `[${text}`);
    begun = true;
  }
  yield Buffer.from(begun ? "]" : "[]");
}

async function* prepended(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
