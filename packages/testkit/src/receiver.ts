import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import { TLSSocket, type TlsOptions } from "node:tls";
import { type Authority, createAuthority } from "./authority.ts";
import type { Certified } from "./certificates.ts";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Server name of the TLS handshake (SNI). Null if the client connected to an address. */
  serverName: string | null;
  /** The exact bytes, because signatures cover them. */
  body: Buffer;
  at: Date;
}

/** The answer to a request. A function answers itself, and may write invalid HTTP to the socket. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: Received, response: ServerResponse) => void | Promise<void>);

/**
 * A server that receives webhooks over HTTPS, with a certificate for `localhost`, loopback and `*.receivers.example`.
 */
export interface Receiver {
  /** `https://localhost:<port>/hook` */
  url: string;
  port: number;
  /** Certificate that clients have to trust. */
  caFile: string;
  requests: Received[];
  /** Number of accepted connections, and of open ones. */
  connections: { total: number; open: number };
  /** Sets the answer of later requests. Default: 200. */
  reply: Reply;
  close(): Promise<void>;
}

interface Wishes extends Pick<TlsOptions, "minVersion" | "maxVersion" | "ciphers" | "requestCert" | "ca"> {
  authority?: Authority;
  certificate?: Certified;
  reply?: Reply;
}

export async function startReceiver({ authority, certificate, reply = {}, ...tls }: Wishes = {}): Promise<Receiver> {
  const trusted = authority ?? (await createAuthority());
  const sockets = new Set<Duplex>();
  const server = createServer({ ...(certificate ?? (await trusted.issue())), ...tls, requestTimeout: 0 });
  server.on("request", async (request, response) => {
    response.on("error", () => {});
    // An aborted request does not count.
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const { method = "", url = "", headers } = request;
    const serverName = serverNameOf(request.socket);
    const received: Received = { method, path: url, headers, serverName, body, at: new Date() };
    receiver.requests.push(received);
    await answer(receiver.reply, received, response);
  });
  // Many tests end a connection during its handshake.
  server.on("tlsClientError", () => {});
  server.on("connection", (socket) => {
    sockets.add(socket);
    receiver.connections.total++;
    receiver.connections.open++;
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      receiver.connections.open--;
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `https://localhost:${port}/hook`,
    port,
    caFile: trusted.caFile,
    requests: [],
    connections: { total: 0, open: 0 },
    reply,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      if (authority === undefined) trusted.remove();
    },
  };
  return receiver;
}

const serverNameOf = (socket: Duplex) => (socket instanceof TLSSocket && socket.servername) || null;

async function answer(reply: Reply, request: Received, response: ServerResponse): Promise<void> {
  if (typeof reply === "function") return reply(request, response);
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? "");
}
