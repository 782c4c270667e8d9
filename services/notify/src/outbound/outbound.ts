/** What is wrong with the address of an endpoint. */
export type UrlFault = "scheme" | "credentials" | "host" | "too_long" | "port" | "fragment" | "malformed";

/** Why an attempt failed. */
export type ErrorCode =
  | "HTTP_STATUS"
  | "TIMEOUT"
  | "CONNECTION_REFUSED"
  | "CONNECTION_RESET"
  | "DNS_FAILURE"
  | "TLS_FAILURE"
  | "REDIRECT"
  | "ADDRESS_NOT_PUBLIC";

export interface Outcome {
  /** Null when there was no answer. */
  status: number | null;
  /** The beginning of the answer, at most 2,048 bytes. */
  body: string | null;
  retryAfterMs: number | null;
  /** Null when the answer was 2xx. */
  errorCode: ErrorCode | null;
  durationMs: number;
}

/** The way out to the addresses of customers. */
export interface Outbound {
  /** What is wrong with the address, or with what its name resolves to; otherwise its canonical form. Connects nowhere. */
  vet(url: string): Promise<{ url: string } | { fault: UrlFault }>;
  /** One attempt. Never throws. */
  post(url: string, message: { headers: Record<string, string>; body: Uint8Array }): Promise<Outcome>;
  close(): void;
}

export interface OutboundOptions {
  allowPrivateAddresses: boolean;
  timeoutMs: number;
  caFile?: string | undefined;
  dnsServers?: string | undefined;
}

export function createOutbound(_options: OutboundOptions): Outbound {
  throw new Error("the way out comes with the next merge");
}
