import { promises as dns } from "node:dns";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isAllowed } from "./addresses.ts";

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Returns the addresses of a host, or the reason why it is refused. */
export type Resolve = (host: string) => Promise<Address[] | "DNS_FAILURE" | "ADDRESS_NOT_PUBLIC">;

export interface DnsSettings {
  allowPrivate: boolean;
  /** DNS servers as `host:port`, instead of those of the system. */
  dnsServers?: readonly string[];
}

/** Time limit for all servers and retries together. */
const RESOLVE_LIMIT_MS = 2_000;
/** Time limit per query and server. A lost query is repeated within `RESOLVE_LIMIT_MS`. */
const QUERY_TIMEOUT_MS = 500;
const TRIES = 3;
/** Addresses to connect to. All addresses of a host are checked. */
const ADDRESSES_MAX = 8;

const LOOPBACK: readonly Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Queries DNS servers directly (c-ares). `getaddrinfo` would use the four libuv threads, so a few slow names would
 * delay all others. It would also use `/etc/hosts` and search domains, which make hosts of our own network reachable.
 */
export function createResolve({ allowPrivate, dnsServers }: DnsSettings): { resolve: Resolve; close(): void } {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (dnsServers !== undefined) resolver.setServers(dnsServers);

  const addressesOf = async (host: string): Promise<readonly Address[]> => {
    const family = isIP(host);
    if (family === 4 || family === 6) return [{ address: host, family }];
    // RFC 6761, section 6.3: `localhost` is never sent to a DNS server.
    if (host === "localhost" || host.endsWith(".localhost")) return LOOPBACK;
    return query(resolver, host);
  };

  const resolve: Resolve = async (host) => {
    const addresses = await addressesOf(host);
    if (addresses.length === 0) return "DNS_FAILURE";
    // One forbidden address is enough to refuse the host.
    if (!addresses.every(({ address }) => isAllowed(address, { allowPrivate }))) return "ADDRESS_NOT_PUBLIC";
    return addresses.slice(0, ADDRESSES_MAX);
  };
  return { resolve, close: () => resolver.cancel() };
}

/** IPv4 comes first, since many clusters have no IPv6 route to the internet. One of the two queries may fail. */
async function query(resolver: dns.Resolver, name: string): Promise<Address[]> {
  const done = new AbortController();
  const limit = pause(RESOLVE_LIMIT_MS, [], { signal: done.signal, ref: false }).catch(() => []);
  const withFamily = (family: 4 | 6, answer: Promise<string[]>) =>
    Promise.race([answer.catch(() => []), limit]).then((found) => found.map((address) => ({ address, family })));
  const found = await Promise.all([withFamily(4, resolver.resolve4(name)), withFamily(6, resolver.resolve6(name))]);
  done.abort();
  return found.flat();
}
