import type { PeerCertificate } from "node:tls";
import { createContextKey } from "@connectrpc/connect";

/** Context key of the names in the client certificate of a call. Null for a connection without TLS. */
export const peerKey = createContextKey<ReadonlySet<string> | null>(null, { description: "peer" });

/** Names with a comma or a quote are quoted. None of them is the name of a service. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const DNS_NAME = /^DNS:(.+)$/;

/**
 * The common name and the DNS names. A service has its own name as one of them. Without a certificate, because the
 * connection has ended meanwhile, there are none.
 */
export function namesIn({ subject, subjectaltname = "" }: Partial<PeerCertificate> = {}): ReadonlySet<string> {
  const alternatives = subjectaltname.replaceAll(QUOTED, "").split(", ");
  const dnsNames = alternatives.flatMap((name) => DNS_NAME.exec(name)?.[1] ?? []);
  return new Set([subject?.CN ?? [], dnsNames].flat());
}
