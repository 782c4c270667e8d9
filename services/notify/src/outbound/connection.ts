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
import type { Address } from "./names.ts";

/** Why no answer came. */
export type ConnectionFault =
  | "TIMEOUT"
  | "CONNECTION_REFUSED"
  | "CONNECTION_RESET"
  | "TLS_FAILURE"
  | "ADDRESS_NOT_PUBLIC";

/** Of several addresses, how long one is tried before the next; all of them find room in the limit for connecting. */
const ADDRESS_TRY_MS = 500;

interface Peer {
  host: string;
  port: number;
  /** Vetted ones: nothing else is connected to, whatever the name leads to by now. */
  addresses: Address[];
  isAllowed: (address: string) => boolean;
  signal: AbortSignal;
}

/** A connection over which nothing was sent yet. A new one each time: none is ever shared between two endpoints. */
export async function openSocket({
  host,
  port,
  addresses,
  isAllowed,
  signal,
}: Peer): Promise<Socket | ConnectionFault> {
  const socket = connect({
    host,
    port,
    lookup: (_host, _options, found) => found(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TRY_MS,
    noDelay: true,
  });
  // For the rest of its life: an error that comes when nobody waits any more must not end the process.
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.destroy();
    return signal.aborted || codeOf(error) === "ETIMEDOUT" ? "TIMEOUT" : "CONNECTION_REFUSED";
  }
  // The connection itself has the last word. A peer that is already gone has no address any more.
  const { remoteAddress } = socket;
  if (remoteAddress !== undefined && isAllowed(remoteAddress)) return socket;
  socket.destroy();
  return remoteAddress === undefined ? "CONNECTION_RESET" : "ADDRESS_NOT_PUBLIC";
}

interface Security {
  host: string;
  context: SecureContext;
  signal: AbortSignal;
}

/** TLS over the socket, with the certificate checked against the name of the URL, not against the address. */
export async function secure(
  socket: Socket,
  { host, context, signal }: Security,
): Promise<TLSSocket | ConnectionFault> {
  const secured = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    secureContext: context,
    // Said aloud because an environment variable can turn the default off.
    rejectUnauthorized: true,
    checkServerIdentity: checkIdentity,
    ALPNProtocols: ["http/1.1"],
  });
  secured.on("error", () => {});
  try {
    await once(secured, "secureConnect", { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    if (signal.aborted) return "TIMEOUT";
    return isReset(error) ? "CONNECTION_RESET" : "TLS_FAILURE";
  }
}

/** From 24.17 on, Node finds IPv6 addresses in no certificate (nodejs/node#64144); all else is left to it. */
const checkIdentity = (host: string, certificate: PeerCertificate): Error | undefined =>
  isIP(host) === 6 && new X509Certificate(certificate.raw).checkIP(host) !== undefined
    ? undefined
    : checkServerIdentity(host, certificate);

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? "");

const isReset = (error: unknown): boolean => ["ECONNRESET", "EPIPE"].includes(codeOf(error));

/** Whether an error in the middle of a connection is one of TLS: refused client certificates come that late. */
export const isTlsError = (error: unknown): boolean => /^(ERR_SSL_|EPROTO$)/.test(codeOf(error));
