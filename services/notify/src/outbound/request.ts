import { type IncomingMessage, request } from "node:http";
import type { TLSSocket } from "node:tls";
import { type ConnectionError, isTlsError } from "./connection.ts";
import { BODY_BYTES_MAX, toText } from "./response.ts";

export interface Message {
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface HttpResponse {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

const HEADER_BYTES_MAX = 16 * 1024;
/** Informational responses (100 Continue, 103 Early Hints), each with its own headers. */
const INFORMATIONAL_MAX = 8;
/** Time limit for the body. Only the status decides; the body helps customers to find the cause of an error. */
const BODY_LIMIT_MS = 1_000;

interface PostRequest {
  url: URL;
  message: Message;
  signal: AbortSignal;
}

/** Sends the message and reads the beginning of the response. The caller destroys the socket. */
export async function sendRequest(
  socket: TLSSocket,
  { url, message, signal }: PostRequest,
): Promise<HttpResponse | ConnectionError> {
  const response = await send(socket, { url, message, signal });
  if (typeof response === "string") return response;
  const { statusCode = 0, headers } = response;
  const body = await readBody(response, signal);
  return { status: statusCode, body, retryAfter: headers["retry-after"] };
}

function send(socket: TLSSocket, { url, message, signal }: PostRequest): Promise<IncomingMessage | ConnectionError> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | ConnectionError>();
  const sent = request({
    // With an open connection `node:http` uses no agent, no proxy and no DNS.
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
  let informational = 0;
  sent.on("information", () => {
    if (++informational > INFORMATIONAL_MAX) sent.destroy();
  });
  sent.once("response", (response) => {
    // An error within the body is ignored; the part that was received is kept.
    response.on("error", () => {});
    resolve(hasStatus(response) ? response : "CONNECTION_RESET");
  });
  sent.on("error", (error) => resolve(isTlsError(error) ? "TLS_FAILURE" : "CONNECTION_RESET"));
  // After a protocol upgrade this is the only event.
  sent.once("close", () => resolve("CONNECTION_RESET"));
  const onAbort = () => resolve("TIMEOUT");
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  sent.end(message.body);
  return promise.finally(() => signal.removeEventListener("abort", onAbort));
}

const hasStatus = ({ statusCode }: IncomingMessage): boolean => statusCode !== undefined && statusCode >= 100;

/** Reads the beginning of the body: to its end, the size limit or the time limit. */
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
    .then(() => toText(Buffer.concat(parts), { truncated: !response.complete }))
    .finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
    });
}
