import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { connectionsRefused, refusals, requestDuration } from "../metrics.ts";
import { markInvalidRecords } from "./batch.ts";
import { decodeBody, parseJson } from "./body.ts";
import { compressAnswers } from "./compression.ts";
import { keepConnection } from "./connections.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { admitPages, type Edge, hstsHeader, NO_EDGE } from "./edge.ts";
import { type ErrorContext, httpError, httpRefused, type Refused, refusedBy, render, shapeOf } from "./errors.ts";
import { tagAnswers } from "./etag.ts";
import { FairQueue, type ReleaseSlot } from "./fair-queue.ts";
import { BODY_BYTES_MAX } from "./large-body-limit.ts";
import { isMultipart } from "./multipart.ts";
import { logRefusal, refusalFields } from "./refusal-log.ts";
import { traceFields } from "./request-trace.ts";
import type { Route } from "./route-spec.ts";
import { rootOf } from "./shared-limit.ts";
import { dropRest, isUnread } from "./unread-body.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Frees the slot of a large body in the fair queue. */
    releaseSlot: ReleaseSlot | null;
    refused: Refused | null;
  }
}

const ARRAY_MAX = 10_000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Larger bodies pass the fair queue: reading one takes tens of milliseconds. */
const UNQUEUED_BYTES_MAX = 128 * 1024;
const KEEP_ALIVE_MS = 65_000;
/** Limit of open connections. Further ones are closed without an answer, because no request was read yet. */
const CONNECTIONS_MAX = 10_000;
/** Node checks for late requests this often; its default is 30 s. */
const TIMEOUT_CHECK_MS = 1_000;
/** Time for a client to read an answer written to the raw socket; some never close their end. */
const SOCKET_LINGER_MS = 1_000;
const PARAM_LENGTH_MAX = 255;
const CLIENT_ID = /^[\x21-\x7e]{1,128}$/;

export interface ServerOptions {
  routes: readonly Route[];
  errorsUrl: string;
  /** URLs below these are refused with problem details, unknown ones included. */
  problems: readonly string[];
  edge?: Edge;
  logger?: FastifyBaseLogger;
}

/** An HTTP server that answers every request, malformed ones included, in the shape of the contract. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { routes, errorsUrl, problems, edge = NO_EDGE, logger } = options;
  const contextOf = (request: FastifyRequest): ErrorContext => {
    const path = request.routeOptions?.config?.route?.path ?? request.url;
    return { shape: shapeOf(path, problems), requestId: request.id, errorsUrl };
  };
  const send = (refused: Refused, request: FastifyRequest, reply: FastifyReply) => {
    const { status, type, headers, body } = render(refused, contextOf(request));
    request.refused = refused;
    countRefusal(refused);
    if (isUnread(request.raw)) {
      // Fastify would close the connection, and a client that is still writing would lose the answer.
      reply.removeHeader("connection");
      keepConnection(reply.raw);
      dropRest(request.raw);
    }
    // Bytes, because Fastify would add a charset to text of a JSON type.
    return reply
      .code(status)
      .headers({ ...headers, "content-type": type })
      .send(Buffer.from(body));
  };
  const onError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusedBy(error, request.routeOptions?.config?.route);
    logRefusal(refused, request);
    if (refused.status === 500) request.log.error({ err: error, request_id: request.id }, "request failed");
    return send(refused, request, reply);
  };

  /** Requests that are not read completely or not answered yet, by socket. */
  const inFlight = new WeakMap<Socket, FastifyRequest>();
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: edge.trustedProxies.length > 0 && edge.trustedProxies,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node would answer without a body; the onRequest hook answers instead.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => void onError(error, request, reply),
    clientErrorHandler: (error, socket) => {
      const request = inFlight.get(socket);
      refuseSocket(error, socket, request ? contextOf(request) : unreadContext(errorsUrl));
    },
  });
  app.decorateRequest("refused", null);
  app.server.maxConnections = CONNECTIONS_MAX;
  app.server.on("drop", () => connectionsRefused.add(1));
  app.server.on("checkExpectation", (request, response) => {
    const { status, headers, type, body } = render(httpRefused(417), {
      ...unreadContext(errorsUrl),
      shape: shapeOf(request.url ?? "", problems),
    });
    response.writeHead(status, { ...headers, "content-type": type }).end(body);
  });
  app.setErrorHandler(onError);
  const refuseUnrouted = (request: FastifyRequest, reply: FastifyReply) =>
    send(notRouted(request, routes), request, reply);
  app.setNotFoundHandler(refuseUnrouted);
  await admitPages(app, edge);
  app.addHook("onRequest", async (request) => void inFlight.set(request.raw.socket, request));
  app.addHook("onResponse", async (request) => void inFlight.delete(request.raw.socket));
  readBodies(app);
  tagAnswers(app);
  compressAnswers(app);
  addHeadersAndLog(app, hstsHeader(edge));
  refuseBeforeBody(app, refuseUnrouted);
  return app;
}

