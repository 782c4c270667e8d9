import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { isAllowed } from "./addresses.ts";
import { readRetryAfter } from "./answer.ts";
import { type ConnectionFault, openSocket, secure } from "./connection.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { type Answer, exchange, type Message } from "./exchange.ts";
import { createResolve } from "./names.ts";
import { readUrl, type UrlFault } from "./url.ts";

export interface OutboundSettings {
  /** Also loopback and private networks, at any port: for local use, where receivers run beside the service. */
  allowPrivateAddresses: boolean;
  /** For one attempt, from the name to the answer. */
  timeoutMs?: number;
  /** Of that, for the connection and for its encryption, each. */
  connectTimeoutMs?: number;
  /** PEM file of a further certificate authority that receivers may be certified by. */
  caFile?: string;
  /** `host:port` of name servers instead of those of the system. */
  dnsServers?: readonly string[];
}

/** Of an attempt that brought no answer, or not one of success. */
export type ErrorCode = ConnectionFault | "DNS_FAILURE" | "HTTP_STATUS" | "REDIRECT";

export interface Outcome {
  status: number | null;
  /** The beginning of the answer, at most 2,048 bytes of UTF-8; null when there was none. */
  body: string | null;
  retryAfterMs: number | null;
  /** Null after an answer of 200 to 299, and only then. */
  errorCode: ErrorCode | null;
  durationMs: number;
}

/** The way out to addresses that customers chose. */
export interface Outbound {
  /**
   * What is wrong with the address or with what its name resolves to, or its canonical form, which is to be stored.
   * Never connects.
   */
  vet(url: string): Promise<{ url: string } | { fault: UrlFault }>;
  /** One attempt. Never throws, ends within the time limit whatever the receiver does, and follows nothing. */
  post(url: string, message: Message): Promise<Outcome>;
  /** Ends attempts that are under way, as reset. */
  close(): void;
}

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

export function createOutbound(settings: OutboundSettings): Outbound {
  const { allowPrivateAddresses: allowPrivate, caFile, dnsServers } = settings;
  const { timeoutMs = TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS } = settings;
  const names = createResolve({ allowPrivate, ...(dnsServers && { dnsServers }) });
  const context = secureContext(caFile);
  const underWay = new Set<Deadline>();
  let closed = false;

  async function attempt(text: string, message: Message, deadline: Deadline): Promise<Answer | ErrorCode> {
    const target = readUrl(text, { allowPrivate });
    if (typeof target === "string") return "ADDRESS_NOT_PUBLIC";
    const { url, host, port } = target;
    const { signal } = deadline;
    const addresses = await orTimeout(names.resolve(host), signal);
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
      const secured = await secure(socket, { host, context, signal });
      if (typeof secured === "string") return secured;
      deadline.step(timeoutMs);
      return await exchange(secured, { url, message, signal });
    } finally {
      // With it goes the encryption above it.
      socket.destroy();
    }
  }

  return {
    async vet(text) {
      const target = readUrl(text, { allowPrivate });
      if (typeof target === "string") return { fault: target };
      const addresses = await names.resolve(target.host);
      // Locally a receiver may be described before its name exists, or without a network; each delivery asks again.
      const isAcceptable = addresses === "DNS_FAILURE" ? allowPrivate : addresses !== "ADDRESS_NOT_PUBLIC";
      return isAcceptable ? { url: target.url.href } : { fault: "host" };
    },
    async post(url, message) {
      const deadline = startDeadline(timeoutMs);
      underWay.add(deadline);
      if (closed) deadline.abort();
      const result = await attempt(url, message, deadline).catch(() => "CONNECTION_RESET" as const);
      deadline.clear();
      underWay.delete(deadline);
      return outcomeOf(closed && result === "TIMEOUT" ? "CONNECTION_RESET" : result, deadline.elapsedMs());
    },
    close() {
      closed = true;
      for (const deadline of underWay) deadline.abort();
      names.close();
    },
  };
}

/** Read once: taking hundreds of certificates apart for each attempt would cost more than the attempt. */
function secureContext(caFile: string | undefined): SecureContext {
  const ca = caFile === undefined ? {} : { ca: [...getCACertificates("default"), readFileSync(caFile, "utf8")] };
  return createSecureContext({ ...ca, minVersion: "TLSv1.2" });
}

async function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T | "TIMEOUT"> {
  const { promise, resolve } = Promise.withResolvers<"TIMEOUT">();
  const giveUp = () => resolve("TIMEOUT");
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", giveUp));
}

function outcomeOf(result: Answer | ErrorCode, elapsedMs: number): Outcome {
  const durationMs = Math.round(elapsedMs);
  if (typeof result === "string") {
    return { status: null, body: null, retryAfterMs: null, errorCode: result, durationMs };
  }
  const { status, body, retryAfter } = result;
  const errorCode = codeOfStatus(status);
  const retryAfterMs = errorCode === null ? null : readRetryAfter(retryAfter, Date.now());
  return { status, body, retryAfterMs, errorCode, durationMs };
}

function codeOfStatus(status: number): "HTTP_STATUS" | "REDIRECT" | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "REDIRECT" : "HTTP_STATUS";
}
