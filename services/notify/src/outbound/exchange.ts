import { type IncomingMessage, request } from "node:http";
import type { TLSSocket } from "node:tls";
import { BODY_BYTES_MAX, toText } from "./answer.ts";
import { type ConnectionFault, isTlsError } from "./connection.ts";

export interface Message {
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface Answer {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

const HEADER_BYTES_MAX = 16 * 1024;
/** Answers before the answer (100 Continue, 103 Early Hints), each with headers of its own. */
const INTERIM_MAX = 8;
/** The status decides; the body is a courtesy to whoever looks for the cause, and is not waited for any longer. */
const BODY_LIMIT_MS = 1_000;

interface Exchange {
  url: URL;
  message: Message;
  signal: AbortSignal;
}

/** Sends the message and reads the beginning of the answer. The caller destroys the socket. */
export async function exchange(
  socket: TLSSocket,
  { url, message, signal }: Exchange,
): Promise<Answer | ConnectionFault> {
  const response = await send(socket, { url, message, signal });
  if (typeof response === "string") return response;
  const { statusCode = 0, headers } = response;
  const body = await readBody(response, signal);
  return { status: statusCode, body, retryAfter: headers["retry-after"] };
}

function send(socket: TLSSocket, { url, message, signal }: Exchange): Promise<IncomingMessage | ConnectionFault> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | ConnectionFault>();
  const sent = request({
    // The connection is there already, so no agent, no proxy and no name is looked at.
    createConnection: () => socket,
    method: "POST",
    path: `${url.pathname}${url.search}`,
    headers: {
      ...message.headers,
      host: url.host,
      "accept-encoding": "identity",
      connection: "close",
      "content-length": message.body.byteLength,
    },
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
  });
  let interim = 0;
  sent.on("information", () => {
    if (++interim > INTERIM_MAX) sent.destroy();
  });
  sent.once("response", (response) => {
    // Whoever stops in the middle of the body is none the worse: what came is kept.
    response.on("error", () => {});
    resolve(hasStatus(response) ? response : "CONNECTION_RESET");
  });
  sent.on("error", (error) => resolve(isTlsError(error) ? "TLS_FAILURE" : "CONNECTION_RESET"));
  // Comes alone when the other side wants to speak another protocol.
  sent.once("close", () => resolve("CONNECTION_RESET"));
  const giveUp = () => resolve("TIMEOUT");
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  sent.end(message.body);
  return promise.finally(() => signal.removeEventListener("abort", giveUp));
}

const hasStatus = ({ statusCode }: IncomingMessage): boolean => statusCode !== undefined && statusCode >= 100;

/** The beginning of the body: until it ends, or is long enough, or takes too long. */
function readBody(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const finish = () => resolve();
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on("data", (part: Buffer) => {
    if (bytes < BODY_BYTES_MAX) parts.push(part.subarray(0, BODY_BYTES_MAX - bytes));
    bytes += part.length;
    if (bytes >= BODY_BYTES_MAX) finish();
  });
  response.once("close", finish);
  const timer = setTimeout(finish, BODY_LIMIT_MS);
  if (signal.aborted) finish();
  signal.addEventListener("abort", finish, { once: true });
  return promise
    .then(() => toText(Buffer.concat(parts), { cut: !response.complete }))
    .finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
    });
}
