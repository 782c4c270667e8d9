import { promises as dns } from "node:dns";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isAllowed } from "./addresses.ts";

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Finds the addresses of a host, or says why nobody may go there. */
export type Resolve = (host: string) => Promise<Address[] | "DNS_FAILURE" | "ADDRESS_NOT_PUBLIC">;

export interface NameSettings {
  allowPrivate: boolean;
  /** `host:port` of name servers instead of those of the system. */
  dnsServers?: readonly string[];
}

/** For all servers and tries together. */
const RESOLVE_LIMIT_MS = 2_000;
/** Per question and server, so that one that is lost is asked again within the limit. */
const TRY_MS = 500;
const TRIES = 3;
/** More are vetted, but not connected to. */
const ADDRESSES_MAX = 8;

const LOOPBACK: readonly Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Names are asked of the name servers directly. The resolver of the C library works in the four threads that files and
 * hashes share, so that a few dead names would hold up all healthy ones; it also reads `/etc/hosts` and search domains,
 * which would make names of our own network reachable by their short form.
 */
export function createResolve({ allowPrivate, dnsServers }: NameSettings): { resolve: Resolve; close(): void } {
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (dnsServers !== undefined) resolver.setServers(dnsServers);

  const addressesOf = async (host: string): Promise<readonly Address[]> => {
    const family = isIP(host);
    if (family === 4 || family === 6) return [{ address: host, family }];
    // RFC 6761, section 6.3: never asked, so no name server can say otherwise.
    if (host === "localhost" || host.endsWith(".localhost")) return LOOPBACK;
    return ask(resolver, host);
  };

  const resolve: Resolve = async (host) => {
    const addresses = await addressesOf(host);
    if (addresses.length === 0) return "DNS_FAILURE";
    // One address that is not public shows what the name is for: a mixed answer is refused as a whole.
    if (!addresses.every(({ address }) => isAllowed(address, { allowPrivate }))) return "ADDRESS_NOT_PUBLIC";
    return addresses.slice(0, ADDRESSES_MAX);
  };
  return { resolve, close: () => resolver.cancel() };
}

/** IPv4 first: many clusters have IPv6 addresses, but no way out for them. One family may fail if the other answers. */
async function ask(resolver: dns.Resolver, name: string): Promise<Address[]> {
  const late = new AbortController();
  const limit = pause(RESOLVE_LIMIT_MS, [], { signal: late.signal, ref: false }).catch(() => []);
  const of = (family: 4 | 6, answer: Promise<string[]>) =>
    Promise.race([answer.catch(() => []), limit]).then((found) => found.map((address) => ({ address, family })));
  const found = await Promise.all([of(4, resolver.resolve4(name)), of(6, resolver.resolve6(name))]);
  late.abort();
  return found.flat();
}
