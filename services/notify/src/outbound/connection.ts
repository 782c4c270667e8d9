import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import {
  checkServerIdentity,
  connect as connectTls,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import type { Address } from "./dns.ts";

/** Reasons why there is no response. */
export type ConnectionError =
  | "TIMEOUT"
  | "CONNECTION_REFUSED"
  | "CONNECTION_RESET"
  | "TLS_FAILURE"
  | "ADDRESS_NOT_PUBLIC";

/** Time for one address before the next one is tried. 8 addresses fit into the time limit for connecting. */
const ADDRESS_TIMEOUT_MS = 500;

interface Peer {
  host: string;
  port: number;
  /** Already checked. The name is not resolved again, so its addresses cannot change after the check. */
  addresses: Address[];
  isAllowed: (address: string) => boolean;
  signal: AbortSignal;
}

/** Opens a TCP connection. Connections are never reused, so endpoints share none. */
export async function openSocket({
  host,
  port,
  addresses,
  isAllowed,
  signal,
}: Peer): Promise<Socket | ConnectionError> {
  const socket = connect({
    host,
    port,
    lookup: (_host, _options, callback) => callback(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    noDelay: true,
  });
  // The listener stays, because an unhandled late error would end the process.
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.destroy();
    return signal.aborted || codeOf(error) === "ETIMEDOUT" ? "TIMEOUT" : "CONNECTION_REFUSED";
  }
  // Checks the real peer address too. It is undefined if the peer has already disconnected.
  const { remoteAddress } = socket;
  if (remoteAddress !== undefined && isAllowed(remoteAddress)) return socket;
  socket.destroy();
  return remoteAddress === undefined ? "CONNECTION_RESET" : "ADDRESS_NOT_PUBLIC";
}

interface TlsOptions {
  host: string;
  context: SecureContext;
  signal: AbortSignal;
}

/** Starts TLS. The certificate must match the host of the URL, not the resolved address. */
export async function startTls(
  socket: Socket,
  { host, context, signal }: TlsOptions,
): Promise<TLSSocket | ConnectionError> {
  const tlsSocket = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    secureContext: context,
    // Explicit, because `NODE_TLS_REJECT_UNAUTHORIZED` changes the default.
    rejectUnauthorized: true,
    checkServerIdentity: checkIdentity,
    ALPNProtocols: ["http/1.1"],
  });
  tlsSocket.on("error", () => {});
  try {
    await once(tlsSocket, "secureConnect", { signal });
    return tlsSocket;
  } catch (error) {
    tlsSocket.destroy();
    if (signal.aborted) return "TIMEOUT";
    return isReset(error) ? "CONNECTION_RESET" : "TLS_FAILURE";
  }
}

/** Since 24.17 Node matches no IPv6 address against a certificate (nodejs/node#64144). Other hosts use Node's check. */
const checkIdentity = (host: string, certificate: PeerCertificate): Error | undefined =>
  isIP(host) === 6 && new X509Certificate(certificate.raw).checkIP(host) !== undefined
    ? undefined
    : checkServerIdentity(host, certificate);

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? "");

const isReset = (error: unknown): boolean => ["ECONNRESET", "EPIPE"].includes(codeOf(error));

/** Recognizes TLS errors after the handshake: a receiver can demand a client certificate that late. */
export const isTlsError = (error: unknown): boolean => /^(ERR_SSL_|EPROTO$)/.test(codeOf(error));
