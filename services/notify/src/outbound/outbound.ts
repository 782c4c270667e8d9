import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { isAllowed } from "./addresses.ts";
import { type ConnectionError, openSocket, startTls } from "./connection.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { createResolve } from "./dns.ts";
import { type HttpResponse, type Message, sendRequest } from "./request.ts";
import { parseRetryAfter } from "./response.ts";
import { parseUrl, type UrlFault } from "./url.ts";

export interface OutboundSettings {
  /** Also allows loopback and private networks, at any port. For local use only. */
  allowPrivateAddresses: boolean;
  /** Time limit of one attempt, from DNS to the response. */
  timeoutMs?: number;
  /** Time limit for the TCP connection, and again for the TLS handshake. */
  connectTimeoutMs?: number;
  /** PEM file of an additional certificate authority. */
  caFile?: string;
  /** DNS servers as `host:port`, instead of those of the system. */
  dnsServers?: readonly string[];
}

/** Reasons why an attempt failed. */
export type ErrorCode = ConnectionError | "DNS_FAILURE" | "HTTP_STATUS" | "REDIRECT";

export interface Outcome {
  status: number | null;
  /** Beginning of the response body, at most 2,048 bytes of UTF-8; null if there was no response. */
  body: string | null;
  retryAfterMs: number | null;
  /** Null if the status is 200 to 299, and only then. */
  errorCode: ErrorCode | null;
  durationMs: number;
}

/** HTTP client for URLs that customers choose. It enforces the egress policy (ADR 0022). */
export interface Outbound {
  /**
   * Checks a URL and the addresses of its host. Returns the canonical form, or the reason to refuse it. Opens no
   * connection.
   */
  checkUrl(url: string): Promise<{ url: string } | { fault: UrlFault }>;
  /** Makes one attempt. Never throws, always ends within the time limit, and follows no redirects. */
  post(url: string, message: Message): Promise<Outcome>;
  /** Aborts attempts in flight. Their outcome is `CONNECTION_RESET`. */
  close(): void;
}

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

export function createOutbound(settings: OutboundSettings): Outbound {
  const { allowPrivateAddresses: allowPrivate, caFile, dnsServers } = settings;
  const { timeoutMs = TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS } = settings;
  const dns = createResolve({ allowPrivate, ...(dnsServers && { dnsServers }) });
  const context = secureContext(caFile);
  const inFlight = new Set<Deadline>();
  let closed = false;

  async function attempt(text: string, message: Message, deadline: Deadline): Promise<HttpResponse | ErrorCode> {
    const target = parseUrl(text, { allowPrivate });
    if (typeof target === "string") return "ADDRESS_NOT_PUBLIC";
    const { url, host, port } = target;
    const { signal } = deadline;
    const addresses = await orTimeout(dns.resolve(host), signal);
    if (typeof addresses === "string") return addresses;
    deadline.step(connectTimeoutMs);
    const peer = {
      host,
      port,
      addresses,
      isAllowed: (address: string) => isAllowed(address, { allowPrivate }),
      signal,
    };
    const socket = await openSocket(peer);
    if (typeof socket === "string") return socket;
    try {
      deadline.step(connectTimeoutMs);
      const tlsSocket = await startTls(socket, { host, context, signal });
      if (typeof tlsSocket === "string") return tlsSocket;
      deadline.step(timeoutMs);
      return await sendRequest(tlsSocket, { url, message, signal });
    } finally {
      // This also destroys the TLS socket.
      socket.destroy();
    }
  }

  return {
    async checkUrl(text) {
      const target = parseUrl(text, { allowPrivate });
      if (typeof target === "string") return { fault: target };
      const addresses = await dns.resolve(target.host);
      // In local use the host may not exist yet. Each delivery resolves it again.
      const isAcceptable = addresses === "DNS_FAILURE" ? allowPrivate : addresses !== "ADDRESS_NOT_PUBLIC";
      return isAcceptable ? { url: target.url.href } : { fault: "host" };
    },
    async post(url, message) {
      const deadline = startDeadline(timeoutMs);
      inFlight.add(deadline);
      if (closed) deadline.abort();
      const result = await attempt(url, message, deadline).catch(() => "CONNECTION_RESET" as const);
      deadline.clear();
      inFlight.delete(deadline);
      return outcomeOf(closed && result === "TIMEOUT" ? "CONNECTION_RESET" : result, deadline.elapsedMs());
    },
    close() {
      closed = true;
      for (const deadline of inFlight) deadline.abort();
      dns.close();
    },
  };
}

/** Created once, because parsing hundreds of certificates takes longer than an attempt. */
function secureContext(caFile: string | undefined): SecureContext {
  const ca = caFile === undefined ? {} : { ca: [...getCACertificates("default"), readFileSync(caFile, "utf8")] };
  return createSecureContext({ ...ca, minVersion: "TLSv1.2" });
}

async function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T | "TIMEOUT"> {
  const { promise, resolve } = Promise.withResolvers<"TIMEOUT">();
  const onAbort = () => resolve("TIMEOUT");
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", onAbort));
}

function outcomeOf(result: HttpResponse | ErrorCode, elapsedMs: number): Outcome {
  const durationMs = Math.round(elapsedMs);
  if (typeof result === "string") {
    return { status: null, body: null, retryAfterMs: null, errorCode: result, durationMs };
  }
  const { status, body, retryAfter } = result;
  const errorCode = codeOfStatus(status);
  const retryAfterMs = errorCode === null ? null : parseRetryAfter(retryAfter, Date.now());
  return { status, body, retryAfterMs, errorCode, durationMs };
}

function codeOfStatus(status: number): "HTTP_STATUS" | "REDIRECT" | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "REDIRECT" : "HTTP_STATUS";
}
