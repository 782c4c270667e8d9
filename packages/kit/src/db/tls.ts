import { readFileSync } from "node:fs";
import { isIP, type Socket } from "node:net";
import { createSecureContext, connect as startTls, type TLSSocket } from "node:tls";
import type { DatabaseConfig } from "../process/config.ts";
import { urlsOf } from "../process/database-url.ts";
import { gatherWrites, SOCKET_BUFFER_BYTES } from "./socket.ts";

/** PEM files for connections with TLS. */
export type TlsFiles = Omit<DatabaseConfig, "DATABASE_URL" | "DATABASE_PASSWORD_FILE">;

/** Makes a plain connection to a host one with TLS. It is called for each connection. */
export type StartTls = (host: string) => (plain: Socket) => TLSSocket;

/**
 * False without `sslmode=verify-full`. Files without it are refused, so that nobody believes to have TLS. The files are
 * read for each connection, so new certificates need no restart.
 */
export function tlsOf({ DATABASE_URL, ...files }: DatabaseConfig): StartTls | false {
  const { DATABASE_CA_FILE: ca, DATABASE_CERT_FILE: cert, DATABASE_KEY_FILE: key } = files;
  if ((cert === undefined) !== (key === undefined)) {
    throw new Error("DATABASE_CERT_FILE and DATABASE_KEY_FILE need each other");
  }
  if (urlsOf(DATABASE_URL)[0]!.searchParams.get("sslmode") === "verify-full") {
    return (host) => tlsTo(host, { ...(ca && { ca }), ...(cert && key && { cert, key }) });
  }
  if (ca !== undefined || cert !== undefined) {
    throw new Error("DATABASE_CA_FILE and DATABASE_CERT_FILE need sslmode=verify-full in the address of the database");
  }
  return false;
}

/** Reads the files at once, and starts TLS when there is a connection. */
function tlsTo(host: string, files: Record<string, string>): (plain: Socket) => TLSSocket {
  const read = Object.entries(files).map(([name, file]) => [name, readFileSync(file)]);
  const secureContext = createSecureContext({ minVersion: "TLSv1.2", ...Object.fromEntries(read) });
  // Addresses are no server names, but the certificate must name them as well.
  const options = { secureContext, highWaterMark: SOCKET_BUFFER_BYTES, host, ...(!isIP(host) && { servername: host }) };
  return (socket) => gatherWrites(startTls({ ...options, socket }));
}
