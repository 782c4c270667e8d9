import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Clients open new connections after this age, so that new gateways get their share of the requests. */
const CONNECTION_AGE_MS = 2 * 60_000;
/** Part of the age by which connections differ, so that they do not all end at once. */
const JITTER = 0.1;

interface Renewal {
  /** Aborted when the gateway stops: clients then leave it before it closes their connections. */
  stopping: AbortSignal;
  ageMs?: number;
}

/** The answer to the next request on an old connection asks the client to close it. Nothing is interrupted. */
export function renewConnections(server: Server, { stopping, ageMs = CONNECTION_AGE_MS }: Renewal): void {
  /** Values of `performance.now()`. */
  const ends = new WeakMap<Socket, number>();
  server.on("connection", (socket) => {
    ends.set(socket, performance.now() + ageMs * (1 + JITTER * (2 * Math.random() - 1)));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (stopping.aborted || performance.now() >= (ends.get(socket) ?? 0)) response.setHeader("connection", "close");
  });
}

/** Keeps the connection of a client that still writes: closed now, it would lose the answer. */
export const keepConnection = (response: ServerResponse): void => response.removeHeader("connection");
