/** A CIDR block: first address, prefix length, and purpose. */
export type Block = readonly [address: string, prefix: number, purpose: string];

/**
 * All of the IANA IPv4 Special-Purpose Address Registry (RFC 6890, RFC 8190). This includes the few blocks that IANA
 * calls globally reachable, because no webhook receiver uses them. Blocks within a listed block are omitted.
 */
export const SPECIAL_V4: readonly Block[] = [
  ["0.0.0.0", 8, "this network"],
  ["10.0.0.0", 8, "private use"],
  ["100.64.0.0", 10, "shared address space of carriers"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link-local, metadata of clouds"],
  ["172.16.0.0", 12, "private use"],
  ["192.0.0.0", 24, "IETF protocol assignments"],
  ["192.0.2.0", 24, "documentation, TEST-NET-1"],
  ["192.31.196.0", 24, "AS112-v4"],
  ["192.52.193.0", 24, "AMT"],
  ["192.88.99.0", 24, "6to4 relay anycast, deprecated"],
  ["192.168.0.0", 16, "private use"],
  ["192.175.48.0", 24, "direct delegation AS112 service"],
  ["198.18.0.0", 15, "benchmarking"],
  ["198.51.100.0", 24, "documentation, TEST-NET-2"],
  ["203.0.113.0", 24, "documentation, TEST-NET-3"],
  ["240.0.0.0", 4, "reserved, with 255.255.255.255 limited broadcast"],
];

/** IANA IPv4 Address Space Registry: multicast. */
export const MULTICAST_V4: readonly Block[] = [["224.0.0.0", 4, "multicast"]];

/** IANA IPv6 Address Space Registry: the only block with public unicast addresses. */
export const GLOBAL_UNICAST_V6: Block = ["2000::", 3, "global unicast"];

/** IANA IPv6 Special-Purpose Address Registry: the blocks within the global unicast block. */
export const SPECIAL_V6: readonly Block[] = [
  ["2001::", 23, "IETF protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID, drone identifiers"],
  ["2001:db8::", 32, "documentation"],
  ["2002::", 16, "6to4"],
  ["2620:4f:8000::", 48, "direct delegation AS112 service"],
  ["3fff::", 20, "documentation"],
];

/**
 * Metadata and platform services of clouds at addresses that look public or private. They are never allowed. Those at
 * link-local and shared addresses (169.254.169.254, 100.100.100.200) are in the blocks above.
 */
export const CLOUD_SERVICES: readonly Block[] = [
  ["168.63.129.16", 32, "Azure"],
  ["fd00:ec2::", 32, "AWS"],
  ["fd20:ce::", 32, "Google Cloud"],
  ["fd00:42::42", 128, "Scaleway"],
];

/** Additional blocks that are allowed with `WEBHOOK_ALLOW_PRIVATE_ADDRESSES`. */
export const PRIVATE: readonly Block[] = [
  ["127.0.0.0", 8, "loopback"],
  ["10.0.0.0", 8, "private use"],
  ["172.16.0.0", 12, "private use"],
  ["192.168.0.0", 16, "private use"],
  ["::1", 128, "loopback"],
  ["fc00::", 7, "unique local"],
];