/** Bodies are parsed by the gateway's own parsers. Compressed bodies are refused. */
function readBodies(app: FastifyInstance): void {
  const queue = new FairQueue();
  app.decorateRequest("releaseSlot", null);
  app.addHook("preParsing", async (request, reply) => {
    // Also frees the slot of a client that disconnects before the answer.
    reply.raw.once("close", () => request.releaseSlot?.());
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding.toLowerCase() !== "identity") throw httpError(415);
    if (takesFile(request) && !isMultipart(request.headers["content-type"])) throw httpError(415);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      const charset = /;\s*charset=\s*"?([\w-]+)/i.exec(request.headers["content-type"] ?? "")?.[1] ?? "utf-8";
      if (!/^utf-?8$/i.test(charset)) throw httpError(415);
      request.rawBody = bytes;
      if (bytes.length === 0) return undefined;
      if (bytes.length > UNQUEUED_BYTES_MAX) await acquireSlot(request, queue);
      const route = request.routeOptions.config.route;
      return parseJson(decodeBody(bytes), {
        arrayMax: route?.spec.limits.items ?? ARRAY_MAX,
        onFound: (found, value) => markInvalidRecords(found, value, route?.spec.batch),
      });
    },
  );
  // The body stays unread: the route reads it while it arrives.
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest) => {
    if (!takesFile(request)) throw httpError(415);
  });
}

/** Called after the whole body arrived, so that slow clients block nobody. The slot is held until the response. */
async function acquireSlot(request: FastifyRequest, queue: FairQueue): Promise<void> {
  const release = await queue.acquire(ownerOf(request));
  if (!request.raw.socket.destroyed) {
    request.releaseSlot = release;
    return;
  }
  // The client disconnected while it waited: nobody would read the answer.
  release();
  throw httpError(408);
}

/** The organization that a link names is not proven yet: those with links wait for each other, and nobody else does. */
function ownerOf({ principal }: FastifyRequest) {
  const proven = principal?.kind === "service" ? null : principal;
  return { organizationId: proven?.organizationId ?? "", group: rootOf(proven) };
}

const takesFile = (request: FastifyRequest) => request.routeOptions.config.route?.serves.kind === "upload";

function addHeadersAndLog(app: FastifyInstance, always: Record<string, string>): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "x-request-id": request.id,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      ...always,
      ...deprecationHeaders(request.routeOptions.config.route?.spec.deprecated),
    });
  });
  app.addHook("onResponse", async (request, reply) => {
    const clientId = String(request.headers["x-request-id"] ?? "");
    const { url: route = "unknown" } = request.routeOptions;
    requestDuration.record(reply.elapsedTime / 1000, {
      "http.request.method": request.method,
      "http.route": route,
      "http.response.status_code": reply.statusCode,
    });
    request.log.info(
      {
        request_id: request.id,
        ...(CLIENT_ID.test(clientId) && { client_request_id: clientId }),
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        ...traceFields(request),
        ...(request.principal && { organization: request.principal.organizationId }),
        ...refusalFields(request),
      },
      "answered",
    );
  });
}

/** Refusals that no body can change. */
function refuseBeforeBody(
  app: FastifyInstance,
  refuseUnrouted: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  app.addHook("onRequest", async (request, reply) => {
    const { raw, is404 } = request;
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
    // RFC 9112 section 3.2. Proxies could each choose another of two hosts.
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === "1.1")) throw httpError(400);
    if (is404) return refuseUnrouted(request, reply);
  });
}

/** The codes are those of docs/errors.md, so there are few. */
const countRefusal = ({ code, status }: Refused) => refusals.add(1, { code, "http.response.status_code": status });

/** 405 when the URL exists for another method, else 404. */
function notRouted(request: FastifyRequest, routes: readonly Route[]): Refused {
  const path = request.url.split("?", 1)[0] ?? "";
  const allowed = routes.filter((route) => matcherOf(route).test(path)).map(({ verb }) => verb);
  if (allowed.length === 0) return httpRefused(404);
  return { ...httpRefused(405), allow: [...new Set(allowed)].sort().join(", ") };
}

const matchers = new WeakMap<Route, RegExp>();

function matcherOf(route: Route): RegExp {
  const known = matchers.get(route);
  if (known !== undefined) return known;
  const pattern = route.path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+");
  const matcher = new RegExp(`^${pattern}$`);
  matchers.set(route, matcher);
  return matcher;
}

/** The context of input that never became a request. */
const unreadContext = (errorsUrl: string): ErrorContext => ({ shape: "v1", requestId: randomUUID(), errorsUrl });

/** Answers on the raw socket: malformed or incomplete input never reaches a route. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Socket, context: ErrorContext): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const refused = httpRefused(status);
  countRefusal(refused);
  const { headers, type, body } = render(refused, context);
  const lines = Object.entries({ ...headers, "content-type": type, "content-length": Buffer.byteLength(body) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "connection: close",
    ...lines.map((line) => line.join(": ")),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Late input is not read. Otherwise it would be processed although the client was refused.
  socket.pause();
  setTimeout(() => socket.destroy(), SOCKET_LINGER_MS).unref();
}
